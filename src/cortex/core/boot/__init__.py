"""What is known, in a budget, without cutting a qualifier off?"""
