"""How does a request in JSON become one of the eight operations, and its outcome JSON again?"""
