"""What does a brain keep beside its facts? Each noun has a port, in the same transaction."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

# A command that uses none of them pays for none of them.
if TYPE_CHECKING:
    from cortex.ports.ages import AgesReader, AgesWriter
    from cortex.ports.assemblies import AssembliesReader, AssembliesWriter
    from cortex.ports.associations import AssociationsReader, AssociationsWriter
    from cortex.ports.audits import AuditsReader, AuditsWriter
    from cortex.ports.change_items import ChangeItemsReader
    from cortex.ports.compiled import CompiledReader, CompiledWriter
    from cortex.ports.coordination import CoordinationReader, CoordinationWriter
    from cortex.ports.erasure import ErasureReader, ErasureWriter
    from cortex.ports.focus import FocusReader, FocusWriter
    from cortex.ports.hosts import HostsReader, HostsWriter
    from cortex.ports.imports import ImportsReader, ImportsWriter
    from cortex.ports.injections import InjectionsReader, InjectionsWriter
    from cortex.ports.intake import IntakeReader, IntakeWriter
    from cortex.ports.learning import LearningReader, LearningWriter
    from cortex.ports.needs import NeedsReader, NeedsWriter
    from cortex.ports.observations import ObservationsReader, ObservationsWriter
    from cortex.ports.outbox import OutboxReader, OutboxWriter
    from cortex.ports.permissions import PermissionsReader, PermissionsWriter
    from cortex.ports.relations import RelationsReader, RelationsWriter
    from cortex.ports.revisions import RevisionsReader, RevisionsWriter
    from cortex.ports.search_index import SearchIndexReader, SearchIndexWriter
    from cortex.ports.threads import ThreadsReader, ThreadsWriter
    from cortex.ports.turns import TurnsReader, TurnsWriter


class NounReader(Protocol):
    """One consistent snapshot of every noun."""

    @property
    def change_items(self) -> ChangeItemsReader:
        """Give the feed of changes."""

    @property
    def relations(self) -> RelationsReader:
        """Give what joins facts by role."""

    @property
    def revisions(self) -> RevisionsReader:
        """Give the revisions of records."""

    @property
    def threads(self) -> ThreadsReader:
        """Give threads and what is owed on them."""

    @property
    def learning(self) -> LearningReader:
        """Give what use taught."""

    @property
    def compiled(self) -> CompiledReader:
        """Give answers worked out before."""

    @property
    def ages(self) -> AgesReader:
        """Give ageing, clusters and cold blocks."""

    @property
    def outbox(self) -> OutboxReader:
        """Give the housekeeping that waits."""

    @property
    def coordination(self) -> CoordinationReader:
        """Give what agents tell each other."""

    @property
    def focus(self) -> FocusReader:
        """Give the focus sessions."""

    @property
    def permissions(self) -> PermissionsReader:
        """Give what clients may do."""

    @property
    def audits(self) -> AuditsReader:
        """Give what was served and saved."""

    @property
    def imports(self) -> ImportsReader:
        """Give what was taken in from where."""

    @property
    def erasure(self) -> ErasureReader:
        """Give what was forgotten."""

    @property
    def observations(self) -> ObservationsReader:
        """Give what sources produced."""

    @property
    def intake(self) -> IntakeReader:
        """Give where the intake of a source stands, and which files are asked for."""

    @property
    def needs(self) -> NeedsReader:
        """Give what agents asked to be told."""

    @property
    def associations(self) -> AssociationsReader:
        """Give routes learned between words."""

    @property
    def assemblies(self) -> AssembliesReader:
        """Give sets of records that belong together."""

    @property
    def turns(self) -> TurnsReader:
        """Give the sessions of hosts and the order of their turns."""

    @property
    def search_index(self) -> SearchIndexReader:
        """Give what observations are found by."""

    @property
    def hosts(self) -> HostsReader:
        """Give what hosts may hand over, and how far their transcripts were read."""

    @property
    def injections(self) -> InjectionsReader:
        """Give what was put beside a prompt."""


class NounWriter(NounReader, Protocol):
    """One write transaction over every noun."""

    @property
    def relations(self) -> RelationsWriter:
        """Give what joins facts by role."""

    @property
    def revisions(self) -> RevisionsWriter:
        """Give the revisions of records."""

    @property
    def threads(self) -> ThreadsWriter:
        """Give threads and what is owed on them."""

    @property
    def learning(self) -> LearningWriter:
        """Give what use taught."""

    @property
    def compiled(self) -> CompiledWriter:
        """Give answers worked out before."""

    @property
    def ages(self) -> AgesWriter:
        """Give ageing, clusters and cold blocks."""

    @property
    def outbox(self) -> OutboxWriter:
        """Give the housekeeping that waits."""

    @property
    def coordination(self) -> CoordinationWriter:
        """Give what agents tell each other."""

    @property
    def focus(self) -> FocusWriter:
        """Give the focus sessions."""

    @property
    def permissions(self) -> PermissionsWriter:
        """Give what clients may do."""

    @property
    def audits(self) -> AuditsWriter:
        """Give what was served and saved."""

    @property
    def imports(self) -> ImportsWriter:
        """Give what was taken in from where."""

    @property
    def erasure(self) -> ErasureWriter:
        """Give what was forgotten."""

    @property
    def observations(self) -> ObservationsWriter:
        """Give what sources produced."""

    @property
    def intake(self) -> IntakeWriter:
        """Give where the intake of a source stands, and which files are asked for."""

    @property
    def needs(self) -> NeedsWriter:
        """Give what agents asked to be told."""

    @property
    def associations(self) -> AssociationsWriter:
        """Give routes learned between words."""

    @property
    def assemblies(self) -> AssembliesWriter:
        """Give sets of records that belong together."""

    @property
    def turns(self) -> TurnsWriter:
        """Give the sessions of hosts and the order of their turns."""

    @property
    def search_index(self) -> SearchIndexWriter:
        """Give what observations are found by."""

    @property
    def hosts(self) -> HostsWriter:
        """Give what hosts may hand over, and how far their transcripts were read."""

    @property
    def injections(self) -> InjectionsWriter:
        """Give what was put beside a prompt."""
