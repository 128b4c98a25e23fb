"""Where two people share a brain, does the brief of one tell anything of the other?"""

import json

from tests.black_box.conftest import make_repository
from tests.black_box.shell import Shell


def test_brief_is_of_one_owner(shell: Shell) -> None:
    """Tasks, messages, locks, feed and decisions of others are never told: CQR G11, case 58."""
    make_repository(shell.folder)
    ann, bert = (shell.having(CORTEX_OWNER=f"user:{number}") for number in (1, 2))
    for person, word in ((ann, "apples"), (bert, "bananas")):
        person.commit(f"The gateway of {word} listens on port 8443")
        person.ask("task", "add", f"Move the {word}", "--agent", "bob")
        person.ask("message", "claude-code", f"hands off the {word}", "--agent", "bob")
        person.ask("lock", f"{word}.py", "--agent", "bob")
        person.ask("feed", "post", f"{word} moved", "--agent", "bob")
    payload = json.dumps({"hook_event_name": "SessionStart", "cwd": str(shell.folder)}).encode()
    for person, own, foreign in ((ann, "apples", "bananas"), (bert, "bananas", "apples")):
        told = person.run("hook-boot", "--budget", "2000", given=payload, status=0).out
        assert 5 == told.count(own)
        assert 0 == told.count(foreign)
        assert foreign not in person.run("boot", "--agent", "claude-code", status=0).out
        for words in (
            ("task",),
            ("locks",),
            ("feed", "--all"),
            ("inbox", "--agent", "claude-code"),
        ):
            listed = person.run(*words, status=0).out
            assert own in listed
            assert foreign not in listed
