-- +goose Up
ALTER TABLE presa ADD COLUMN chi uuid;
COMMENT ON COLUMN presa.chi IS 'Which replica asks: it alone says that it still does (fino), and gives the message back. Null: of an earlier release.';
