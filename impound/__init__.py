"""The pound: seizures, custody, holds and notices, redemption, release, and every other end."""
