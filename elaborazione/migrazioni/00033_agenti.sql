-- +goose Up
-- An officer who reads his own fines alone (lettore.Confine) is looked for by his numbers: without this every list of his
-- reads the whole table of the command.
CREATE INDEX verbale_agenti ON verbale USING gin (agenti);
