"""What is shown of Invasion Pearl Harbor."""
