"""Which base does an English form have that no suffix rule finds?

``went`` is about going and ``children`` about a child. Forms that are more often another word are
left out on purpose (left, lay, rose, wound, ground, lives, leaves, bore, best).
"""


def _bases(lines: str) -> dict[str, str]:
    """Read lines of "base: form form" into form -> base."""
    table: dict[str, str] = {}
    for line in lines.strip().splitlines():
        base, _, forms = line.partition(":")
        table.update(dict.fromkeys(forms.split(), base.strip()))
    return table


IRREGULAR = _bases("""
arise: arose arisen
become: became
begin: began begun
bend: bent
bite: bit bitten
bleed: bled
blow: blew blown
break: broke broken
breed: bred
bring: brought
build: built
burn: burnt
buy: bought
catch: caught
choose: chose chosen
come: came
creep: crept
deal: dealt
dig: dug
draw: drew drawn
dream: dreamt
drink: drank drunk
drive: drove driven
eat: ate eaten
fall: fell fallen
feed: fed
feel: felt
fight: fought
find: found
fly: flew flown
forbid: forbade forbidden
forget: forgot forgotten
forgive: forgave forgiven
freeze: froze frozen
get: got gotten
give: gave given
go: went gone goes
grow: grew grown
hang: hung
hear: heard
hide: hid hidden
hold: held
keep: kept
kneel: knelt
know: knew known
lead: led
leap: leapt
learn: learnt
lend: lent
light: lit
lose: lost
make: made
mean: meant
meet: met
mistake: mistook mistaken
outgrow: outgrew outgrown
overcome: overcame
override: overrode overridden
oversee: oversaw overseen
overwrite: overwrote overwritten
pay: paid
prepay: prepaid
prove: proven
rebuild: rebuilt
redo: redid redone
rerun: reran
resend: resent
rewrite: rewrote rewritten
ride: rode ridden
ring: rang rung
run: ran
say: said
see: saw seen
seek: sought
sell: sold
send: sent
shake: shook shaken
shine: shone
shoot: shot
show: shown
shrink: shrank shrunk
sing: sang sung
sink: sank sunk
sit: sat
sleep: slept
slide: slid
speak: spoke spoken
speed: sped
spell: spelt
spend: spent
spill: spilt
spin: spun
spring: sprang sprung
stand: stood
steal: stole stolen
stick: stuck
strike: struck stricken
swear: swore sworn
sweep: swept
swim: swam swum
swing: swung
take: took taken
teach: taught
tear: tore torn
tell: told
think: thought
throw: threw thrown
undergo: underwent undergone
understand: understood
undertake: undertook undertaken
undo: undid undone
unwind: unwound
wake: woke woken
wear: wore worn
weave: wove woven
weep: wept
win: won
withdraw: withdrew withdrawn
withhold: withheld
write: wrote written
analysis: analyses
appendix: appendices
axis: axes
child: children
crisis: crises
criterion: criteria
db: dbs
foot: feet
goose: geese
half: halves
hypothesis: hypotheses
id: ids
index: indices
knife: knives
loaf: loaves
man: men
matrix: matrices
mouse: mice
parenthesis: parentheses
person: people
phenomenon: phenomena
pr: prs
schema: schemata
shelf: shelves
synopsis: synopses
thesis: theses
thief: thieves
tooth: teeth
vertex: vertices
vm: vms
wife: wives
wolf: wolves
woman: women
""")
"""Irregular form -> base form, all lower case."""
