"""What is shown of the campaign games of Blood Reef."""
