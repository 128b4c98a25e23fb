"""What does a new statement do to those already kept?"""
