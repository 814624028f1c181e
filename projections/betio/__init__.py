"""What is shown of Tarawa: Bloody Betio."""
