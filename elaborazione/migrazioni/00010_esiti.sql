-- +goose Up
-- Files in which the post says what became of the letters, and their rows.

CREATE TABLE esito_postale (
    id             uuid PRIMARY KEY,
    sha256         text        NOT NULL UNIQUE,
    byte           bigint      NOT NULL,
    stato          text        NOT NULL CHECK (stato IN ('ACCODATO', 'IN_CORSO', 'COMPLETATO', 'COMPLETATO_CON_ERRORI', 'FALLITO')),
    caricato       timestamptz NOT NULL,
    caricato_da    text        NOT NULL,
    iniziato       timestamptz,
    finito         timestamptz,
    motivo         text        NOT NULL DEFAULT '',
    porzione       integer     NOT NULL DEFAULT 0,
    totale         integer     NOT NULL DEFAULT 0,
    applicati      integer     NOT NULL DEFAULT 0,
    gia_noti       integer     NOT NULL DEFAULT 0,
    in_viaggio     integer     NOT NULL DEFAULT 0,
    contraddittori integer     NOT NULL DEFAULT 0,
    sconosciuti    integer     NOT NULL DEFAULT 0,
    non_validi     integer     NOT NULL DEFAULT 0,
    rifiutati      integer     NOT NULL DEFAULT 0
);
COMMENT ON COLUMN esito_postale.sha256 IS 'Of the file in the document store: the same file is taken once.';
COMMENT ON COLUMN esito_postale.porzione IS 'Chunks worked so far; the next one is this plus one.';
COMMENT ON COLUMN esito_postale.totale IS 'Rows under the header; the columns after it are how many of them ended so.';

CREATE TABLE esito_postale_riga (
    esito     uuid    NOT NULL REFERENCES esito_postale,
    ordine    integer NOT NULL,
    linea     integer NOT NULL,
    celle     jsonb   NOT NULL,
    stato     text    NOT NULL CHECK (stato IN ('IN_ATTESA', 'APPLICATO', 'GIA_NOTO', 'IN_VIAGGIO', 'CONTRADDITTORIO', 'SCONOSCIUTO',
                          'NON_VALIDO', 'RIFIUTATO')),
    colonna   text    NOT NULL DEFAULT '',
    motivo    text    NOT NULL DEFAULT '',
    verbale   uuid REFERENCES verbale,
    posizione uuid REFERENCES posizione,
    PRIMARY KEY (esito, ordine)
);
COMMENT ON COLUMN esito_postale_riga.linea IS 'Line of the file, the header is 1.';
COMMENT ON COLUMN esito_postale_riga.celle IS 'The cells that are read, by column: never names or addresses.';
COMMENT ON COLUMN esito_postale_riga.motivo IS 'Why it was not recorded, or what a person should check where it was.';
CREATE INDEX esito_postale_riga_stato ON esito_postale_riga (esito, stato, ordine);
CREATE INDEX esito_postale_riga_verbale ON esito_postale_riga (verbale) WHERE verbale IS NOT NULL;
