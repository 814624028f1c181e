"""What strangers, typos and damage may hand to the readers."""
