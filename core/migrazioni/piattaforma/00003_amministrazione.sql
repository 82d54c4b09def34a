-- +goose Up
-- Blocking, moving or re-roling an account makes older tokens worthless: each carries the generation
-- of the account it was signed for.
ALTER TABLE operatore
    ADD COLUMN verifica    text        NOT NULL DEFAULT 'LOCALE' CHECK (verifica IN ('LOCALE', 'LDAP')),
    ADD COLUMN generazione bigint      NOT NULL DEFAULT 1,
    ADD COLUMN generata    timestamptz NOT NULL DEFAULT '-infinity',
    ADD COLUMN versione    integer     NOT NULL DEFAULT 1;
COMMENT ON COLUMN operatore.verifica IS 'Who checks the password: this row, or the command''s LDAP server.';
COMMENT ON COLUMN operatore.generazione IS 'Grows when tokens given before must no longer be good.';
COMMENT ON COLUMN operatore.versione IS 'Grows at each change: two administrators do not undo each other.';
CREATE INDEX operatore_tenant ON operatore (tenant, username);
CREATE INDEX operatore_generata ON operatore (generata);
CREATE INDEX operatore_integratore ON operatore (integratore) WHERE integratore IS NOT NULL;

ALTER TABLE reparto
    ADD COLUMN stato    text    NOT NULL DEFAULT 'ATTIVO' CHECK (stato IN ('ATTIVO', 'CESSATO')),
    ADD COLUMN versione integer NOT NULL DEFAULT 1;
ALTER TABLE integratore
    ADD COLUMN stato    text    NOT NULL DEFAULT 'ATTIVO' CHECK (stato IN ('ATTIVO', 'CESSATO')),
    ADD COLUMN versione integer NOT NULL DEFAULT 1;
ALTER TABLE portale
    ADD COLUMN stato    text    NOT NULL DEFAULT 'ATTIVO' CHECK (stato IN ('ATTIVO', 'CESSATO')),
    ADD COLUMN versione integer NOT NULL DEFAULT 1;
ALTER TABLE agente ADD COLUMN versione integer NOT NULL DEFAULT 1;
ALTER TABLE tenant ADD COLUMN versione integer NOT NULL DEFAULT 1;

-- Failed attempts: unlogged, because forgetting them in a crash costs a guesser nothing he could use.
CREATE UNLOGGED TABLE tentativo (
    chiave   bytea PRIMARY KEY,
    falliti  integer     NOT NULL,
    ultimo   timestamptz NOT NULL,
    riprova  timestamptz NOT NULL,
    annotato boolean     NOT NULL DEFAULT false
);
COMMENT ON COLUMN tentativo.chiave IS 'SHA-256 of the account and of the address; of the account alone for what slows it from everywhere.';
COMMENT ON COLUMN tentativo.annotato IS 'Somebody has been told to wait since the last failure: the register says it once.';
CREATE INDEX tentativo_ultimo ON tentativo (ultimo);

CREATE TABLE chiave (
    kid      text PRIMARY KEY,
    pubblica bytea       NOT NULL,
    creata   timestamptz NOT NULL DEFAULT now(),
    vista    timestamptz NOT NULL DEFAULT now(),
    ritirata timestamptz
);
COMMENT ON TABLE chiave IS 'Public keys that tokens are signed with; private ones are files and never here.';
COMMENT ON COLUMN chiave.vista IS 'Last instant at which a process of core had the private half.';

CREATE OR REPLACE VIEW core_v1.reparto AS SELECT tenant, codice, descrizione, stato FROM reparto;
CREATE OR REPLACE VIEW core_v1.integratore AS SELECT id, tenant, nome, stato FROM integratore;
CREATE OR REPLACE VIEW core_v1.operatore AS
    SELECT username, tenant, reparto, nome, cognome, codice_fiscale, ruoli, integratore, stato, verifica, generazione FROM operatore;
CREATE OR REPLACE VIEW core_v1.portale AS SELECT codice, tenant, tipo, stato FROM portale;
CREATE VIEW core_v1.revoca AS
    SELECT username, generazione, stato FROM operatore WHERE generata > now() - interval '35 minutes';
COMMENT ON VIEW core_v1.revoca IS 'Accounts with tokens that may not have expired and are no longer good: those of a lower generation, all of them if not ATTIVO.';
