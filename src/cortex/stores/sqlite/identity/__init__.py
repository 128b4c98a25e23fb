"""Where do objects and their names lie, beside the brain?"""
