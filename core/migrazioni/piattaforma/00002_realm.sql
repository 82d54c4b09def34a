-- +goose Up
CREATE TABLE tenant (
    nome           text PRIMARY KEY CHECK (nome ~ '^[a-z][a-z0-9-]{1,29}$' AND nome <> 'piattaforma'),
    denominazione  text        NOT NULL CHECK (denominazione <> ''),
    codice_fiscale text        NOT NULL DEFAULT '',
    host           text        NOT NULL DEFAULT '',
    banca          text        NOT NULL,
    stato          text        NOT NULL DEFAULT 'ATTIVO' CHECK (stato IN ('ATTIVO', 'SOSPESO')),
    creato         timestamptz NOT NULL DEFAULT now(),
    banca_pronta   boolean     NOT NULL DEFAULT true
);
COMMENT ON TABLE tenant IS 'A command served by the platform, with a database of its own.';
COMMENT ON COLUMN tenant.banca_pronta IS 'False while the database is being made: nobody is shown the tenant yet, and the same command goes on.';

CREATE TABLE reparto (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    tenant      text REFERENCES tenant,
    codice      text NOT NULL CHECK (codice ~ '^[A-Z0-9_-]{1,20}$'),
    descrizione text NOT NULL DEFAULT '',
    UNIQUE NULLS NOT DISTINCT (tenant, codice)
);

CREATE TABLE integratore (
    id     uuid PRIMARY KEY,
    tenant text NOT NULL REFERENCES tenant,
    nome   text NOT NULL CHECK (nome <> ''),
    UNIQUE (tenant, nome)
);
COMMENT ON TABLE integratore IS 'An external system of a tenant; accounts belong to it and idEsterno is unique in it.';

CREATE TABLE operatore (
    username       text PRIMARY KEY CHECK (username = lower(username) AND username ~ '^[a-z0-9][a-z0-9._@-]{1,63}$'),
    tenant         text REFERENCES tenant,
    reparto        text        NOT NULL,
    reparto_sale   text        NOT NULL,
    impronta       text        NOT NULL,
    nome           text        NOT NULL DEFAULT '',
    cognome        text        NOT NULL DEFAULT '',
    codice_fiscale text        NOT NULL DEFAULT '',
    ruoli          text[]      NOT NULL,
    integratore    uuid REFERENCES integratore,
    stato          text        NOT NULL DEFAULT 'ATTIVO' CHECK (stato IN ('ATTIVO', 'BLOCCATO')),
    creato         timestamptz NOT NULL DEFAULT now()
);
COMMENT ON COLUMN operatore.reparto_sale IS 'Department whose code salted the password; it never follows a move.';
COMMENT ON COLUMN operatore.impronta IS 'H (upper-case hex SHA-512 of password and department) or argon2id of H.';

CREATE TABLE portale (
    codice text PRIMARY KEY CHECK (codice ~ '^[a-z][a-z0-9-]{1,39}$'),
    tenant text NOT NULL REFERENCES tenant,
    tipo   text NOT NULL CHECK (tipo IN ('OPERATORI', 'CITTADINI'))
);

CREATE TABLE agente (
    tenant    text NOT NULL REFERENCES tenant,
    matricola text NOT NULL CHECK (matricola ~ '^[A-Z0-9]{1,16}$'),
    cognome   text NOT NULL DEFAULT '',
    nome      text NOT NULL DEFAULT '',
    reparto   text NOT NULL DEFAULT '',
    operatore text REFERENCES operatore,
    stato     text NOT NULL DEFAULT 'ATTIVO' CHECK (stato IN ('ATTIVO', 'CESSATO')),
    PRIMARY KEY (tenant, matricola)
);

CREATE TABLE intervallo (
    id                  bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    tenant              text NOT NULL REFERENCES tenant,
    codice_fiscale_ente text NOT NULL CHECK (codice_fiscale_ente ~ '^[0-9]{11}$'),
    segregazione        text NOT NULL CHECK (segregazione ~ '^[0-9]{2}$'),
    prefisso            text NOT NULL CHECK (prefisso ~ '^[0-9]{1,8}$'),
    UNIQUE (codice_fiscale_ente, segregazione, prefisso)
);
COMMENT ON TABLE intervallo IS 'Range of notice numbers: creditor, segregation, prefix of the 13-digit base. No range lies within another.';

CREATE TABLE impostazione (
    tenant    text  NOT NULL REFERENCES tenant,
    chiave    text  NOT NULL CHECK (chiave ~ '^[a-z][a-zA-Z0-9.]{1,79}$'),
    valore    jsonb NOT NULL,
    valida_da date  NOT NULL DEFAULT DATE '1970-01-01',
    PRIMARY KEY (tenant, chiave, valida_da)
);

CREATE TABLE sessione (
    chiave    bytea PRIMARY KEY,
    username  text REFERENCES operatore,
    attributi jsonb       NOT NULL DEFAULT '{}',
    creata    timestamptz NOT NULL DEFAULT now(),
    attiva    timestamptz NOT NULL DEFAULT now()
);
COMMENT ON COLUMN sessione.chiave IS 'SHA-256 of the cookie; the cookie itself is kept nowhere.';
CREATE INDEX sessione_attiva ON sessione (attiva);

CREATE VIEW core_v1.tenant AS
    SELECT nome, denominazione, codice_fiscale, host, banca, stato FROM tenant WHERE banca_pronta;
CREATE VIEW core_v1.reparto AS SELECT tenant, codice, descrizione FROM reparto;
CREATE VIEW core_v1.integratore AS SELECT id, tenant, nome FROM integratore;
CREATE VIEW core_v1.operatore AS
    SELECT username, tenant, reparto, nome, cognome, codice_fiscale, ruoli, integratore, stato FROM operatore;
CREATE VIEW core_v1.portale AS SELECT codice, tenant, tipo FROM portale;
CREATE VIEW core_v1.agente AS SELECT tenant, matricola, cognome, nome, reparto, operatore, stato FROM agente;
CREATE VIEW core_v1.intervallo AS SELECT id, tenant, codice_fiscale_ente, segregazione, prefisso FROM intervallo;
CREATE VIEW core_v1.impostazione AS SELECT tenant, chiave, valore, valida_da FROM impostazione;
