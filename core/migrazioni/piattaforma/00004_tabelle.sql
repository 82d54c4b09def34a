-- +goose Up
-- Fixed tables: every import is a version; a row is there from the version that brought it until, and
-- without, the one that took it away. Any version can be read again, and two can be compared.
CREATE TABLE tabella (
    nome     text    NOT NULL CHECK (nome IN ('comuni', 'violazioni', 'strade')),
    tenant   text    NOT NULL DEFAULT '',
    versione integer NOT NULL CHECK (versione >= 0),
    impronta text    NOT NULL DEFAULT '',
    righe    integer NOT NULL DEFAULT 0,
    PRIMARY KEY (nome, tenant),
    CHECK ((nome = 'strade') = (tenant <> ''))
);
COMMENT ON TABLE tabella IS 'The present version of each fixed table.';
COMMENT ON COLUMN tabella.tenant IS 'Empty for the tables of the platform; streets belong to a tenant.';
COMMENT ON COLUMN tabella.impronta IS 'Hash of the rows, equal for equal content.';

CREATE TABLE tabella_versione (
    nome       text        NOT NULL,
    tenant     text        NOT NULL DEFAULT '',
    versione   integer     NOT NULL CHECK (versione > 0),
    impronta   text        NOT NULL,
    righe      integer     NOT NULL,
    aggiunte   integer     NOT NULL,
    modificate integer     NOT NULL,
    tolte      integer     NOT NULL,
    nota       text        NOT NULL DEFAULT '',
    caricata   timestamptz NOT NULL DEFAULT now(),
    attore     text        NOT NULL,
    PRIMARY KEY (nome, tenant, versione),
    FOREIGN KEY (nome, tenant) REFERENCES tabella
);
COMMENT ON TABLE tabella_versione IS 'What each import did, who asked for it and why.';

CREATE TABLE tabella_riga (
    nome   text    NOT NULL,
    tenant text    NOT NULL DEFAULT '',
    chiave text    NOT NULL,
    da     integer NOT NULL,
    a      integer CHECK (a > da),
    ordine text    COLLATE "C" NOT NULL DEFAULT '',
    dati   jsonb   NOT NULL,
    PRIMARY KEY (nome, tenant, chiave, da),
    FOREIGN KEY (nome, tenant, da) REFERENCES tabella_versione
);
COMMENT ON COLUMN tabella_riga.da IS 'First version with this row as it is.';
COMMENT ON COLUMN tabella_riga.a IS 'First version without it or with another in its place; null: it is in the present one.';
COMMENT ON COLUMN tabella_riga.ordine IS 'The key as it is sorted for people: 7 before 142.';
CREATE INDEX tabella_riga_ordine ON tabella_riga (nome, tenant, ordine);
CREATE UNIQUE INDEX tabella_riga_presente ON tabella_riga (nome, tenant, chiave) WHERE a IS NULL;

CREATE TABLE tabella_bozza (
    id        uuid        PRIMARY KEY DEFAULT gen_random_uuid(),
    nome      text        NOT NULL,
    tenant    text        NOT NULL DEFAULT '',
    operatore text        NOT NULL,
    contenuto bytea       NOT NULL,
    creata    timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE tabella_bozza IS 'Files whose preview an operator is looking at: dropped when confirmed, or after a day.';
CREATE INDEX tabella_bozza_creata ON tabella_bozza (creata);

CREATE VIEW core_v1.tabella AS SELECT nome, tenant, versione, impronta, righe FROM tabella;
CREATE VIEW core_v1.tabella_riga AS SELECT nome, tenant, chiave, da, a, dati FROM tabella_riga;
COMMENT ON VIEW core_v1.tabella_riga IS 'Rows of the fixed tables; a is null for those of the present version.';
