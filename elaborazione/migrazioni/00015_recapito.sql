-- +goose Up
-- A new address of the same person: what was printed for the address before is kept and marked, so that the index
-- documento_atto, one act a position, holds for the act in force alone.
ALTER TABLE documento DROP CONSTRAINT documento_tipo_check,
    ADD CONSTRAINT documento_tipo_check CHECK (tipo IN ('ATTO', 'AVVISO_ANONIMO', 'ALLEGATO', 'PROVA', 'SUPERATO'));
COMMENT ON INDEX documento_atto IS 'The act in force of a position: one. What another has taken the place of is SUPERATO.';

CREATE TYPE riga_recapito AS (
    id uuid, precedente uuid, posizione uuid, indirizzo text, civico text, cap text, comune text, provincia text, nazione text);
COMMENT ON TYPE riga_recapito IS 'A person that is there already, at another address, and the position whose printed papers it supersedes.';
