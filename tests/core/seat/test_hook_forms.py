"""Is a hook recognised that can never read its event?"""

import pytest

from cortex.core.seat.hook_forms import loses_event, script_of

LOST = (
    "python3 - <<EOF\nimport sys, json\nprint(json.load(sys.stdin))\nEOF",
    "python3 - <<'PY'\nprint('it\\'s')\nPY",
    "python3 <<-EOF\n\tpass\n\tEOF",
    "cd /w && /usr/bin/python3.11 - arg <<EOF\npass\nEOF",
    "env A=1 node <<< 'process.exit()'",
    "bash -s < hook.sh",
    "python3 0<hook.py",
    "cat hook.py | python3 -",
    "curl -s http://localhost/hook | sh",
    "echo start; python3 -c 'x' </dev/null",
    "true\npython3 - << EOF\npass\nEOF",
)
KEPT = (
    "cortex hook session-start --host claude-code",
    "python3 /w/hook.py",
    "python3 -c 'print(1<<2)'",
    "cat | python3 /w/hook.py",
    "tee /tmp/x.json | python3 hook.py",
    "jq .session_id | sh keep.sh",
    "python3 hook.py 3<config 2>/dev/null",
    "python3 hook.py > out.txt",
    "cat <<EOF\nhello\nEOF",
    "python3 'a << b.py'",
    "python3 hook.py || echo '<<EOF'",
    "",
    "it's an open quote <",
)


@pytest.mark.parametrize("command", LOST)
def test_a_program_on_standard_input_is_recognised(command: str) -> None:
    """A here-document, a file or a pipe in the event's place loses the event (Seat T2)."""
    assert loses_event(command)


@pytest.mark.parametrize("command", KEPT)
def test_a_hook_that_reads_its_event_is_left_alone(command: str) -> None:
    """A script, a ``-c`` text and what hands the event on are fine."""
    assert not loses_event(command)


@pytest.mark.parametrize(
    ("command", "script"),
    [
        ("hooks/a.sh x", "hooks/a.sh"),
        ("env A=1 python3.11 /w/a.py --b c.js", "/w/a.py"),
        ("node a.mjs", "a.mjs"),
        ("python3 -m package.a", ""),
        ("python3 -c x.py", ""),
        ("lint --config=./a.js", ""),
        ("lint ./a.js", ""),
        ("cd sub && ./a.sh", ""),
        ("cat | ./a.sh", ""),
        ("", ""),
    ],
)
def test_script_of_a_command_is_what_it_starts(command: str, script: str) -> None:
    """Not a file it is given, nothing in code of an option, nothing when a folder is changed."""
    assert script == script_of(command.split())
