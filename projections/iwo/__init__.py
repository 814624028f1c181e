"""What is shown of Iwo Jima: Rage Against the Marines."""
