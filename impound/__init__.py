"""Seizures, holds, notices, redemption, release, adoption. The law of it is in ``ordinances``; its acts and pages come with the pound."""
