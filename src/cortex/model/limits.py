"""How large may anything grow? Every cap of the house, with its unit and its reason."""

# --- facts -----------------------------------------------------------------------------------
FACT_TEXT_CHARS_MAX = 4096
"""Characters of one statement. A fact is a sentence or a short paragraph; longer text is refused
with the remedy (split it, or keep it as a record), never cut."""

FACT_CONTEXT_CHARS_MAX = 8192
"""Characters of the context of a fact: the reasons, twice a statement's room."""

NAME_CHARS_MAX = 256
"""Characters of a subject, alias, thread, goal, symbol or key: a name, not a text."""

ALIASES_MAX = 16
"""Aliases of one subject; more is a list that belongs in the text."""

FIELDS_BYTES_MAX = 16_384
"""UTF-8 bytes of the structured fields of one fact, written as JSON: the inputs and results of a
trial, not its output. More is refused, never cut; a log belongs into a file that is named here."""

FIELDS_DEPTH_MAX = 6
"""Objects and lists inside each other in the structured fields of a fact."""

PATHS_MAX = 32
"""Paths or symbols of one fact or question: a task touches few files at once."""

TTL_SECONDS_MAX = 31_536_000
"""Seconds of an explicit time to live: one year (CQR 3.3)."""

QUALITY_MIN = 20
"""Quality score 0..100 below which a statement is too vague to keep (CQR 3.3)."""

CONTEXT_MERGES_MAX = 32
"""Paragraphs a merged fact may gather before further repeats only count."""

# --- forgetting ------------------------------------------------------------------------------
FORGET_FACTS_MAX = 5_000
"""Facts forgotten at once: 500 take 20 seconds to take out and to search for, on a busy machine."""

FORGET_OBSERVATIONS_MAX = 2_000
"""Observations forgotten at once, the oldest first: so many take some ten seconds, and the next
call goes on."""

FORGET_MATCHING_CHARS_MIN = 4
"""Characters of words that select facts to forget; fewer stand in half of all facts."""

# --- handles ---------------------------------------------------------------------------------
ANCHORS_PER_FACT_MAX = 64
"""Anchors stored for one fact; the most specific are kept."""

ANCHORS_PER_QUESTION_MAX = 32
"""Anchors read from one question."""

ANCHOR_VALUE_BYTES_MAX = 128
"""UTF-8 bytes of an anchor's normal form; a longer token is data, not a name."""

ANCHOR_DISPLAY_CHARS_MAX = 128
"""Characters kept of the way the author wrote an anchor."""

MENTION_SURFACE_CHARS_MAX = 128
"""Characters of the normal wording of an entity's name."""

QUOTED_PHRASE_CHARS_MIN = 3
"""Characters below which a quoted phrase is punctuation."""

POSTING_WEIGHT_MAX = 4095
"""Largest weight of a term in a fact; twelve bits, so that a score stays a small integer."""

POSTING_LENGTH_PIVOT = 40
"""Terms of a fact of ordinary length; longer ones weigh each term less."""

LINKS_PER_ANCHOR_MAX = 8
"""Neighbours joined for each anchor of a new fact; a hub must not grow a star (CQR 2.9)."""

NEIGHBOURS_PER_FACT_MAX = 16
"""Links followed from one fact (CQR 2.9)."""

# --- questions -------------------------------------------------------------------------------
QUERY_BYTES_MAX = 8192
"""UTF-8 bytes of a question that are read (CQR 2.4)."""

QUERY_UNITS_MAX = 32
"""Distinct words of a question that are looked up."""

SLIP_CANDIDATES_MAX = 2
"""Stored words tried for one word the store has never seen."""

CARDS_MAX = 100
"""Cards of one answer; more is an export."""

LEADS_MAX = 3
"""Labelled hints beside the cards (CQR 5.4)."""

LEAD_HINT_CHARS_MAX = 80
"""Characters of a lead's hint."""

PINNED_CARDS_MAX = 8
"""Pinned facts added to an answer by rule; a longer list is no longer pinned but noise."""

EXCEPTIONS_MAX = 8
"""Limits told with one card; a statement with more is contested rather than told without some."""

CLOSURE_STEPS_MAX = 4
"""Steps followed from a fact to what it depends on, and from a replaced fact to what holds now."""

RELATIONS_MAX = 16
"""Dependencies one statement may state; more is a document."""

CHANGES_MAX = 200
"""Changes given after a cursor; the next cursor goes on behind them (CQR 5.4)."""

LEXICAL_CANDIDATES_MAX = 64
ANCHOR_CANDIDATES_MAX = 64
ENTITY_CANDIDATES_MAX = 64
TASK_CANDIDATES_MAX = 32
HISTORY_CANDIDATES_MAX = 32
HOP_CANDIDATES_MAX = 64
"""Rows each arm may bring (CQR 2.10)."""

ENTITY_NGRAM_WORDS_MAX = 5
"""Words of a question read together as one name."""

# --- conflicts -------------------------------------------------------------------------------
CONFLICT_NEIGHBOURS_MAX = 24
"""Stored statements compared with a new one, nearest by the index first."""

# --- observations ----------------------------------------------------------------------------
OBSERVATION_BYTES_DEFAULT = 64 * 1024
"""UTF-8 bytes of one event unless the source's grant says otherwise (CQR 6.1)."""

OBSERVATION_BYTES_MAX = 2 * 1024 * 1024
"""UTF-8 bytes of one event that any grant may allow (CQR 6.1)."""

SOURCE_LABEL_BYTES_MAX = 1024
"""UTF-8 bytes of a source's key, a generation or an event's key: a path is the longest of them."""

CAPTURE_BATCH_BYTES_MAX = 2 * 1024 * 1024
"""Bytes of one portion of a log, its unfinished last line included (CQR 6.2)."""

CAPTURE_BATCH_EVENTS_MAX = 128
"""Events of one portion of a log: they are kept in one transaction (CQR 6.2)."""

SOURCE_FILE_BYTES_MAX = 1024 * 1024
"""Bytes of a file that is kept whole, whatever its grant allows (CQR 6.2)."""

INVENTORY_SOURCES_MAX = 4096
"""Registered files of one inventory (CQR 6.4)."""

INVENTORIES_MAX = 16
"""Inventories kept of one principal, the newest; an older one is made again by looking again."""

BOOTSTRAP_SOURCES_MAX = 128
BOOTSTRAP_BYTES_MAX = 16 * 1024 * 1024
"""Files, and bytes of them together, that one bootstrap may take in (CQR 6.4)."""

RETRACTION_CHARS_MAX = 1024
"""Characters of the reason an observation is retracted for (CQR 6.3)."""

OBSERVATIONS_SHOWN_MAX = 8
OBSERVATIONS_SHOWN_BYTES_MAX = 16 * 1024
"""Observations beside the cards of an answer, and their bytes as JSON together (CQR 5.10)."""

OBSERVATION_PREVIEW_CHARS_MAX = 200
"""Characters of an observation shown beside the cards; `expand` gives it whole (CQR 5.10)."""

EVIDENCE_CITES_MAX = 32
"""Observations one fact may cite; a statement resting on more is a summary of a document."""

ASSOCIATION_SOURCES_MAX = 512
"""Newest observations of a scope that may teach routes between words (CQR 6.5)."""

ASSOCIATION_SOURCE_BYTES_MAX = 64 * 1024
"""UTF-8 bytes of an observation that teaches; a longer one is about too much (CQR 6.5)."""

ASSOCIATION_OPENING_CHARS_MAX = 2048
ASSOCIATION_TERMS_MAX = 32
"""Characters of a text in which its first distinct words are looked for, and how many of them:
what a text is about stands at its beginning (CQR 6.5)."""

ASSOCIATION_CUES_MAX = 16
ASSOCIATIONS_MAX = 64
"""Words of a question that routes are followed from, and routes given for it (CQR 6.5)."""

ASSESSMENTS_MAX = 10_000
"""Assessments of one principal in one scope; more are refused, none is dropped."""

# --- assemblies ------------------------------------------------------------------------------
ASSEMBLY_MEMBERS_MAX = 32
ASSEMBLY_GUARDS_MAX = 32
"""Records that belong together, and conditions under which they do (CQR 6.6)."""

ASSEMBLY_BYTES_MAX = 256 * 1024
"""UTF-8 bytes of an assembly or a learning event as it is handed over: 32 members with notes."""

ASSEMBLIES_MAX = 4096
ASSEMBLY_REVISIONS_MAX = 32
"""Assemblies of one principal, more are refused; and revisions kept of each, the newest."""

LEARNING_CUES_MAX = 64
LEARNING_SOURCES_MAX = 64
"""Cues and sources of one learning event (CQR 6.6)."""

ROUTE_EVENTS_MAX = 2048
"""Learning events kept of one principal in one scope, which one question reads: those that train
nothing go first, then the oldest."""

BUNDLES_MAX = 8
BUNDLES_SHOWN_MAX = 4
"""Bundles a question leads to, and those shown beside the cards (CQR 5.10, 6.6)."""

# --- needs -----------------------------------------------------------------------------------
NEED_ID_BYTES_MAX = 256
"""UTF-8 bytes of the name of a need, and of the context it is prepared for (CQR 6.3)."""

NEED_CUES_MAX = 32
"""Different words a need, or a question of observations, looks for or leaves out (CQR 6.3)."""

NEED_CUE_BYTES_MAX = 128
"""UTF-8 bytes of one cue as written: a word or a name, not a sentence (CQR 6.3)."""

NEED_RESULTS_MAX = 128
NEED_RESULTS_DEFAULT = 32
"""Observations found by a need that one view hands over (CQR 6.3)."""

NEED_BYTES_MAX = 64 * 1024
"""UTF-8 bytes of the payload of one view (CQR 6.3)."""

NEED_TTL_SECONDS_MAX = 86_400
NEED_TTL_SECONDS_DEFAULT = 3_600
"""Seconds a need stands before it must be asked for again: at most a day, usually an hour."""

NEEDS_ACTIVE_MAX = 128
"""Needs of one principal that stand at one time (CQR 6.3)."""

NEED_QUERY_BYTES_MAX = 4096
"""UTF-8 bytes of a question of observations (CQR 6.3)."""

CLOSURE_MAX = 128
"""Observations that one of them may require, directly and through others, itself included."""

REQUIREMENTS_MAX = 128
"""Observations that one of them requires directly; more could never be handed over."""

DELIVERY_SECONDS = 300
"""Seconds for which a caller may say that it still has what was delivered (CQR 6.3)."""

PROJECTION_SLICE_MAX = 32
"""Waiting observations a read makes findable before it answers (CQR 6.3): some 20 ms."""

LARGE_NAMED_MAX = 8
"""Observations too large for a view that it names; the others are counted."""

# --- learning --------------------------------------------------------------------------------
OUTCOMES_MAX = 50_000
"""Reports kept, newest first: years of daily work, and the statistics look back 180 days at most.
"""

QUESTIONS_MAX = 10_000
"""Questions remembered; those that never led to a success go first (CQR 12.3)."""

BRIDGES_MAX = 50_000
"""Pairs of words remembered, newest first (CQR 12.3)."""

LESSONS_MAX = 50_000
"""Lessons kept, newest first; what older ones taught stays in signals and bridges."""

# --- housekeeping ----------------------------------------------------------------------------
DEBT_SOFT_JOBS = 5_000
"""Jobs waiting at which status and doctor say that maintenance is overdue (CQR 4.3)."""

DEBT_HARD_JOBS = 50_000
"""Jobs waiting at which nothing new is taken in: whoever asks for them has to see (CQR 4.3)."""

# --- vault -----------------------------------------------------------------------------------
VAULT_FILES_MAX = 10_000
"""Files of one vault; counted before any is read (vault contract)."""

VAULT_FILE_BYTES_MAX = 8 * 1024 * 1024
"""Bytes of one file of a vault (vault contract)."""

VAULT_BYTES_MAX = 128 * 1024 * 1024
"""Bytes of all files of a vault together (vault contract)."""

VAULT_RECORDS_MAX = 50_000
"""Records of one vault (vault contract)."""

VAULT_FAULTS_MAX = 1000
"""Faults of one vault that are named; a broken file of rows may have one in each of its lines."""

VAULT_QUERY_UNITS_MAX = 2048
"""UTF-16 units of a search text (vault contract)."""

VAULT_QUERY_TERMS_MAX = 64
"""Terms of a search text, repeats included (vault contract)."""

VAULT_IDS_MAX = 100
"""Records named by one get or export, and the largest page (vault contract)."""

VAULT_EXPAND_TOKENS_MAX = 50_000
"""Estimated tokens of one graph expansion (vault contract)."""

VAULT_LABELS_BYTES_MAX = 1024 * 1024
"""Bytes of a file of benchmark labels (vault contract)."""

VAULT_LABELS_MAX = 1000
"""Labels of one file (vault contract)."""

VAULT_LABEL_ID_UNITS_MAX = 256
"""UTF-16 units of an id in a label (vault contract)."""

VAULT_LABEL_COMMAND_WORDS_MAX = 32
"""Words of the command a label was observed with (vault contract)."""

VAULT_LABEL_COMMAND_BYTES_MAX = 16_384
"""Bytes of that command, with one between two words (vault contract)."""

VAULT_EVIDENCE_LINE_BYTES_MAX = 1024 * 1024
"""Bytes of one line of a log that health reads; a longer one is no row of ours."""

VAULT_EVIDENCE_LINES_MAX = 100
"""Malformed lines that a health report names; whoever repairs a log starts at the first."""

VAULT_EVIDENCE_TEXT_MAX = 500
"""Characters of a log's own words that a health report repeats."""

VAULT_EVIDENCE_FILES_MAX = 100_000
"""Entries below OBSERVABILITY that are looked at; more are a finding of their own."""

VAULT_CONTROL_BYTES_MAX = 64 * 1024
"""Bytes of an index policy or manifest, which hold a few short fields."""

VAULT_PAYLOAD_BYTES_MAX = 262_144
"""Bytes of the one item a write takes (vault contract)."""

VAULT_TEXT_UNITS_MAX = 65_536
"""UTF-16 units of a free text of an item (vault contract)."""

VAULT_LINE_UNITS_MAX = 1024
"""UTF-16 units of a title, a name or a session (vault contract)."""

VAULT_ENTRIES_MAX = 48
"""Entries of a hot memory file, which every prompt carries whole (vault contract)."""

VAULT_ENTRY_UNITS_MAX = 256
"""UTF-16 units of one such entry (vault contract)."""

VAULT_RELATED_MAX = 64
"""Links one item may name (vault contract)."""

VAULT_TARGET_UNITS_MAX = 4096
"""UTF-16 units of the path a proposal is about (vault contract)."""

VAULT_SLUG_MAX = 64
"""Characters of a note's file name without its ending (vault contract)."""

VAULT_SNAPSHOTS_MAX = 30
"""Earlier states kept of one hot memory file (vault contract)."""

SEARCH_ASKED_TERMS_MAX = 64
"""Distinct terms of a question that are searched for: a paragraph's worth."""

SEARCH_TERMS_MAX = 20_000
"""Distinct terms one observation is found by; a log of 5 MB seldom has more, a dump of ids does."""

SEARCH_POSTINGS_MAX = 30_000
"""Postings one question reads whole, rarest terms first: some 20 ms; commoner terms are looked up
for what the others found."""

SEARCH_LEADS_MAX = 100
"""Leads of one page: what an agent can be expected to read."""

PASSAGE_CHARS_MAX = 320
"""Characters of a lead's passage: three or four lines of a screen."""
