"""What holds for the law of every town, whatever the facts: a new town is tested by its line in the registry."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ordinances.facts import (
    Adoption,
    Change,
    Custody,
    Disposal,
    Dog,
    Presence,
    RabiesStatement,
    Redemption,
    Resolution,
    Return,
    Transfer,
    WorkingKind,
)
from ordinances.money import Money
from ordinances.ordinance import Ordinance
from ordinances.registry import ORDINANCES, ordinance_of
from tests.ordinances.every_law import (
    EVERY_LAW,
    LONG_CURRENT,
    WORKING,
    adoptions,
    application,
    applications,
    codes,
    custodies,
    days,
    disposals,
    moments,
    presences,
    priced_resolution,
    quotes,
    redemptions,
    resolutions,
    spans,
    steadily,
)

ONE_DAY = timedelta(days=1)
MOMENT = timedelta(microseconds=1)
every_law = pytest.mark.parametrize("law", EVERY_LAW, ids=lambda law: law.town)


@every_law
@given(data=st.data())
@steadily
def test_a_quote_is_lines_that_cite_and_add_up_or_refusals_that_cite(law: Ordinance, data: st.DataObject) -> None:
    quote = data.draw(quotes(law))
    for line in quote.lines:
        assert all([line.code, line.label, line.citation, line.because])
        assert line.amount.cents >= 0
    for refusal in quote.refusals:
        assert all([refusal.code, refusal.citation, refusal.message])
    if quote.refusals:
        assert (quote.lines, quote.total, quote.term, quote.marking) == ((), None, None, "")
    else:
        assert quote.total == Money(sum(line.amount.cents for line in quote.lines))
    assert quote.term is None or quote.term.starts <= quote.term.expires
    for said in (quote.lines, quote.refusals):
        assert len(set(said)) == len(said)


@every_law
@given(data=st.data(), more=spans)
@steadily
def test_a_longer_stay_in_the_pound_never_costs_less(law: Ordinance, data: st.DataObject, more: timedelta) -> None:
    asked = data.draw(redemptions(law).filter(lambda asked: asked.paid_at >= (asked.sheltered_at or asked.seized_at)))
    asked = replace(asked, licensed=True)
    now, later, next_day = (
        law.redemption(replace(asked, paid_at=asked.paid_at + stay)).total for stay in (timedelta(0), more, ONE_DAY)
    )
    assert now is not None
    assert later is not None
    assert next_day is not None
    assert now <= later
    assert now <= next_day


@every_law
@given(seized=moments, stay=spans)
@steadily
def test_an_unlicensed_dog_is_never_priced_for_release(law: Ordinance, seized: datetime, stay: timedelta) -> None:
    assert "not_licensed" in codes(law.redemption(Redemption(False, seized, seized + stay)))
    early = law.redemption(Redemption(True, seized, seized - stay - timedelta(seconds=1)))
    assert codes(early) == ["paid_before_seized"]


@every_law
@given(custody=custodies)
@steadily
def test_an_owner_has_an_open_day_to_pay_before_the_dog_is_disposed_of(law: Ordinance, custody: Custody) -> None:
    hold = law.hold(custody)
    assert hold.citation
    assert hold.because
    if hold.last_day is None or hold.pay_by is None or hold.available_from is None:
        assert hold.last_day is hold.pay_by is hold.available_from is None
        return
    assert custody.seized_on < hold.last_day <= hold.pay_by < hold.available_from
    for day in (hold.pay_by, hold.available_from):
        assert law.is_business_day(day)
        assert day not in custody.closed


@every_law
@given(asked=disposals)
@steadily
def test_nothing_is_done_with_a_dog_before_its_day_unless_a_court_orders_it(law: Ordinance, asked: Disposal) -> None:
    if asked.how == "put_down" and asked.court_order:
        return
    available = law.hold(asked.custody).available_from
    early = available is None or asked.on < available
    refusals = law.disposal(asked)
    assert all(refusal.citation and refusal.message for refusal in refusals)
    assert refusals or not early
    assert refusals or asked.forfeited


@every_law
@given(custody=custodies, later=days)
@steadily
def test_neither_a_courts_hold_nor_a_quarantine_shortens_a_hold(law: Ordinance, custody: Custody, later: date) -> None:
    plain = law.hold(replace(custody, court_decided_on=None, quarantined_until=None)).available_from
    for held in (replace(custody, court_decided_on=later), replace(custody, quarantined_until=later)):
        available = law.hold(held).available_from
        assert available is None or (plain is not None and available >= plain)
        assert available is None or held.quarantined_until is None or available > held.quarantined_until


@every_law
@given(data=st.data())
@steadily
def test_a_price_holds_until_it_is_said_to_change(law: Ordinance, data: st.DataObject) -> None:
    asked = data.draw(redemptions(law).filter(lambda asked: asked.paid_at >= (asked.sheltered_at or asked.seized_at)))
    asked = replace(asked, licensed=True)
    until = law.price_until(asked)
    if until is None:
        assert law.redemption(replace(asked, paid_at=asked.paid_at + timedelta(days=30))) == law.redemption(asked)
        return
    assert until >= asked.paid_at
    now, last, after = (
        law.redemption(replace(asked, paid_at=at)).total for at in (asked.paid_at, until, until + MOMENT)
    )
    assert now == last
    assert last is not None
    assert after is not None
    assert last < after


@every_law
@given(licensed=st.booleans(), owner_known=st.booleans())
@steadily
def test_a_dog_goes_back_without_impoundment_only_if_it_is_licensed(
    law: Ordinance, licensed: bool, owner_known: bool
) -> None:
    for how in law.returns:
        refusals = law.may_return(Return(how, licensed, owner_known))
        assert bool(refusals) == (not (licensed and owner_known))
    assert law.may_return(Return("by_the_window", True, True))


@every_law
def test_each_ground_of_a_seizure_has_its_words_its_section_and_its_text(law: Ordinance) -> None:
    assert law.seizure_grounds
    for ground in (*law.seizure_grounds.values(), *law.returns.values()):
        assert all([ground.words, ground.citation, ground.text])


@every_law
@given(custody=custodies, closed=days)
@steadily
def test_a_closed_day_more_never_shortens_a_hold(law: Ordinance, custody: Custody, closed: date) -> None:
    before, after = law.hold(custody), law.hold(replace(custody, closed=custody.closed | {closed}))
    assert after.last_day == before.last_day
    assert before.pay_by is None or (after.pay_by is not None and after.pay_by >= before.pay_by)
    assert before.available_from is None or (
        after.available_from is not None and after.available_from >= before.available_from
    )


@every_law
@given(custody=custodies)
@steadily
def test_a_courts_hold_stops_every_clock(law: Ordinance, custody: Custody) -> None:
    hold = law.hold(replace(custody, court_hold=True))
    assert hold.last_day is hold.pay_by is hold.available_from is None


@every_law
@given(data=st.data(), on=days)
@steadily
def test_no_term_shares_a_day_with_its_renewal(law: Ordinance, data: st.DataObject, on: date) -> None:
    first = law.license(application(law, on, None)).term
    assert first is not None
    assert first.expires >= on
    opens = law.renewal_opens(first.expires)
    asked = opens + data.draw(st.timedeltas(timedelta(0), timedelta(days=500)))
    renewal = law.license(application(law, max(on, asked), first.expires)).term
    assert renewal is not None
    assert first.expires < renewal.starts <= renewal.expires


@every_law
@given(on=days)
@steadily
def test_a_renewal_in_time_leaves_no_gap_and_opens_on_its_day(law: Ordinance, on: date) -> None:
    expires = law.license(application(law, on, None)).term.expires  # type: ignore[union-attr]
    opens = law.renewal_opens(expires)
    for asked in (opens, expires):
        renewal = law.license(application(law, asked, expires)).term
        assert renewal is not None
        assert renewal.starts == expires + ONE_DAY
    assert codes(law.license(application(law, opens - ONE_DAY, expires))) == ["too_early"]


@every_law
@given(data=st.data())
@steadily
def test_a_free_license_is_marked_and_has_no_fee(law: Ordinance, data: st.DataObject) -> None:
    quote = law.license(data.draw(applications(law)))
    if quote.marking:
        assert quote.marking in law.working_kinds.values()
        assert not {"license_fee", "state_surcharge", "late_penalty"} & {line.code for line in quote.lines}
    elif not quote.refusals:
        assert "license_fee" in {line.code for line in quote.lines}


@every_law
@given(kind=st.sampled_from(WORKING))
@steadily
def test_working_dogs_are_free_with_proof_where_the_town_lists_them(law: Ordinance, kind: WorkingKind) -> None:
    proven, claimed = (
        law.license(application(law, date(2026, 6, 15), None, Dog(working=kind, working_proof=proof)))
        for proof in (True, False)
    )
    assert proven.marking == law.working_kinds.get(kind, "")
    assert claimed.marking == ""
    assert claimed.total is not None


@every_law
@given(on=days)
@steadily
def test_rabies_papers_are_asked_for_and_statements_taken_as_the_town_says(law: Ordinance, on: date) -> None:
    asked = application(law, on, None)
    assert codes(law.license(replace(asked, rabies=None))) == ["rabies_missing"]
    stated = codes(law.license(replace(asked, rabies=RabiesStatement(on))))
    assert stated == ([] if law.accepts_rabies_statement else ["rabies_statement_not_accepted"])
    assert "rabies_not_current" in codes(
        law.license(replace(asked, rabies=replace(LONG_CURRENT, expires=on - ONE_DAY)))
    )


@every_law
@given(presence=presences)
@steadily
def test_a_duty_to_license_cites_and_begins_on_its_day(law: Ordinance, presence: Presence) -> None:
    answer = law.license_required(presence)
    assert answer.citation
    assert answer.because
    if answer.since is not None:
        assert answer.required == (presence.on >= answer.since)
    if answer.required:
        assert law.license_required(replace(presence, on=presence.on + ONE_DAY)).required


@every_law
@given(happened_on=days, event=st.sampled_from(["sale", "address", "loss", "theft", "death"]))
@steadily
def test_a_notice_falls_due_on_a_business_day_if_on_any(law: Ordinance, happened_on: date, event: str) -> None:
    answer = law.notify_by(Change(event, happened_on))  # type: ignore[arg-type]
    assert answer.citation
    assert answer.because
    assert answer.by is None or (answer.by > happened_on and law.is_business_day(answer.by))


@every_law
@given(on=days, expires=days)
@steadily
def test_a_transfer_never_begins_or_ends_before_the_day(law: Ordinance, on: date, expires: date) -> None:
    quote = law.transfer(Transfer(on, expires))
    assert quote.term is None or quote.term.starts == on <= quote.term.expires
    assert expires >= on or quote.refusals


@every_law
@given(data=st.data())
@steadily
def test_a_resolution_is_refused_beyond_each_floor_and_ceiling(law: Ordinance, data: st.DataObject) -> None:
    resolution = data.draw(resolutions(law))
    assume(resolution is not None)
    assert resolution is not None
    for amount in law.amounts:
        for limit, beyond in ((amount.least, -1), (amount.most, 1)):
            if limit is not None:
                amounts = {**resolution.amounts, amount.code: Money(Money.of(limit).cents + beyond)}
                refusals = law.check_resolution(Resolution(amounts))
                assert amount.code in [refusal.about for refusal in refusals]
                assert all(refusal.code and refusal.citation and refusal.message for refusal in refusals)


@every_law
def test_amounts_that_satisfy_the_law_are_taken(law: Ordinance) -> None:
    assert law.check_resolution(priced_resolution(law)) == ()


@every_law
@given(on=days, renewing=st.none() | days)
@steadily
def test_there_is_a_term_to_choose(law: Ordinance, on: date, renewing: date | None) -> None:
    periods = law.periods(on, renewing)
    assert periods
    assert all(period.label for period in periods)
    assert len({period.value for period in periods}) == len(periods)


@every_law
def test_a_town_says_what_it_is_and_which_text_it_applies(law: Ordinance) -> None:
    assert all([law.town, law.name, law.text, *(getattr(law.words, word) for word in law.words.__slots__)])
    assert law.imprint("1042", "555-0100")[0] == law.words.place
    assert "1042" in law.imprint("1042", "555-0100")
    assert "dog" in law.license_kinds
    assert ("alteration" in law.asks) == bool(law.alteration_proofs)
    assert ("years" in law.asks) != ("license_year" in law.asks)


@every_law
def test_the_registry_finds_a_law_from_its_first_day(law: Ordinance) -> None:
    assert law in ORDINANCES[law.town]
    assert ordinance_of(law.town, on=law.in_force_from) is law
    if law is min(ORDINANCES[law.town], key=lambda known: known.in_force_from):
        with pytest.raises(LookupError, match=law.town):
            ordinance_of(law.town, on=law.in_force_from - ONE_DAY)


def test_a_town_that_nobody_knows_is_an_error_that_names_the_known_ones() -> None:
    with pytest.raises(LookupError, match="known: chestertown, dover"):
        ordinance_of("atlantis", on=datetime(2026, 1, 1, tzinfo=UTC).date())


@every_law
@given(asked=adoptions)
@steadily
def test_no_dog_that_must_be_licensed_is_adopted_by_a_resident_without_a_license(
    law: Ordinance, asked: Adoption
) -> None:
    answer = law.adoption(asked)
    assert answer.citation
    assert answer.because
    assert all([each.code and each.citation and each.message and each.about] for each in answer.refusals)
    required = law.license_required(Presence(asked.on, asked.dog)).required
    if asked.adopter.resident and required and not asked.licensed:
        assert answer.license == "here"
        assert "not_licensed" in [refusal.code for refusal in answer.refusals]


@every_law
@given(asked=adoptions, older=spans)
@steadily
def test_what_more_is_shown_never_stands_in_the_way_of_an_adoption(
    law: Ordinance, asked: Adoption, older: timedelta
) -> None:
    more = replace(asked, shown_of_age=True, available=True, licensed=True, license_elsewhere="Easton 77")
    assert {each.code for each in law.adoption(more).refusals} <= {each.code for each in law.adoption(asked).refusals}
    later = replace(more, on=more.on + older)
    assert len(law.adoption(later).refusals) <= len(law.adoption(more).refusals)
