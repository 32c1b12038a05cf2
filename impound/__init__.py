"""Seizures, holds, notices, redemption, release, adoption: their law is in ``ordinances``, their acts come here."""
