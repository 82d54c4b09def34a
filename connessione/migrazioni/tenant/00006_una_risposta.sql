-- +goose Up
-- One row a question and day, asked or answered: who looks while an answer is being written finds the one or the other, and
-- never neither.
DROP INDEX domicilio_una, domicilio_fresco, visura_una, visura_fresca;
CREATE UNIQUE INDEX domicilio_una ON domicilio (chiave, giorno) WHERE cancellata IS NULL;
CREATE UNIQUE INDEX visura_una ON visura (chiave, giorno) WHERE cancellata IS NULL;
