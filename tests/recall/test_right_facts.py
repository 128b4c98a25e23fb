"""Are the right facts shown, and only they?"""

import pytest

from cortex.model.cards import ViewStatus
from cortex.model.evidence import Admission
from cortex.model.scopes import Scope
from tests.recall.memory_kit import USER, Kit

ALPHA = Scope("project:/code/alpha/.git", "alpha", root="/code/alpha", ancestors=("user",))
BETA = Scope("project:/code/beta/.git", "beta", root="/code/beta", ancestors=("user",))


@pytest.fixture
def gateway(kit: Kit) -> Kit:
    """Give a brain with three facts of one subject and two of others."""
    names = {"subject": "Payments Gateway", "aliases": ("paygate", "fort-knox")}
    kit.commit("It listens on port 8443", **names)
    kit.commit("It is owned by Mara Voss", subject="Payments Gateway")
    kit.commit("Card numbers are never logged", subject="Payments Gateway", type="constraint")
    kit.commit("The mailer listens on port 25", subject="Mailer")
    kit.commit("Office plants are watered on Tuesdays")
    return kit


@pytest.mark.parametrize("name", ["payments gateway", "paygate", "fort-knox", "Fort Knox"])
def test_a_subject_is_found_by_any_of_its_names(gateway: Kit, name: str) -> None:
    """An alias named once reaches every fact of its subject, and nothing else."""
    found = set(gateway.texts(f"tell me about {name}"))

    assert found == {
        "It listens on port 8443",
        "It is owned by Mara Voss",
        "Card numbers are never logged",
    }


@pytest.mark.parametrize("slip", ["paygte", "paygatte", "paygats", "apygate"])
def test_a_slip_in_a_rare_alias_still_finds_it_when_the_first_letter_agrees(
    gateway: Kit, slip: str
) -> None:
    """One letter lost, doubled or changed is forgiven; a changed first letter is another word."""
    found = gateway.texts(f"which port does {slip} listen on?")

    assert (found == ["It listens on port 8443"]) == slip.startswith("p")


def test_only_the_fact_that_answers_is_shown(gateway: Kit) -> None:
    """Facts of the same subject that share nothing else with the question stay out."""
    assert gateway.texts("which port does paygate listen on?") == ["It listens on port 8443"]
    assert gateway.texts("who is the owner of paygate, who owns it?")[:1] == [
        "It is owned by Mara Voss"
    ]
    assert gateway.texts("which port does the mailer listen on?") == [
        "The mailer listens on port 25"
    ]


def test_ten_turns_of_drifting_questions_leave_no_trace(gateway: Kit) -> None:
    """Recall has no memory of the talk: after ten other questions the answer is the same."""
    first = gateway.texts("which port does paygate listen on?")
    for turn in (
        "what is the weather like?",
        "when are the plants watered?",
        "who is the fastest runner?",
        "which port does the mailer listen on?",
        "how many moons has Jupiter?",
        "are card numbers logged?",
        "where is the ferry terminal?",
        "which wine goes with fish?",
        "what did the mailer cost?",
        "why is the sky blue?",
    ):
        gateway.texts(turn)

    assert gateway.texts("which port does paygate listen on?") == first
    assert gateway.texts("how many moons has Jupiter?") == []


def test_pinned_facts_surface_by_rule_after_the_answers(gateway: Kit) -> None:
    """A pinned fact comes with every answer, marked, last, and makes no answer by itself."""
    gateway.commit("Answer in British English", type="preference", is_pinned=True)

    view = gateway.ask("which port does paygate listen on?")
    assert [c.why.admitted_by for c in view.cards][-1] is Admission.PINNED
    assert view.admitted_count == len(view.cards) - 1
    silent = gateway.ask("how many moons has Jupiter?")
    assert silent.admitted_count == 0
    assert [c.fact.content.text for c in silent.cards] == ["Answer in British English"]
    assert gateway.texts("how many moons has Jupiter?", wants_pinned=False) == []


def test_a_superseded_pin_is_gone(kit: Kit) -> None:
    """Pinning protects from nothing: a replaced pinned fact no longer surfaces."""
    old = kit.commit("Reply in French", is_pinned=True)
    kit.commit("Reply in Dutch", is_pinned=True, supersedes=old.fact.reference)

    assert kit.texts("anything at all?") == ["Reply in Dutch"]


def test_a_type_can_be_asked_for(gateway: Kit) -> None:
    """Only facts of the named types are shown."""
    assert gateway.texts("paygate", types=("constraint",)) == ["Card numbers are never logged"]
    assert gateway.texts("paygate", types=("open_question",)) == []


def test_an_open_question_can_be_kept(kit: Kit) -> None:
    """A question is no statement, unless it is filed as one that is open."""
    kit.commit("Should the importer retry on timeouts?", type="open_question")

    assert kit.texts("does the importer retry?") == ["Should the importer retry on timeouts?"]


def test_a_foreign_project_never_rides_along(kit: Kit) -> None:
    """Facts of another project are not shown, and the answer says where they are."""
    kit.scope = BETA
    kit.commit("The release train leaves on Thursdays")
    kit.commit("Beta pins this", is_pinned=True)
    kit.scope = ALPHA

    view = kit.ask("when does the release train leave?", scope_ids=(ALPHA.scope_id, "user"))
    assert view.cards == ()
    assert view.status is ViewStatus.NO_MATCH
    assert [(near.name, near.hits) for near in view.near_scopes] == [("beta", 1)]


def test_the_users_own_facts_are_seen_from_every_project(kit: Kit) -> None:
    """What belongs to the person holds in each project."""
    kit.scope = USER
    kit.commit("Commit messages are written in the imperative")
    kit.scope = ALPHA

    assert kit.texts("how are commit messages written?", scope_ids=ALPHA.visible_ids) != []


def test_the_same_statement_in_two_projects_is_two_facts(kit: Kit) -> None:
    """A value of one project never supersedes that of another."""
    kit.scope = ALPHA
    kit.commit("The coverage limit is 80")
    kit.scope = BETA
    other = kit.commit("The coverage limit is 95")

    assert other.superseded == ()


def test_rows_of_another_checkout_are_marked(kit: Kit) -> None:
    """Case 50: what was recorded in another worktree says so, with its branch."""
    kit.scope = Scope(ALPHA.scope_id, "alpha", root="/code/wt", branch="spike", ancestors=("user",))
    kit.commit("The spike disables the linter")
    kit.scope = Scope(ALPHA.scope_id, "alpha", "/code/alpha", "main", ("user",))

    notes = kit.card("what does the spike disable?").notes
    assert notes == ("recorded in another checkout: /code/wt (branch spike)",)


@pytest.mark.parametrize(
    ("fact", "question"),
    [
        ("数据库路径和用户身份已确认", "用户身份"),
        ("サンドボックス修正テスト", "サンドボックス"),
        ("重跑gen-itgc后50条悬空引用清零", "itgc"),
        ("重跑gen-itgc后50条悬空引用清零", "悬空"),
        ("오늘 끝말잇기 게임을 했다", "끝말잇기"),
        ("ร้านกาแฟเปิดเวลาแปดโมง", "กาแฟ"),
        ("Le café ouvre à huit heures précises", "cafe"),
        ("Đường dây nóng hoạt động ban đêm 🎉", "duong day nong"),
        ("Note about session-recalls and CLAUDE.md files", "session-recall"),
        ("Note about session-recalls and CLAUDE.md files", "CLAUDE.m"),
        ("Old exports lie in Downloads/transcripts now", "Downloads/transcripts"),
        ("We don't use agents for billing", "don't use agents"),
        ("The state file is current.md in the root", "current.md"),
        ("Set the recallBudgetMs option to 40", "recall budget"),
        ("Set the recallBudgetMs option to 40", "recallBudgetMs"),
        ("Pass --dry-run before any migration", "--dry-run"),
        ("Pass --dry-run before any migration", "dry run migration"),
    ],
)
def test_any_script_and_any_identifier_is_found(kit: Kit, fact: str, question: str) -> None:
    """Cases 61, 62, 64, 65, 67, 68, 70, 71: scripts, identifiers and punctuation are searchable."""
    kit.commit(fact)
    kit.commit("Unrelated remark on garden furniture")

    assert kit.texts(question) == [fact]


@pytest.mark.parametrize(
    "question", ["", " ", "?", "AND OR NOT", '"', "(((", "*", "\x00", "\ud83d", "a" * 20000]
)
def test_odd_questions_are_answered_with_nothing(kit: Kit, question: str) -> None:
    """No question is an error; operators and stray marks are words or nothing."""
    kit.commit("Unrelated remark on garden furniture")

    assert kit.texts(question) == []


def test_a_numbered_name_is_not_its_neighbours(kit: Kit) -> None:
    """A question about alder-3 shows alder-3, not the nine machines named like it."""
    for number in range(9):
        kit.commit(f"Machine alder-{number} stands in rack {number * 7}")

    assert kit.texts("which rack is alder-3 in?")[:1] == ["Machine alder-3 stands in rack 21"]
    assert kit.texts("alder-3") == ["Machine alder-3 stands in rack 21"]
