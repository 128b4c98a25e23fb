"""Are statements that cannot both hold told from those that can, in more than one language?"""

import pytest

from cortex.core.seat.claims import disagree
from cortex.model.seat_gate import Claim, Layer


def claim(text: str) -> Claim:
    """Give a sentence about one noun."""
    return Claim(Layer.ENTITY, "gateway", "", text, None, None)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The gateway listens on port 8443", "The gateway listens on port 9000"),
        ("Das Gateway läuft auf Port 8443", "Das Gateway läuft auf Port 9000."),
        ("Acme opens at 9", "Acme opens at 10."),
        ("Acme closes at 17:00", "Acme closes at 18:00"),
        ("Invoices go out on the 1st", "Invoices go out on the 15th"),
        ("The billing day is the 1st", "The billing day is the 15th"),
        ("El servidor usa el puerto 8443", "El servidor usa el puerto 9000"),
        ("Шлюз слушает порт 8443", "Шлюз слушает порт 9000"),
        ("网关监听8443端口", "网关监听9000端口"),
        ("ゲートウェイは8443番ポートで動く", "ゲートウェイは9000番ポートで動く"),
        ("게이트웨이 포트 8443", "게이트웨이 포트 9000"),
        ("Die Frist ist 30 Tage", "Die Frist ist 14 Tage"),
        ("付款期限是30天", "付款期限是14天"),
        ("Der Cache ist aktiv", "Der Cache ist nicht aktiv"),
        ("Le cache est activé", "Le cache n'est pas activé"),
        ("El caché está activo", "El caché no está activo"),
        ("Кэш включён", "Кэш не включён"),
        ("缓存已启用", "缓存未启用"),
        ("キャッシュを使います", "キャッシュを使いません"),
    ],
)
def test_denial_and_another_number_are_a_conflict(one: str, other: str) -> None:
    """Seat T12: whichever of the two is the new one."""
    assert disagree(claim(one), claim(other))
    assert disagree(claim(other), claim(one))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The gateway listens on port 8443", "The gateway logs to port 514"),
        ("We met Acme on the 1st", "We met Acme on the 15th"),
        ("The gateway failed at 9:00", "The gateway failed at 10:00"),
        ("Sprint 1 starts at 9", "Sprint 2 starts at 9"),
        ("Invoices go out on the 1st", "Reminders go out on the 15th"),
        ("Acme has 40 employees", "Acme has 3 offices"),
        ("Sprint 12 ging gut", "Sprint 13 ging gut"),
        ("Rechnung 2026-0001 ist bezahlt", "Rechnung 2026-0002 ist bezahlt"),
        ("网关监听8443端口", "数据库监听5432端口"),
        ("网关监听8443端口", "网关监听8443端口。"),
        ("Das Büro ist in Berlin", "Das Lager ist in Hamburg"),
        ("Der Cache ist aktiv", "Der Index ist nicht aktiv"),
        ("8443", "9000"),
        ("", "nicht"),
    ],
)
def test_what_can_both_hold_is_none(one: str, other: str) -> None:
    """Another thing, a label, the same number, and no sentence at all."""
    assert not disagree(claim(one), claim(other))
    assert not disagree(claim(other), claim(one))
