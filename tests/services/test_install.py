"""What happens to an installation when the ground moves under it?"""

from pathlib import Path

import pytest

from cortex.hosts.setups.every import KNOWN
from cortex.model.installation import (
    EditRefused,
    Folders,
    HostPlan,
    HostState,
    Installation,
    Launcher,
    Setup,
)
from cortex.services.install import apply_install, plan_install
from cortex.services.uninstall import apply_uninstall, plan_uninstall
from cortex.stores.files.host_files import DiskHostFiles
from cortex.wire.install import manifest_bytes, read_manifest

PLACE = ("user", "1.2.3")


class Ground:
    """A home of hosts on a real disk, and the manifest that was remembered last."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.files: DiskHostFiles = DiskHostFiles("")
        self.installed: tuple[Installation, ...] = ()
        where = [str(home / name) for name in ("", "cl", "cl.json", "codex", "cu", "ge", "oc")]
        folders = Folders(*where)
        self._folders = folders
        self.setups: tuple[Setup, ...] = ()
        self.move("/opt/cortex")

    def move(self, program: str) -> None:
        """Let another program of ours install from now on."""
        self.setups = tuple(
            known.setup(self._folders, Launcher(program), ())
            for known in KNOWN
            if known.host == "codex"
        )

    def remember(self, installed: tuple[Installation, ...]) -> None:
        """Keep a manifest as the home does: as bytes that are read again."""
        self.installed = read_manifest(manifest_bytes(installed), "install.json")

    def plan(self) -> tuple[HostPlan, ...]:
        """Plan an installation."""
        return plan_install(self.files, self.setups, "1.2.3")

    def apply(self, plans: tuple[HostPlan, ...] | None = None) -> HostPlan:
        """Install by a plan, or by a fresh one."""
        made = self.plan() if plans is None else plans
        [done] = apply_install(self.files, made, self.installed, PLACE, self.remember, "S")
        return done

    def leave(self) -> HostPlan:
        """Uninstall."""
        plans = plan_uninstall(self.files, self.setups, self.installed, "user", is_forced=False)
        [done] = apply_uninstall(self.files, plans, self.installed, "user", self.remember, "T")
        return done

    def contents(self) -> dict[str, bytes]:
        """Give every file there is."""
        return {
            str(path.relative_to(self.home)): path.read_bytes()
            for path in sorted(self.home.rglob("*"))
            if path.is_file()
        }


@pytest.fixture
def ground(tmp_path: Path) -> Ground:
    """Give a home in which Codex has a configuration of its person."""
    (tmp_path / "codex").mkdir()
    (tmp_path / "codex" / "config.toml").write_bytes(b'model = "x"\n')
    return Ground(tmp_path)


def test_file_that_changed_since_the_plan_stops_its_host(ground: Ground) -> None:
    """When one file is not as planned, not even the others of its host are written."""
    plans = ground.plan()
    (ground.home / "codex" / "config.toml").write_bytes(b'model = "y"\n')
    before = ground.contents()
    done = ground.apply(plans)
    assert (HostState.REFUSED, before) == (done.state, ground.contents())
    assert "changed by another program" in done.reason
    assert () == ground.installed
    assert HostState.APPLIED is ground.apply().state


def test_file_that_appeared_since_the_plan_is_not_replaced(ground: Ground) -> None:
    """A file that was to be made and is there by now stays as it is."""
    plans = ground.plan()
    (ground.home / "codex" / "hooks.json").write_bytes(b"{}")
    assert HostState.REFUSED is ground.apply(plans).state
    assert b"{}" == (ground.home / "codex" / "hooks.json").read_bytes()


class Dying(DiskHostFiles):
    """A disk on which the process dies at its n-th write."""

    def __init__(self, writes: int) -> None:
        super().__init__("")
        self.left = writes

    def exchange(self, path: str, before: bytes | None, after: bytes | None) -> tuple[str, ...]:
        """Write, or die before it."""
        if self.left == 0:
            raise KeyboardInterrupt
        self.left -= 1
        return super().exchange(path, before, after)


@pytest.mark.parametrize("writes", range(3))
def test_interruption_forgets_nothing(ground: Ground, writes: int) -> None:
    """Killed between any two writes, the rest is done next time and all is undone in the end."""
    original = ground.contents()
    ground.files = Dying(writes)
    with pytest.raises(KeyboardInterrupt):
        ground.apply()
    ground.files = DiskHostFiles("")
    assert HostState.APPLIED is ground.apply().state
    assert HostState.UNCHANGED is ground.apply().state
    ground.leave()
    left = {name: text for name, text in ground.contents().items() if ".bak-" not in name}
    assert original == left


@pytest.mark.parametrize("writes", range(3))
def test_interrupted_removal_is_finished_next_time(ground: Ground, writes: int) -> None:
    """Killed while taking out, the next removal finds what is left of ours."""
    original = ground.contents()
    ground.apply()
    ground.files = Dying(writes)
    with pytest.raises(KeyboardInterrupt):
        ground.leave()
    ground.files = DiskHostFiles("")
    ground.leave()
    left = {name: text for name, text in ground.contents().items() if ".bak-" not in name}
    assert original == left
    assert () == ground.installed


def test_lost_copy_costs_no_entry_of_the_person(ground: Ground) -> None:
    """Without its copy a file loses our entry and nothing else."""
    original = ground.contents()
    ground.apply()
    [copy] = (ground.home / "codex").glob("*.bak-*")
    copy.unlink()
    ground.leave()
    left = {name: text for name, text in ground.contents().items() if ".bak-" not in name}
    assert original == left


def test_copy_with_an_older_entry_in_it_is_not_the_original(ground: Ground) -> None:
    """After a change of somebody else and an upgrade no older entry of ours comes back."""
    ground.apply()
    config = ground.home / "codex" / "config.toml"
    config.write_bytes(config.read_bytes().replace(b'"x"', b'"y"'))
    ground.move("/opt/new/cortex")
    ground.apply()
    assert b"/opt/new/cortex" in config.read_bytes()
    ground.leave()
    assert b'model = "y"\n' == config.read_bytes()


def test_file_that_another_host_still_needs_stays(tmp_path: Path) -> None:
    """Taking one host out leaves the instructions that two hosts of a project read."""
    project = tmp_path / "p"
    project.mkdir()
    where = [str(tmp_path / name) for name in ("", "cl", "cl.json", "codex", "cu", "ge", "oc")]
    folders = Folders(*where)._replace(project=str(project))
    both = {
        known.host: known.setup(folders, Launcher("/opt/cortex"), ())
        for known in KNOWN
        if known.host in {"codex", "opencode"}
    }
    ground = Ground(tmp_path)
    ground.setups = tuple(both.values())
    place = (str(project), "1.2.3")
    apply_install(ground.files, ground.plan(), (), place, ground.remember, "S")
    for host, is_there in (("codex", True), ("opencode", False)):
        plans = plan_uninstall(
            ground.files, (both[host],), ground.installed, place[0], is_forced=False
        )
        apply_uninstall(ground.files, plans, ground.installed, place[0], ground.remember, "T")
        assert is_there is (project / "AGENTS.md").exists()


def test_full_disk_refuses_the_host(ground: Ground, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the disk refuses is a refusal of that host with its reason, not a crash."""

    def full(path: str, before: bytes | None, after: bytes | None) -> tuple[str, ...]:
        reason = f"{path} cannot be used: No space left on device"
        raise EditRefused(reason, "make room")

    monkeypatch.setattr(ground.files, "exchange", full)
    done = ground.apply()
    assert (HostState.REFUSED, "make room") == (done.state, done.remedy)


def test_manifest_of_another_version_is_not_guessed_at() -> None:
    """A manifest that cannot be read is an error with a remedy, never an empty one."""
    from cortex.model.errors import StoreUnreadable

    for content in (b"", b"[]", b'{"schema": "cortex.install/9"}', b"\xff"):
        with pytest.raises(StoreUnreadable, match="no manifest") as refused:
            read_manifest(content, "install.json")
        assert "move it away" in refused.value.remedy
    assert () == read_manifest(None, "install.json")
