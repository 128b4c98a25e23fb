"""Is what is said of a derived index believed only as far as it is true?"""

import pytest

from tests.black_box.vault.programs import Harness, stamp


def test_index_is_recent_up_to_its_limit(fresh: Harness) -> None:
    """An index is fresh for seven days; one of the future, or older, is a warning. Vault Q3, Q11"""
    for ago, expected in (
        (7 * 86_400, {}),
        (7 * 86_400 + 1, {"index-stale": "warn"}),
        (-1, {"index-freshness-invalid": "warn"}),
    ):
        fresh.manifest(indexed_at=stamp(seconds=ago))
        assert expected == fresh.findings()


POLICIES: dict[str, object] = {
    "broken": "{",
    "empty": "",
    "list": [],
    "null": None,
    "extra key": {"schema": "lifeos-cortex-index-policy/v1", "policy": "no-index-v1", "x": 1},
    "no policy": {"schema": "lifeos-cortex-index-policy/v1"},
    "other policy": {"schema": "lifeos-cortex-index-policy/v1", "policy": "no-index-v2"},
    "other schema": {"schema": "lifeos-cortex-index-policy/v2", "policy": "no-index-v1"},
}


@pytest.mark.parametrize("case", POLICIES)
def test_policy_is_exactly_the_marker(fresh: Harness, case: str) -> None:
    """A policy of any other content is critical. Vault Q10"""
    fresh.policy(POLICIES[case])
    assert {"index-manifest-invalid": "critical"} == fresh.findings()


def test_policy_must_be_a_file(fresh: Harness) -> None:
    """A missing policy is a warning; a link, dangling too, or a folder is critical. Vault Q10"""
    path = fresh.policy()
    kept = path.rename(path.with_name("kept.json"))
    assert {"index-evidence-missing": "warn"} == fresh.findings()
    for target in (kept, kept.with_name("nothing")):
        path.symlink_to(target)
        assert {"index-manifest-invalid": "critical"} == fresh.findings()
        path.unlink()
    path.mkdir()
    assert {"index-manifest-invalid": "critical"} == fresh.findings()


def test_manifest_that_is_true_is_green(fresh: Harness) -> None:
    """Right digests are healthy, and the manifest goes before the policy. Vault Q11"""
    fresh.manifest()
    fresh.policy("{broken")
    verdict = fresh.examine()
    assert {} == verdict.findings
    assert "index-fresh" in verdict.report["ok_summary"]
    fresh.put("INDEX/sub/deeper.bin", b"an index")
    fresh.manifest(index_path="./sub/deeper.bin")
    assert {} == fresh.findings()


def test_manifest_is_compared_with_what_there_is(fresh: Harness) -> None:
    """An index or records that differ from the manifest are critical. Vault Q11"""
    mismatch = {"index-integrity-mismatch": "critical"}
    fresh.manifest(canonical_sha256="0" * 64)
    assert mismatch == fresh.findings()
    fresh.manifest(index_sha256="0" * 64)
    assert mismatch == fresh.findings()
    fresh.manifest()
    fresh.put("KNOWLEDGE/b.md", "beta")
    assert mismatch == fresh.findings()
    fresh.manifest()
    fresh.put("INDEX/index.bin", b"another index")
    assert mismatch == fresh.findings()


MANIFESTS: dict[str, dict[str, object]] = {
    "extra key": {"x": 1},
    "missing key": {"indexed_at": ...},
    "schema": {"schema": "lifeos-cortex-index/v2"},
    "upper case": {"index_sha256": "A" * 64},
    "short": {"canonical_sha256": "a" * 63},
    "number": {"canonical_sha256": 5},
    "blank path": {"index_path": ""},
    "escape": {"index_path": "../KNOWLEDGE/a.md"},
    "escape inside": {"index_path": "sub/../../KNOWLEDGE/a.md"},
    "absolute": {"index_path": "/etc/hostname"},
    "missing file": {"index_path": "nothing.bin"},
    "folder": {"index_path": "."},
    "nul": {"index_path": "a\0b"},
    "bad date": {"indexed_at": "2026-02-30T00:00:00Z"},
    "no date": {"indexed_at": "yesterday"},
}


@pytest.mark.parametrize("case", MANIFESTS)
def test_manifest_is_exactly_of_its_shape(fresh: Harness, case: str) -> None:
    """Extra or missing keys, bad digests, dates and paths are critical. Vault Q11"""
    fresh.manifest(**MANIFESTS[case])
    assert {"index-manifest-invalid": "critical"} == fresh.findings()


def test_manifest_is_reached_without_a_link(fresh: Harness) -> None:
    """A link as manifest, as index or on the way is critical; so is a vault at fault. Vault Q11"""
    invalid = {"index-manifest-invalid": "critical"}
    index = fresh.put("elsewhere/index.bin", b"an index")
    fresh.manifest(index_path="link.bin")
    (fresh.root / "INDEX/link.bin").symlink_to(index)
    assert invalid == fresh.findings()
    (fresh.root / "INDEX/sub").symlink_to(index.parent)
    fresh.manifest(index_path="sub/index.bin")
    assert invalid == fresh.findings()
    manifest = fresh.manifest()
    manifest.rename(manifest.with_name("kept.json"))
    manifest.symlink_to(manifest.with_name("kept.json"))
    assert invalid == fresh.findings()
    manifest.unlink()
    fresh.manifest()
    fresh.put("KNOWLEDGE/bad.md", b"\xff")
    assert invalid == fresh.findings()


def test_manifest_may_lie_elsewhere_in_the_vault(fresh: Harness) -> None:
    """A variable names the manifest; outside the vault it is critical."""
    fresh.policy("{broken")
    moved = fresh.manifest().rename(fresh.root / "INDEX" / "other.json")
    assert {} == fresh.having(CORTEX_INDEX_MANIFEST=str(moved)).findings()
    outside = moved.rename(fresh.home / "other.json")
    for path in (outside, fresh.root / "INDEX/../../../home/other.json"):
        found = fresh.having(CORTEX_INDEX_MANIFEST=str(path)).findings()
        assert {"index-manifest-invalid": "critical"} == found
    fresh.policy()
    assert {} == fresh.having(CORTEX_INDEX_MANIFEST="").findings()
