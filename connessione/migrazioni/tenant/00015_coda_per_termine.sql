-- +goose Up
-- Work that waits for the next day of a register leaves the bus, and comes back in the order of its terms.
ALTER TABLE attesa ADD COLUMN termine date, ADD COLUMN lavoro jsonb;
CREATE INDEX attesa_coda ON attesa (registro, termine);
COMMENT ON COLUMN attesa.termine IS 'Last day of the term of service that is nearest and not gone; null: all are gone.';
COMMENT ON COLUMN attesa.lavoro IS 'The work itself, while it is off the bus: ids alone. It is published again, those with the nearest term first.';
