"""What the database itself refuses: a release without a receipt, a disposal before its day, adopting a dog held."""

from __future__ import annotations

RECEIPT_FIRST = """
    IF NEW.kind = 'redeemed' AND NEW.withdrawn_at IS NULL AND NOT EXISTS (
        SELECT 1 FROM impound_redemption
        WHERE seizure_id = NEW.seizure_id AND receipt_id = NEW.receipt_id AND undone_at IS NULL
    ) THEN
        RAISE EXCEPTION 'No release without the receipt of this dog''s redemption.'
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
"""
NOT_BEFORE_ITS_DAY = """
    IF NEW.withdrawn_at IS NULL AND NEW.forfeiture_id IS NOT NULL AND (NOT EXISTS (
        SELECT 1 FROM impound_forfeiture
        WHERE id = NEW.forfeiture_id AND seizure_id = NEW.seizure_id AND withdrawn_at IS NULL
          AND available_from <= (NEW.at AT TIME ZONE 'America/New_York')::date
    ) OR EXISTS (
        SELECT 1 FROM impound_hold
        WHERE seizure_id = NEW.seizure_id AND ended_on IS NULL AND withdrawn_at IS NULL
          AND (kind = 'court' OR until >= (NEW.at AT TIME ZONE 'America/New_York')::date)
    )) THEN
        RAISE EXCEPTION 'Nothing is done with a dog before its day.' USING ERRCODE = 'restrict_violation';
    END IF;
    IF NEW.withdrawn_at IS NULL AND NEW.order_id IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM impound_hold
        WHERE id = NEW.order_id AND seizure_id = NEW.seizure_id AND destroy AND withdrawn_at IS NULL
          AND ended_on <= (NEW.at AT TIME ZONE 'America/New_York')::date
    ) THEN
        RAISE EXCEPTION 'No court ordered this dog destroyed.' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
"""
NO_DOG_HELD = """
    IF EXISTS (
        SELECT 1 FROM impound_seizure seizure
        WHERE seizure.dog_id = NEW.dog_id AND seizure.course <> 'handed_back'
          AND NOT EXISTS (SELECT 1 FROM impound_end WHERE seizure_id = seizure.id AND withdrawn_at IS NULL)
          AND NOT EXISTS (
              SELECT 1 FROM impound_forfeiture
              WHERE seizure_id = seizure.id AND withdrawn_at IS NULL AND available_from <= NEW.adopted_on
          )
    ) THEN
        RAISE EXCEPTION 'The dog is held in the pound for its owner.' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
"""
NOT_UNDONE_AFTER_RELEASE = """
    IF NEW.undone_at IS NOT NULL AND EXISTS (
        SELECT 1 FROM impound_end
        WHERE seizure_id = NEW.seizure_id AND receipt_id = NEW.receipt_id AND withdrawn_at IS NULL
    ) THEN
        RAISE EXCEPTION 'The dog was released on this receipt.' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
"""
