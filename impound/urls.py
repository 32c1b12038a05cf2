"""The addresses of the pound and of the field."""

from __future__ import annotations

from django.urls import path

from impound.views import clock, custody, ends, field, lost, papers, pound, seizures

urlpatterns = [
    path("pound/", pound.pound, name="pound"),
    path("pound/new", seizures.seizure_new, name="seizure_new"),
    path("pound/lost/", lost.lost, name="lost"),
    path("pound/lost/new", lost.lost_new, name="lost_new"),
    path("pound/lost/<int:pk>/close", lost.lost_close, name="lost_close"),
    path("pound/log/", papers.log, name="pound_log"),
    path("pound/log/log.pdf", papers.log_pdf, name="pound_log_pdf"),
    path("pound/log/log.csv", papers.log_csv, name="pound_log_csv"),
    path("pound/register/", papers.register, name="pound_register"),
    path("pound/register/register.pdf", papers.register_pdf, name="pound_register_pdf"),
    path("pound/register/register.csv", papers.register_csv, name="pound_register_csv"),
    path("pound/<int:pk>/", pound.seizure_page, name="seizure"),
    path("pound/<int:pk>/report.pdf", papers.report_pdf, name="seizure_report"),
    path("pound/<int:pk>/amend", seizures.seizure_amend, name="seizure_amend"),
    path("pound/<int:pk>/match", seizures.seizure_match, name="seizure_match"),
    path("pound/<int:pk>/photo", custody.photo, name="seizure_photo"),
    path("pound/<int:pk>/caution", custody.caution, name="seizure_caution"),
    path("pound/<int:pk>/arrive", custody.arrive, name="seizure_arrive"),
    path("pound/<int:pk>/move", custody.move, name="seizure_move"),
    path("pound/<int:pk>/care", custody.care, name="seizure_care"),
    path("pound/<int:pk>/rabies", custody.rabies, name="seizure_rabies"),
    path("pound/care/<int:pk>/withdraw", custody.care_withdraw, name="care_withdraw"),
    path("pound/<int:pk>/notice", clock.notice, name="seizure_notice"),
    path("pound/notices/<int:pk>/letter.pdf", clock.letter, name="notice_letter"),
    path("pound/notices/<int:pk>/withdraw", clock.notice_withdraw, name="notice_withdraw"),
    path("pound/<int:pk>/hold", clock.hold, name="seizure_hold"),
    path("pound/holds/<int:pk>/end", clock.hold_end, name="hold_end"),
    path("pound/<int:pk>/forfeit", ends.seizure_forfeit, name="seizure_forfeit"),
    path("pound/forfeitures/<int:pk>/withdraw", ends.forfeiture_withdraw, name="forfeiture_withdraw"),
    path("pound/<int:pk>/end", ends.seizure_end, name="seizure_end"),
    path("pound/ends/<int:pk>/withdraw", ends.end_withdraw, name="end_withdraw"),
    path("field/", field.field, name="field"),
    path("field/worker.js", field.worker, name="field_worker"),
    path("field/manifest.webmanifest", field.manifest, name="field_manifest"),
    path("field/who", field.who, name="field_who"),
    path("field/register", field.register, name="field_register"),
    path("field/send", field.send, name="field_send"),
    path("field/photos", field.photos, name="field_photos"),
]
