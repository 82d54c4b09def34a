-- +goose Up
-- Roles that a command makes itself: a name and what it may. Those of the platform are in the program, and no name of theirs is here.
CREATE TABLE ruolo (
    tenant      text    NOT NULL REFERENCES tenant,
    nome        text    NOT NULL CHECK (nome ~ '^[A-Z][A-Z0-9_]{1,29}$'),
    descrizione text    NOT NULL DEFAULT '',
    permessi    text[]  NOT NULL CHECK (cardinality(permessi) BETWEEN 1 AND 100),
    versione    integer NOT NULL DEFAULT 1,
    PRIMARY KEY (tenant, nome)
);
COMMENT ON TABLE ruolo IS 'A role that a command made: accounts name it, and what it may is looked up at each request.';
COMMENT ON COLUMN ruolo.permessi IS 'thing:act, thing:* or *. Of the platform''s permissions none is had by this.';
CREATE VIEW core_v1.ruolo AS SELECT tenant, nome, permessi FROM ruolo;
