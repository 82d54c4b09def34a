-- +goose Up
CREATE TABLE numerazione (
    anno    smallint NOT NULL,
    lettera text     NOT NULL,
    ultimo  bigint   NOT NULL,
    PRIMARY KEY (anno, lettera)
);
COMMENT ON TABLE numerazione IS 'Last number given in each internal series and year: no holes.';

CREATE TABLE numero_avviso (
    intervallo bigint PRIMARY KEY,
    ultimo     bigint NOT NULL
);
COMMENT ON TABLE numero_avviso IS 'Last base taken in each range of core; holes are fine, reuse never.';

CREATE TABLE verbale (
    id                uuid PRIMARY KEY,
    anno              smallint    NOT NULL,
    numero            bigint      NOT NULL CHECK (numero BETWEEN 1 AND 9999999999),
    lettera           text        NOT NULL CHECK (lettera ~ '^[A-Z]{0,3}$'),
    integratore       uuid,
    id_esterno        text,
    impronta          bytea,
    risposta          jsonb,
    fonte             text        NOT NULL,
    inserito_da       text        NOT NULL,
    reparto           text        NOT NULL,
    targa             text        NOT NULL,
    tipo_targa        text        NOT NULL,
    nazione           text        NOT NULL,
    marca             text        NOT NULL DEFAULT '',
    modello           text        NOT NULL DEFAULT '',
    data_violazione   timestamptz NOT NULL,
    data_accertamento date        NOT NULL,
    luogo_istat       text        NOT NULL,
    luogo_indirizzo   text        NOT NULL,
    luogo_civico      text        NOT NULL DEFAULT '',
    luogo_chilometro  text        NOT NULL DEFAULT '',
    latitudine_micro  integer,
    longitudine_micro integer,
    contestato        boolean     NOT NULL DEFAULT false,
    data_contestazione date,
    motivo_mancata_contestazione text NOT NULL DEFAULT '',
    preavviso_numero  text        NOT NULL DEFAULT '',
    preavviso_data    date,
    dispositivo       jsonb,
    agenti            text[]      NOT NULL,
    note              text        NOT NULL DEFAULT '',
    inserito          timestamptz NOT NULL DEFAULT now(),
    -- projection of the events
    sequenza          integer     NOT NULL DEFAULT 0,
    procedura         text        NOT NULL,
    debito            text        NOT NULL,
    ricorso           text        NOT NULL,
    punti             text        NOT NULL,
    riscossione       text        NOT NULL,
    data_notifica     date,
    scadenza_pagamento date,
    importo_cent      bigint      NOT NULL DEFAULT 0,
    UNIQUE (anno, lettera, numero),
    UNIQUE (integratore, id_esterno)
);
COMMENT ON COLUMN verbale.importo_cent IS 'Smallest sum printed on the notices, in cents.';
CREATE INDEX verbale_targa ON verbale (targa, data_violazione DESC);
CREATE INDEX verbale_data ON verbale (data_violazione DESC, id DESC);
CREATE INDEX verbale_numero ON verbale (numero);

CREATE TABLE violazione (
    verbale          uuid     NOT NULL REFERENCES verbale,
    ordine           smallint NOT NULL,
    codice           text     NOT NULL,
    articolo         text     NOT NULL,
    comma            text     NOT NULL,
    lettera          text     NOT NULL DEFAULT '',
    testo            text     NOT NULL,
    minimo_cent      bigint   NOT NULL,
    massimo_cent     bigint   NOT NULL,
    notturna         boolean  NOT NULL,
    sconto30         boolean  NOT NULL,
    pagamento_ridotto boolean NOT NULL,
    punti            smallint NOT NULL DEFAULT 0,
    accessoria       text     NOT NULL DEFAULT '',
    velocita_decimi  integer,
    limite_decimi    integer,
    note             text     NOT NULL DEFAULT '',
    versione_tabella text     NOT NULL,
    PRIMARY KEY (verbale, ordine)
);
COMMENT ON COLUMN violazione.minimo_cent IS 'Statutory amounts of the row of the table at the violation date, before the night third (the flag notturna says whether it applies).';

CREATE TABLE soggetto (
    id             uuid PRIMARY KEY,
    tipo           text NOT NULL CHECK (tipo IN ('PERSONA', 'SOCIETA')),
    codice_fiscale text NOT NULL DEFAULT '',
    cognome        text NOT NULL DEFAULT '',
    nome           text NOT NULL DEFAULT '',
    denominazione  text NOT NULL DEFAULT '',
    sesso          text NOT NULL DEFAULT '',
    data_nascita   date,
    luogo_nascita  text NOT NULL DEFAULT '',
    indirizzo      text NOT NULL DEFAULT '',
    civico         text NOT NULL DEFAULT '',
    cap            text NOT NULL DEFAULT '',
    comune         text NOT NULL DEFAULT '',
    comune_istat   text NOT NULL DEFAULT '',
    provincia      text NOT NULL DEFAULT '',
    nazione        text NOT NULL DEFAULT 'IT'
);
CREATE INDEX soggetto_codice_fiscale ON soggetto (codice_fiscale) WHERE codice_fiscale <> '';

CREATE TABLE posizione (
    id          uuid PRIMARY KEY,
    verbale     uuid     NOT NULL REFERENCES verbale,
    ordine      smallint NOT NULL,
    titolo      text     NOT NULL CHECK (titolo IN ('TRASGRESSORE', 'OBBLIGATO')),
    soggetto    uuid REFERENCES soggetto,
    giorno_zero date,
    UNIQUE (verbale, ordine)
);
COMMENT ON COLUMN posizione.giorno_zero IS 'Day of perfected service: the law counts from here. Null before.';
CREATE INDEX posizione_soggetto ON posizione (soggetto);

CREATE TABLE avviso (
    id                  uuid PRIMARY KEY,
    verbale             uuid   NOT NULL REFERENCES verbale,
    posizione           uuid   NOT NULL REFERENCES posizione,
    tipo                text   NOT NULL CHECK (tipo IN ('RIDOTTO_30', 'RIDOTTO', 'INTERO', 'ORDINANZA', 'RATA')),
    numero_avviso       text   NOT NULL CHECK (numero_avviso ~ '^[0-9]{18}$'),
    iuv                 text   NOT NULL,
    codice_fiscale_ente text   NOT NULL,
    importo_cent        bigint NOT NULL CHECK (importo_cent > 0),
    spese_cent          bigint NOT NULL DEFAULT 0,
    giorni              smallint NOT NULL,
    stato               text   NOT NULL DEFAULT 'EMESSO' CHECK (stato IN ('EMESSO', 'SOSTITUITO', 'PAGATO', 'ANNULLATO', 'SCADUTO')),
    emesso              timestamptz NOT NULL DEFAULT now(),
    UNIQUE (codice_fiscale_ente, numero_avviso)
);
COMMENT ON COLUMN avviso.giorni IS 'How long the notice is good, in days from service.';
CREATE INDEX avviso_verbale ON avviso (verbale);
CREATE INDEX avviso_iuv ON avviso (iuv);

CREATE TABLE evento (
    verbale     uuid        NOT NULL REFERENCES verbale,
    sequenza    integer     NOT NULL,
    tipo        text        NOT NULL,
    posizione   uuid REFERENCES posizione,
    data_legale date        NOT NULL,
    registrato  timestamptz NOT NULL DEFAULT now(),
    attore      text        NOT NULL,
    causa       text        NOT NULL DEFAULT '',
    prova       text        NOT NULL DEFAULT '',
    idempotenza text        NOT NULL DEFAULT '',
    dati        jsonb       NOT NULL DEFAULT '{}',
    PRIMARY KEY (verbale, sequenza)
);
CREATE UNIQUE INDEX evento_idempotenza ON evento (verbale, idempotenza) WHERE idempotenza <> '';
CREATE TRIGGER evento_solo_aggiunte BEFORE UPDATE OR DELETE OR TRUNCATE ON evento
    FOR EACH STATEMENT EXECUTE FUNCTION solo_aggiunte();

CREATE TABLE pagamento (
    id           uuid PRIMARY KEY,
    verbale      uuid        NOT NULL REFERENCES verbale,
    avviso       uuid REFERENCES avviso,
    importo_cent bigint      NOT NULL CHECK (importo_cent > 0),
    data         date        NOT NULL,
    canale       text        NOT NULL,
    riferimento  text        NOT NULL,
    registrato   timestamptz NOT NULL DEFAULT now(),
    UNIQUE (canale, riferimento)
);
CREATE INDEX pagamento_verbale ON pagamento (verbale);

CREATE TABLE documento (
    id        uuid PRIMARY KEY,
    verbale   uuid        NOT NULL REFERENCES verbale,
    posizione uuid REFERENCES posizione,
    tipo      text        NOT NULL CHECK (tipo IN ('ATTO', 'AVVISO_ANONIMO', 'ALLEGATO')),
    nome      text        NOT NULL,
    mime      text        NOT NULL,
    sha256    text        NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
    byte      bigint      NOT NULL,
    creato    timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX documento_atto ON documento (posizione) WHERE tipo = 'ATTO';
CREATE INDEX documento_verbale ON documento (verbale);

CREATE TABLE anomalia (
    id      uuid PRIMARY KEY,
    verbale uuid        NOT NULL REFERENCES verbale,
    tipo    text        NOT NULL,
    testo   text        NOT NULL,
    aperta  timestamptz NOT NULL DEFAULT now(),
    chiusa  timestamptz
);
CREATE INDEX anomalia_verbale ON anomalia (verbale) WHERE chiusa IS NULL;

CREATE VIEW verbali_v1.verbale AS
    SELECT v.id, v.anno, v.numero, v.lettera, v.targa, v.tipo_targa, v.nazione, v.marca, v.modello,
           v.data_violazione, v.data_accertamento,
           v.luogo_istat, v.luogo_indirizzo, v.luogo_civico, v.luogo_chilometro,
           v.reparto, v.fonte, v.contestato, v.inserito, v.sequenza,
           v.procedura, v.debito, v.ricorso, v.punti, v.riscossione,
           v.data_notifica, v.scadenza_pagamento, v.importo_cent,
           v.integratore, v.id_esterno, v.inserito_da, v.agenti, v.note
    FROM verbale v;
CREATE VIEW verbali_v1.violazione AS
    SELECT verbale, ordine, codice, articolo, comma, lettera, testo, minimo_cent, massimo_cent, notturna, sconto30,
           pagamento_ridotto, punti, accessoria, velocita_decimi, limite_decimi FROM violazione;
CREATE VIEW verbali_v1.soggetto AS
    SELECT id, tipo, codice_fiscale, cognome, nome, denominazione, sesso, data_nascita, luogo_nascita,
           indirizzo, civico, cap, comune, comune_istat, provincia, nazione FROM soggetto;
CREATE VIEW verbali_v1.posizione AS SELECT id, verbale, ordine, titolo, soggetto, giorno_zero FROM posizione;
CREATE VIEW verbali_v1.avviso AS
    SELECT id, verbale, posizione, tipo, numero_avviso, iuv, codice_fiscale_ente, importo_cent, spese_cent, stato, emesso, giorni FROM avviso;
CREATE VIEW verbali_v1.evento AS
    SELECT verbale, sequenza, tipo, posizione, data_legale, registrato, attore, causa, prova, dati FROM evento;
CREATE VIEW verbali_v1.pagamento AS
    SELECT id, verbale, avviso, importo_cent, data, canale, riferimento FROM pagamento;
CREATE VIEW verbali_v1.documento AS
    SELECT id, verbale, posizione, tipo, nome, mime, sha256, byte, creato FROM documento;
CREATE VIEW verbali_v1.anomalia AS SELECT id, verbale, tipo, testo, aperta, chiusa FROM anomalia;
CREATE VIEW verbali_v1.registro AS
    SELECT posizione, quando, attore, azione, oggetto_tipo, oggetto, motivo, esito, indirizzo, traccia FROM registro;
