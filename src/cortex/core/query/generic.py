"""Which words of a question say how it is asked rather than what about?

They still find facts, with a fraction of the weight, and never admit one alone. General English of
people asking about work; nothing here comes from a data set.
"""

from __future__ import annotations

from cortex.core.text.stems import stem

_ASKING = """
about actually again also always answer anything around ask back become begin better big bring call
care change choice choose come consider current currently day decide decision detail different
do done end even ever everything exact exactly example explain far feel final finally find fine
first follow get give go going good great guess handle happen hear help here hold idea important
include information inside instead involve issue item just keep kind know last late later latest
learn least let like list little look lot main make many matter maybe mean mention mind more most
much must name need never new next now number often old one only open order part people pick place
plan please point possible prefer problem project put question rather reach read really reason
recent recently regard remember remind right run same say second see seem seen select set should
show side since small something sort soon stand start state still stuff sure take talk tell thing
think third time today together total tried try turn two type use useful usual usually want way week
well whole wish wonder word work write wrong yes yesterday year yet
"""

GENERIC_STEMS = frozenset(stem(word) for word in _ASKING.split())
