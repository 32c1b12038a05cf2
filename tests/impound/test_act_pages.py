"""One page an act of the pound: what is typed is done, what is refused keeps what was typed."""

from __future__ import annotations

import io
import re
import uuid
from typing import Any

import pytest
import time_machine
from django.test import Client
from pypdf import PdfReader

from impound.models import Arrival, CareNote, Encounter, End, Forfeiture, Hold, LossReport, Notice, Seizure
from licensing.models import Caution
from office.models import Town, User
from tests.factories import DogFactory, OwnerFactory, UserFactory
from tests.impound.pound import arrive, end, forfeit_on, hold, notify, on, seize
from tests.licensing.cases import picture, upload
from tests.licensing.issuing import noon

pytestmark = pytest.mark.django_db


def send(by: User, address: str, day: str = "2026-06-02", /, **typed: Any) -> Any:
    """Send the form at noon of the day; a one-time key goes along."""
    client = Client()
    client.force_login(by)
    with time_machine.travel(noon(on(day)), tick=False):
        return client.post(address, {"key": str(uuid.uuid4())} | typed)


def paper(by: User, address: str) -> str:
    """The words of a PDF, in one line."""
    client = Client()
    client.force_login(by)
    response = client.get(address)
    pages = PdfReader(io.BytesIO(response.getvalue())).pages
    return re.sub(r"\s+", " ", " ".join(page.extract_text() for page in pages))


OFFICE: dict[str, Any] = {
    "at": "2026-06-02T08:30", "place": "Mill Street", "grounds": "unlicensed", "course": "impounded",
    "breed": "Hound", "color": "tan",
}  # fmt: skip


def test_the_clerk_writes_a_seizure_of_an_officer(clerk: User, officer: User) -> None:
    answer = send(clerk, "/pound/new", **OFFICE, officer=officer.pk)
    written = Seizure.objects.get()
    assert answer["Location"] == f"/pound/{written.pk}/"
    assert (written.officer, written.by, written.place) == (officer, clerk, "Mill Street")


def test_a_seizure_sent_twice_is_written_once(clerk: User, officer: User) -> None:
    typed: dict[str, Any] = OFFICE | {"key": str(uuid.uuid4()), "officer": officer.pk}
    assert send(clerk, "/pound/new", **typed)["Location"] == send(clerk, "/pound/new", **typed)["Location"]
    assert Seizure.objects.count() == 1


def test_what_was_typed_stays_with_what_is_wrong(clerk: User, officer: User) -> None:
    said = send(clerk, "/pound/new", **OFFICE | {"at": "2026-06-03T09:00"}, officer=officer.pk).content.decode()
    assert "This time is yet to come." in said
    assert "Mill Street" in said
    assert not Seizure.objects.exists()


def test_dogs_taken_together_share_their_occasion(clerk: User, officer: User) -> None:
    first = seize(by=officer)
    send(clerk, "/pound/new", **OFFICE, officer=officer.pk, together_with=first.number)
    assert Seizure.objects.exclude(pk=first.pk).get().occasion == first.occasion


def test_a_seizure_is_amended_with_its_reason(officer: User) -> None:
    seizure = seize(by=officer)
    client = Client()
    client.force_login(officer)
    seen = client.get(f"/pound/{seizure.pk}/amend").context["form"].initial["seen"]
    typed: dict[str, Any] = OFFICE | {
        "at": "2026-06-01T09:00",
        "color": "brown",
        "seen": seen,
        "reason": "Seen in daylight",
    }
    send(officer, f"/pound/{seizure.pk}/amend", **typed)
    seizure.refresh_from_db()
    assert (seizure.color, seizure.course) == ("brown", "impounded")
    assert "Seen in daylight" in client.get(f"/pound/{seizure.pk}/").content.decode()


def test_an_amendment_on_an_old_version_is_told_what_changed(officer: User) -> None:
    seizure = seize(by=officer)
    typed: dict[str, Any] = OFFICE | {
        "at": "2026-06-01T09:00",
        "color": "brown",
        "seen": 0,
        "reason": "Seen in daylight",
    }
    said = send(officer, f"/pound/{seizure.pk}/amend", **typed).content.decode()
    assert "Changed by someone else" in said
    seizure.refresh_from_db()
    assert seizure.color == "tan"


def test_the_dog_is_looked_up_and_matched(clerk: User, officer: User, dover: Town) -> None:
    dog = DogFactory.create(owner__town=dover, name="Luna")
    seizure = seize(by=officer, called="Luna")
    client = Client()
    client.force_login(clerk)
    assert "Luna, Beagle" in client.get(f"/pound/{seizure.pk}/match").content.decode()
    send(clerk, f"/pound/{seizure.pk}/match", dog=dog.pk)
    seizure.refresh_from_db()
    assert (seizure.dog, seizure.owner) == (dog, dog.owner)


def test_custody_from_arrival_to_care(officer: User) -> None:
    seizure = seize(by=officer)
    arrived = {"at": "2026-06-01T10:00", "shelter": "Dover Shelter", "received_by": "B. Keeper", "condition": "Thin"}
    send(officer, f"/pound/{seizure.pk}/arrive", **arrived, kennel="3")
    send(officer, f"/pound/{seizure.pk}/move", kennel="7")
    send(officer, f"/pound/{seizure.pk}/care", kind="veterinary", at="2026-06-02T09:00", note="Paw", cost="85.00")
    assert str(Arrival.objects.get()) == "Dover Shelter, kennel 7"
    noted = CareNote.objects.get(kind="veterinary")
    send(officer, f"/pound/care/{noted.pk}/withdraw", reason="Another dog's")
    assert CareNote.objects.get(withdraws=noted).note == "Another dog's"


def test_a_vaccination_is_filed_with_the_dog_of_record(officer: User, dover: Town) -> None:
    dog = DogFactory.create(owner__town=dover)
    seizure = seize(by=officer, dog=dog)
    shot = {"at": "2026-06-02T09:00", "vaccinated_on": "2026-06-02", "expires": "2027-06-02", "cost": "25"}
    send(officer, f"/pound/{seizure.pk}/rabies", **shot, veterinarian="Dr. J. Reyes")
    assert dog.rabiescertificates.get().expires == on("2027-06-02")
    assert CareNote.objects.get().cost == 25


def test_a_doubtful_certificate_is_asked_about_first(officer: User, dover: Town) -> None:
    seizure = seize(by=officer, dog=DogFactory.create(owner__town=dover))
    shot = {"at": "2026-06-02T09:00", "vaccinated_on": "2026-06-02", "expires": "2036-06-02", "veterinarian": "Dr. R"}
    assert "check the year" in send(officer, f"/pound/{seizure.pk}/rabies", **shot).content.decode()
    assert not CareNote.objects.exists()
    send(officer, f"/pound/{seizure.pk}/rabies", **shot, confirmed="long_certificate")
    assert CareNote.objects.exists()


def test_a_photograph_is_shown_on_the_dogs_page(officer: User) -> None:
    seizure = seize(by=officer)
    send(officer, f"/pound/{seizure.pk}/photo", scan=upload(picture(), "a.jpg", "image/jpeg"))
    client = Client()
    client.force_login(officer)
    assert f'<img src="/scans/{seizure.photos.get().scan_id}/"' in client.get(f"/pound/{seizure.pk}/").content.decode()


MAILED: dict[str, Any] = {
    "how": "mail", "on": "2026-06-02", "told": "Ada Owner", "address": "1 Mill Street",
    "certified_number": "7020 1", "proof": "Receipt of the post office",
}  # fmt: skip


def test_a_mailed_notice_starts_the_clock_and_is_a_letter(clerk: User, officer: User) -> None:
    seizure = seize(by=officer, wears_tag=True, tag_read="12")
    send(clerk, f"/pound/{seizure.pk}/notice", **MAILED)
    said = paper(clerk, f"/pound/notices/{Notice.objects.get().pk}/letter.pdf")
    assert "Last day: Thursday, June 11, 2026" in said
    assert "Monday to Friday, 9 to 4" in said
    assert "Not less than $20 for a first impoundment" in said
    assert "7020 1" in said


def test_the_letter_stays_as_it_was_sent(clerk: User, officer: User, dover: Town) -> None:
    seizure = seize(by=officer, wears_tag=True)
    address = f"/pound/notices/{notify(seizure, by=clerk).pk}/letter.pdf"
    before = paper(clerk, address)
    Town.objects.filter(pk=dover.pk).update(hours="Never")
    Seizure.objects.filter(pk=seizure.pk).update(breed="Poodle")
    assert paper(clerk, address) == before


def test_the_letter_in_chestertown_says_that_towns_law(chestertown: Town) -> None:
    warden = UserFactory.create(town=chestertown, role="officer")
    told = notify(seize(by=warden), by=warden)
    said = paper(warden, f"/pound/notices/{told.pk}/letter.pdf")
    assert "Last day: Saturday, June 6, 2026" in said
    assert "You may pay until Monday, June 8, 2026" in said
    assert "two dollars ($2.) for each calendar day" in said


def test_the_scan_is_held_while_the_form_is_put_right(clerk: User, officer: User) -> None:
    seizure = seize(by=officer)
    wrong: dict[str, Any] = MAILED | {"certified_number": "", "scan": upload(picture(), "a.jpg", "image/jpeg")}
    form = send(clerk, f"/pound/{seizure.pk}/notice", **wrong).context["form"]
    right = MAILED | {"held_scan": form["held_scan"].value()}
    send(clerk, f"/pound/{seizure.pk}/notice", **right)
    assert Notice.objects.get().scan is not None


def test_a_notice_that_was_none_is_withdrawn(clerk: User, officer: User) -> None:
    served = notify(seize(by=officer, wears_tag=True), by=clerk)
    send(clerk, f"/pound/notices/{served.pk}/withdraw", reason="Another house")
    served.refresh_from_db()
    assert served.withdrawn_because == "Another house"


def test_a_hold_is_placed_and_ended(officer: User) -> None:
    seizure = seize(by=officer)
    typed = {"kind": "court", "since": "2026-06-02", "source": "Justice Court, case 12", "reason": "Dangerous"}
    send(officer, f"/pound/{seizure.pk}/hold", **typed)
    placed = Hold.objects.get()
    send(officer, f"/pound/holds/{placed.pk}/end", "2026-06-10", on="2026-06-10", decision="Not dangerous")
    placed.refresh_from_db()
    assert placed.decision == "Not dangerous"


def test_a_forfeiture_is_refused_a_day_early_and_taken_on_its_day(officer: User) -> None:
    seizure = seize(by=officer)
    early = send(officer, f"/pound/{seizure.pk}/forfeit", "2026-06-08").content.decode()
    assert "nothing may be done before June 9, 2026" in early
    assert not Forfeiture.objects.exists()
    send(officer, f"/pound/{seizure.pk}/forfeit", "2026-06-09")
    declared = Forfeiture.objects.get()
    send(officer, f"/pound/forfeitures/{declared.pk}/withdraw", "2026-06-09", reason="The owner is coming")
    declared.refresh_from_db()
    assert declared.withdrawn_because == "The owner is coming"


def test_chestertown_asks_for_the_councils_approval(chestertown: Town) -> None:
    warden = UserFactory.create(town=chestertown, role="officer")
    seizure = seize(by=warden)
    forfeit_on(seizure, "2026-06-09", by=warden)
    typed = {"kind": "sheltered", "at": "2026-06-09T11:00", "to_whom": "Kent County Humane Society"}
    refused = send(warden, f"/pound/{seizure.pk}/end", "2026-06-09", **typed).content.decode()
    assert "Approval of the Mayor and Council" in refused
    assert "Record the approval of the Mayor and Council first" in refused
    send(warden, f"/pound/{seizure.pk}/end", "2026-06-09", **typed, approval="June 8: to the Humane Society")
    assert End.objects.get().approval == "June 8: to the Humane Society"


def test_dover_asks_for_no_approval_and_lets_an_end_be_withdrawn(officer: User) -> None:
    seizure = seize(by=officer)
    client = Client()
    client.force_login(officer)
    assert "Approval" not in client.get(f"/pound/{seizure.pk}/end").content.decode()
    send(officer, f"/pound/{seizure.pk}/end", kind="escaped", at="2026-06-02T09:00")
    ended = End.objects.get()
    send(officer, f"/pound/ends/{ended.pk}/withdraw", reason="It was in the yard")
    ended.refresh_from_db()
    assert ended.withdrawn_because == "It was in the yard"


BIT: dict[str, Any] = {"kind": "bit", "reason": "Bit a mail carrier", "source": "Police report 12"}


def test_a_caution_of_a_dog_seized_stands_wherever_it_is_shown(clerk: User, officer: User, dover: Town) -> None:
    dog = DogFactory.create(owner=OwnerFactory.create(town=dover, last_name="Zebra"), name="Luna")
    seizure = seize(by=officer, dog=dog)
    send(officer, f"/pound/{seizure.pk}/caution", **BIT)
    client = Client()
    client.force_login(clerk)
    places = (f"/dogs/{dog.pk}/", f"/owners/{dog.owner_id}/", "/counter/?q=zebra", f"/licenses/new?dog={dog.pk}")
    for address in (*places, "/pound/", f"/pound/{seizure.pk}/"):
        assert "Bit a mail carrier" in client.get(address).content.decode(), address


def test_a_caution_is_set_and_lifted_on_the_dogs_page(clerk: User, dover: Town) -> None:
    dog = DogFactory.create(owner__town=dover)
    send(clerk, f"/dogs/{dog.pk}/caution", **BIT)
    caution = Caution.objects.get()
    send(clerk, f"/cautions/{caution.pk}/lift", reason="Another dog")
    client = Client()
    client.force_login(clerk)
    assert 'aria-label="Cautions"' not in client.get(f"/dogs/{dog.pk}/").content.decode()
    assert (Caution.objects.get().lifted_because, dog.warnings) == ("Another dog", [])


def test_a_caution_needs_its_source(clerk: User, dover: Town) -> None:
    dog = DogFactory.create(owner__town=dover)
    said = send(clerk, f"/dogs/{dog.pk}/caution", **BIT | {"source": ""}).content.decode()
    assert "Bit a mail carrier" in said
    assert not Caution.objects.exists()


LOST: dict[str, Any] = {
    "reporter": "J. Newcomer", "telephone": "555-0199", "lost_on": "2026-06-01", "place": "Route 22",
    "breed": "Hound mix", "color": "tan",
}  # fmt: skip


def test_a_loss_report_is_matched_with_a_dog_held_and_closed(clerk: User, officer: User) -> None:
    seizure = seize(by=officer)
    send(clerk, "/pound/lost/new", **LOST)
    client = Client()
    client.force_login(clerk)
    said = client.get("/pound/lost/").content.decode()
    assert f"No. {seizure.number}, Hound" in said
    assert "breed alike; color alike; place: both say 22" in said
    report = LossReport.objects.get()
    close: dict[str, Any] = {"on": "2026-06-02", "because": "It is in the pound", "found": seizure.number}
    send(clerk, f"/pound/lost/{report.pk}/close", **close)
    report.refresh_from_db()
    assert report.found == seizure


def test_an_equal_chip_is_certain(clerk: User, officer: User) -> None:
    seize(by=officer, chip="985 112 000 111 222")
    send(clerk, "/pound/lost/new", **LOST | {"breed": "Poodle", "color": "white", "chip": "985112000111222"})
    client = Client()
    client.force_login(clerk)
    assert '<span class="usa-tag">certain</span>' in client.get("/pound/lost/").content.decode()


def test_a_dog_of_record_is_reported_lost_with_it(clerk: User, dover: Town) -> None:
    dog = DogFactory.create(owner__town=dover, name="Luna")
    client = Client()
    client.force_login(clerk)
    assert f"/pound/lost/new?dog={dog.pk}" in client.get(f"/dogs/{dog.pk}/report").content.decode()
    send(clerk, f"/pound/lost/new?dog={dog.pk}", **LOST)
    dog.refresh_from_db()
    assert dog.status == "lost"


def test_the_report_has_the_fields_of_the_states_form(officer: User, clerk: User) -> None:
    seizure = seize(by=officer, wears_tag=True, tag_read="12")
    arrive(seizure, by=officer)
    notify(seizure, by=clerk)
    said = paper(clerk, f"/pound/{seizure.pk}/report.pdf")
    for words in ("Dutchess County, New York", "Control number", "June 1, 2026, 9:00 AM", "still held", "none taken",
                  "Route 22 at Cemetery Road", "unlicensed: Not licensed", "Dover Animal Shelter, kennel 4",
                  "B. Keeper", "June 9, 2026", "Hound, tan", "in person on June 1, 2026"):  # fmt: skip
        assert words in said, words


def test_the_log_and_the_register_of_a_month(officer: User, clerk: User) -> None:
    seizure = seize(by=officer)
    Encounter.objects.create(
        town=seizure.town, client_id=uuid.uuid4(), kind="encounter", at=noon(on("2026-06-02")), officer=officer,
        told="A brown dog", note="Told to leash it", place="Mill Street", written_at=noon(), received_at=noon(),
    )  # fmt: skip
    client = Client()
    client.force_login(clerk)
    month = "?from=2026-06-01&to=2026-06-30"
    log = client.get(f"/pound/log/{month}").content.decode()
    assert f"Seizure {seizure.number}, impounded" in log
    assert "Told to leash it" in log
    assert "still held" in client.get(f"/pound/register/{month}").content.decode()
    assert "Told to leash it" in paper(clerk, f"/pound/log/log.pdf{month}")
    assert "still held" in paper(clerk, f"/pound/register/register.pdf{month}")
    assert "Told to leash it" in client.get(f"/pound/log/log.csv{month}").getvalue().decode()
    assert client.get("/pound/register/register.csv?from=2026-07-01&to=2026-06-01").status_code == 404


def test_a_dog_that_left_before_the_period_is_not_in_its_register(officer: User, clerk: User) -> None:
    seizure = seize(by=officer)
    end(seizure, "died", "2026-06-03", by=officer)
    client = Client()
    client.force_login(clerk)
    for since, there in {"2026-06-03": True, "2026-06-04": False}.items():
        said = client.get(f"/pound/register/?from={since}&to=2026-06-30").content.decode()
        assert ("Route 22" in said or "Hound, tan" in said) == there


def test_the_clerk_cannot_keep_or_end(clerk: User, officer: User) -> None:
    seizure = seize(by=officer)
    for act in ("arrive", "move", "care", "rabies", "hold", "forfeit", "end"):
        assert send(clerk, f"/pound/{seizure.pk}/{act}").status_code == 403


def test_a_court_order_is_told_on_the_dogs_page(officer: User) -> None:
    seizure = seize(by=officer)
    hold(seizure, by=officer)
    client = Client()
    client.force_login(officer)
    said = client.get(f"/pound/{seizure.pk}/").content.decode()
    assert "Justice Court, case 12" in said
    assert "No clock runs until the court decides" in said


def test_in_the_office_the_place_is_told_in_words(clerk: User, officer: User) -> None:
    said = send(clerk, "/pound/new", **OFFICE | {"place": ""}, officer=officer.pk)
    assert said.context["form"].errors["place"] == ["This field is required."]
    assert "tablet" not in str(said.context["form"]["place"])


def test_a_place_that_the_satellites_told_needs_no_words(officer: User) -> None:
    seizure = seize(by=officer, place="", latitude="41.7412", longitude="-73.5801", accuracy=8)
    form = client_of(officer).get(f"/pound/{seizure.pk}/amend").context["form"]
    assert not form.fields["place"].required


def client_of(user: User) -> Client:
    """Someone who is signed in."""
    client = Client()
    client.force_login(user)
    return client


def test_a_dog_that_was_taken_for_another_is_none_on_record_again(clerk: User, officer: User, dover: Town) -> None:
    seizure = seize(by=officer, dog=DogFactory.create(owner__town=dover))
    said = client_of(clerk).get(f"/pound/{seizure.pk}/match").content.decode()
    assert "None of these: it is on no record yet" in said
    send(clerk, f"/pound/{seizure.pk}/match", dog="")
    seizure.refresh_from_db()
    assert seizure.dog is None


def test_each_end_that_the_law_refuses_today_says_why(officer: User) -> None:
    seizure = seize(by=officer)
    arrive(seizure, by=officer)
    with time_machine.travel(noon(on("2026-06-02")), tick=False):
        said = client_of(officer).get(f"/pound/{seizure.pk}/end").content.decode()
    for words in ("before June 9, 2026", "a court must order this", "it is redeemed, and released on the"):
        assert "Not today. " in said
        assert words in said, words


def test_on_its_day_a_forfeit_dog_goes_to_a_shelter_without_a_word_against_it(officer: User) -> None:
    seizure = seize(by=officer)
    forfeit_on(seizure, "2026-06-09", by=officer)
    with time_machine.travel(noon(on("2026-06-09")), tick=False):
        said = client_of(officer).get(f"/pound/{seizure.pk}/end?kind=sheltered").content.decode()
    assert "Handed to a humane society or shelter</label>" in said


def test_the_day_of_the_vaccination_is_asked_once(officer: User, dover: Town) -> None:
    dog = DogFactory.create(owner__town=dover)
    seizure = seize(by=officer, dog=dog)
    address, shot = f"/pound/{seizure.pk}/rabies", {"expires": "2027-06-02", "veterinarian": "Dr. J. Reyes"}
    early = send(officer, address, at="2026-06-03T09:00", **shot)
    assert "yet to come" in str(early.context["form"].errors["at"])
    send(officer, address, at="2026-06-02T09:00", **shot)
    assert dog.rabiescertificates.get().vaccinated_on == on("2026-06-02")


def test_the_log_and_the_register_lead_to_the_dog_and_sort_in_a_spreadsheet(officer: User) -> None:
    seizure = seize(by=officer)
    client, month = client_of(officer), "?from=2026-06-01&to=2026-06-30"
    for name in ("log", "register"):
        said = client.get(f"/pound/{name}/{month}").content.decode()
        assert f'<a href="/pound/{seizure.pk}/">' in said
        assert "June 1, 2026, 9:00 AM" in said
        assert "2026-06-01 09:00" in client.get(f"/pound/{name}/{name}.csv{month}").getvalue().decode()
