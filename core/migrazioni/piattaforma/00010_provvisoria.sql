-- +goose Up
ALTER TABLE operatore ADD COLUMN provvisoria_fino timestamptz;
COMMENT ON COLUMN operatore.provvisoria_fino IS 'Until when a password given by somebody else opens the page that changes it; null: without a term (one that has expired by age, or was given before this column).';
