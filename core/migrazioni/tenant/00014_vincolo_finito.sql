-- +goose Up
-- core ends a hold by its own clock, as it does whatever has a day: a hold is in force until its end is written.
ALTER TABLE vincolo ADD COLUMN finito timestamptz;
COMMENT ON COLUMN vincolo.finito IS 'When core found that the last day was over; null: in force, unless it was lifted.';
CREATE OR REPLACE VIEW trattenimento AS
    SELECT verbale, upper(codice_fiscale) AS codice_fiscale FROM vincolo WHERE tolto IS NULL AND finito IS NULL
    UNION ALL
    SELECT verbale, upper(codice_fiscale) FROM rettifica WHERE stato = 'RICEVUTA';
