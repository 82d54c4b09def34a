-- +goose Up
ALTER TABLE invio ADD COLUMN entro date;
COMMENT ON COLUMN invio.entro IS 'Last day, of Rome, on which it leaves (art. 201 CdS); null: a person decided that it leaves, or it is of before this column.';
