"""How is text read, cleaned and quoted? One tokenizer and one redactor for the whole house."""
