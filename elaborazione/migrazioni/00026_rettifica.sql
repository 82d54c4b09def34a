-- +goose Up
-- What the addressee is told when the command asks for less than his act says.
ALTER TABLE documento DROP CONSTRAINT documento_tipo_check,
    ADD CONSTRAINT documento_tipo_check CHECK (tipo IN ('ATTO', 'AVVISO_ANONIMO', 'ALLEGATO', 'PROVA', 'SUPERATO', 'COMUNICAZIONE_RETTIFICA'));
