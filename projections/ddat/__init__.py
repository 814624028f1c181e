"""What is shown of D-Day at Tarawa."""
