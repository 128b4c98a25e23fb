"""What does a brain in dictionaries keep beside its facts?"""

from cortex.stores.memory.ages import MemoryAges
from cortex.stores.memory.assemblies import MemoryAssemblies
from cortex.stores.memory.associations import MemoryAssociations
from cortex.stores.memory.audits import MemoryAudits
from cortex.stores.memory.change_items import MemoryChangeItems
from cortex.stores.memory.compiled import MemoryCompiled
from cortex.stores.memory.coordination import MemoryCoordination
from cortex.stores.memory.erasure import MemoryErasure
from cortex.stores.memory.focus import MemoryFocus
from cortex.stores.memory.hosts import MemoryHosts
from cortex.stores.memory.imports import MemoryImports
from cortex.stores.memory.injections import MemoryInjections
from cortex.stores.memory.intake import MemoryIntake
from cortex.stores.memory.learning import MemoryLearning
from cortex.stores.memory.needs import MemoryNeeds
from cortex.stores.memory.observations import MemoryObservations
from cortex.stores.memory.outbox import MemoryOutbox
from cortex.stores.memory.permissions import MemoryPermissions
from cortex.stores.memory.relations import MemoryRelations
from cortex.stores.memory.revisions import MemoryRevisions
from cortex.stores.memory.search_index import MemorySearchIndex
from cortex.stores.memory.state import State
from cortex.stores.memory.threads import MemoryThreads
from cortex.stores.memory.turns import MemoryTurns


class MemoryNouns:
    """Every noun over one state; implements ``cortex.ports.nouns.NounWriter``."""

    def __init__(self, state: State) -> None:
        self._state = state

    @property
    def change_items(self) -> MemoryChangeItems:
        """Give the feed of changes."""
        return MemoryChangeItems(self._state)

    @property
    def revisions(self) -> MemoryRevisions:
        """Give the revisions of records."""
        return MemoryRevisions(self._state.revisions)

    @property
    def threads(self) -> MemoryThreads:
        """Give threads and what is owed on them."""
        return MemoryThreads(self._state)

    @property
    def learning(self) -> MemoryLearning:
        """Give what use taught."""
        return MemoryLearning(self._state.learning, self._state.learned)

    @property
    def ages(self) -> MemoryAges:
        """Give ageing, clusters and cold blocks."""
        return MemoryAges(self._state)

    @property
    def outbox(self) -> MemoryOutbox:
        """Give the housekeeping that waits."""
        return MemoryOutbox(self._state)

    @property
    def coordination(self) -> MemoryCoordination:
        """Give what agents tell each other."""
        return MemoryCoordination(self._state.coordination)

    @property
    def focus(self) -> MemoryFocus:
        """Give the focus sessions."""
        return MemoryFocus(self._state.focus)

    @property
    def permissions(self) -> MemoryPermissions:
        """Give what clients may do."""
        return MemoryPermissions(self._state.permissions)

    @property
    def audits(self) -> MemoryAudits:
        """Give what was served and saved."""
        return MemoryAudits(self._state.audits)

    @property
    def imports(self) -> MemoryImports:
        """Give what was taken in from where."""
        return MemoryImports(self._state.imports)

    @property
    def erasure(self) -> MemoryErasure:
        """Give what was forgotten."""
        return MemoryErasure(self._state)

    @property
    def observations(self) -> MemoryObservations:
        """Give what sources produced."""
        return MemoryObservations(self._state.observations)

    @property
    def relations(self) -> MemoryRelations:
        """Give what joins facts by role."""
        state = self._state
        committed = [entry.fact_id for entry in state.commits]
        return MemoryRelations(state.relations, committed, state.is_rolled_back)

    @property
    def compiled(self) -> MemoryCompiled:
        """Give answers worked out before."""
        state = self._state
        return MemoryCompiled(state.compiled, state.facts, state.commits, state.versions)

    @property
    def intake(self) -> MemoryIntake:
        """Give where the intake of a source stands, and which files are asked for."""
        return MemoryIntake(self._state.intake)

    @property
    def needs(self) -> MemoryNeeds:
        """Give what agents asked to be told."""
        state = self._state
        return MemoryNeeds(state.needs, state.observations, state.search_index)

    @property
    def associations(self) -> MemoryAssociations:
        """Give routes learned between words."""
        return MemoryAssociations(self._state.associations, self._state.observations)

    @property
    def assemblies(self) -> MemoryAssemblies:
        """Give sets of records that belong together."""
        return MemoryAssemblies(self._state.assemblies, self._state.observations)

    @property
    def turns(self) -> MemoryTurns:
        """Give the sessions of hosts and the order of their turns."""
        return MemoryTurns(self._state.turns)

    @property
    def search_index(self) -> MemorySearchIndex:
        """Give what observations are found by."""
        return MemorySearchIndex(self._state.search_index, self._state.observations)

    @property
    def hosts(self) -> MemoryHosts:
        """Give what hosts may hand over, and how far their transcripts were read."""
        return MemoryHosts(self._state.hosts)

    @property
    def injections(self) -> MemoryInjections:
        """Give what was put beside a prompt."""
        return MemoryInjections(self._state.injections, self._state.observations)
