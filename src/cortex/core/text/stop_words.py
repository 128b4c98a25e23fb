"""Which English words carry grammar and no subject?

They are left out of the index and of a question, unless nothing else is said. Words stand here in
folded form: lower case, without apostrophes (``don't`` is ``dont``).
Source: docs/formats/text-analysis.md.
"""

NEGATIONS = frozenset(
    """
    not no never nor none neither without nothing nobody nowhere cannot cant dont doesnt didnt wont
    wouldnt shouldnt couldnt isnt arent wasnt werent hasnt havent hadnt mustnt neednt aint
    """.split()
)
"""Words that turn a statement round. A search ignores them; a comparison of two facts must not."""

STOP_WORDS = NEGATIONS | frozenset(
    """
    a an the this that these those there here
    i me my mine myself you your yours yourself he him his himself she her hers herself
    it its itself we us our ours ourselves they them their theirs themselves
    am is are was were be been being do does did done doing have has had having
    can could may might must shall should will would ought
    and or but if then else than because while although though unless whether so as
    of at by for from in into on onto out over under up to toward towards upon with within
    about against between through during before after above below since until across along among
    around per via
    what which who whom whose when where why how
    all any each every both few more most much many some such other another either several
    only same too very just also again still yet ever even almost already
    now once etc let lets im ive youre youve hes shes theyre theyve thats whats
    """.split()
)
"""Function words of English, negations included."""

STOP_COMPOUNDS = frozenset({"e.g", "i.e", "a.m", "p.m"})
"""Abbreviations with dots that carry no subject either."""

CONTRACTION_TAILS = frozenset({"d", "ll", "m", "re", "ve"})
"""What follows the apostrophe of a contracted verb: ``they've``, ``who'll``."""

ELISIONS = frozenset({"c", "d", "j", "l", "m", "n", "qu", "s", "t"})
"""Romance articles and pronouns before an apostrophe: ``l'amour`` is a word about love."""

ORDINAL_TAILS = frozenset({"st", "nd", "rd", "th"})
"""What makes ``3`` into ``3rd``; not a unit."""
