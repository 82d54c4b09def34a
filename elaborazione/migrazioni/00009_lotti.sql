-- +goose Up
-- Batches over the fines of a command, and their items.

CREATE TABLE lotto (
    id         uuid PRIMARY KEY,
    tipo       text        NOT NULL CHECK (tipo IN ('VISURA', 'PDF', 'POSTALE', 'SEND', 'PEC')),
    stato      text        NOT NULL CHECK (stato IN ('BOZZA', 'ACCODATO', 'IN_CORSO', 'IN_PAUSA', 'COMPLETATO',
                               'COMPLETATO_CON_ERRORI', 'FALLITO', 'IN_ANNULLAMENTO', 'ANNULLATO')),
    automatico boolean     NOT NULL DEFAULT false,
    nome       text        NOT NULL DEFAULT '',
    creato     timestamptz NOT NULL,
    creato_da  text        NOT NULL,
    chiuso     timestamptz,
    iniziato   timestamptz,
    finito     timestamptz,
    porzione   integer     NOT NULL DEFAULT 0,
    motivo     text        NOT NULL DEFAULT '',
    origine    uuid REFERENCES lotto,
    totale     integer     NOT NULL DEFAULT 0,
    ok         integer     NOT NULL DEFAULT 0,
    ripetibili integer     NOT NULL DEFAULT 0,
    definitivi integer     NOT NULL DEFAULT 0,
    saltati    integer     NOT NULL DEFAULT 0,
    annullati  integer     NOT NULL DEFAULT 0
);
COMMENT ON COLUMN lotto.automatico IS 'New acts enter by themselves as long as it is a draft; one of a kind at a time.';
COMMENT ON COLUMN lotto.nome IS 'LOT-<tenant>-<yyyymmdd>-<seq> from the day on which it is closed.';
COMMENT ON COLUMN lotto.porzione IS 'Chunks worked so far; the next one is this plus one.';
COMMENT ON COLUMN lotto.totale IS 'Items, counted when the lot is closed; the columns after it are how many of them ended so.';
COMMENT ON COLUMN lotto.origine IS 'The lot whose repeatable failures this one tries again.';
CREATE UNIQUE INDEX lotto_aperto ON lotto (tipo) WHERE automatico AND stato = 'BOZZA';
CREATE UNIQUE INDEX lotto_nome ON lotto (nome) WHERE nome <> '';
CREATE INDEX lotto_creato ON lotto (creato DESC, id DESC);

CREATE TABLE voce (
    id         uuid PRIMARY KEY,
    lotto      uuid    NOT NULL REFERENCES lotto,
    tipo       text    NOT NULL,
    verbale    uuid    NOT NULL REFERENCES verbale,
    posizione  uuid    NOT NULL REFERENCES posizione,
    ordine     integer,
    stato      text    NOT NULL CHECK (stato IN ('IN_ATTESA', 'OK', 'ERRORE_RIPETIBILE', 'ERRORE_DEFINITIVO', 'SALTATO', 'ANNULLATO')),
    motivo     text    NOT NULL DEFAULT '',
    documento  uuid REFERENCES documento,
    file       text    NOT NULL DEFAULT '',
    pagina_da  integer NOT NULL DEFAULT 0,
    pagina_a   integer NOT NULL DEFAULT 0
);
COMMENT ON TABLE voce IS 'Items of a lot: one position each; its id is also the id of the attempt to serve it.';
COMMENT ON COLUMN voce.ordine IS 'Place in the lot from 1, given when it is closed.';
COMMENT ON COLUMN voce.pagina_da IS 'First and last page in the file, from 1.';
CREATE UNIQUE INDEX voce_in_attesa ON voce (tipo, posizione) WHERE stato = 'IN_ATTESA';
CREATE UNIQUE INDEX voce_ordine ON voce (lotto, ordine);
CREATE INDEX voce_verbale ON voce (verbale);

CREATE TABLE lotto_file (
    lotto  uuid    NOT NULL REFERENCES lotto,
    nome   text    NOT NULL,
    sha256 text    NOT NULL,
    byte   bigint  NOT NULL,
    pagine integer NOT NULL,
    PRIMARY KEY (lotto, nome)
);
COMMENT ON TABLE lotto_file IS 'What a package holds, by hash in the document store.';


CREATE TYPE riga_voce AS (id uuid, verbale uuid, posizione uuid, documento uuid);
COMMENT ON TYPE riga_voce IS 'An act that enters the open lot of letters by itself.';
