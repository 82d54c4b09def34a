-- +goose Up
-- The whole life of a fine: service, payments, appeal, deadlines, and what an imported history lacks.

ALTER TABLE verbale
    ADD COLUMN senza_ora        boolean  NOT NULL DEFAULT false,
    ADD COLUMN importato        boolean  NOT NULL DEFAULT false,
    ADD COLUMN articoli         text[]   NOT NULL DEFAULT '{}',
    ADD COLUMN norme            text[]   NOT NULL DEFAULT '{}',
    ADD COLUMN versato_cent     bigint   NOT NULL DEFAULT 0,
    ADD COLUMN eccedenza_cent   bigint   NOT NULL DEFAULT 0,
    ADD COLUMN rimborsato_cent  bigint   NOT NULL DEFAULT 0,
    ADD COLUMN sgravato_cent    bigint   NOT NULL DEFAULT 0,
    ADD COLUMN prezzo_cent      bigint   NOT NULL DEFAULT 0,
    ADD COLUMN residuo_cent     bigint   NOT NULL DEFAULT 0,
    ADD COLUMN variazione       bigint;
COMMENT ON COLUMN verbale.senza_ora IS 'Of data_violazione only the day is known (imported fines).';
COMMENT ON COLUMN verbale.articoli IS 'Article numbers of the violations, each once, in their order; norme adds the paragraphs.';
COMMENT ON COLUMN verbale.eccedenza_cent IS 'Paid beyond the debt, refunded or to refund; rimborsato_cent is the part refunded.';
COMMENT ON COLUMN verbale.sgravato_cent IS 'Written off.';
COMMENT ON COLUMN verbale.prezzo_cent IS 'What the law asked in all on the day of the last event about money: paid - excess + residuo_cent + written off.';
COMMENT ON COLUMN verbale.variazione IS 'Place in the feed of leggiVariazioni; null: changed since it was last read.';
UPDATE verbale v SET
    articoli = ARRAY(SELECT x.articolo FROM violazione x WHERE x.verbale = v.id GROUP BY x.articolo ORDER BY min(x.ordine)),
    norme = ARRAY(SELECT x.articolo || ' c. ' || x.comma FROM violazione x WHERE x.verbale = v.id ORDER BY x.ordine);
CREATE UNIQUE INDEX verbale_chiave_propria ON verbale (fonte, id_esterno) WHERE integratore IS NULL AND id_esterno IS NOT NULL;
CREATE SEQUENCE variazione_seq;
CREATE INDEX verbale_variazione ON verbale (integratore, variazione) WHERE variazione IS NOT NULL;
CREATE INDEX verbale_variato ON verbale (integratore) WHERE variazione IS NULL AND integratore IS NOT NULL;

ALTER TABLE posizione
    ADD COLUMN prova        text    NOT NULL DEFAULT '',
    ADD COLUMN prova_dubbia boolean NOT NULL DEFAULT false,
    ADD COLUMN chiusa       text    NOT NULL DEFAULT '',
    ADD COLUMN spese_cent   bigint  NOT NULL DEFAULT 0;
COMMENT ON COLUMN posizione.prova IS 'Document or outside id that proves the service; empty: missing.';
COMMENT ON COLUMN posizione.chiusa IS 'Why nobody is served here any more; empty: the position is open or served.';

ALTER TABLE evento
    ADD COLUMN importato boolean NOT NULL DEFAULT false,
    ADD COLUMN deciso    jsonb   NOT NULL DEFAULT '{}',
    ADD COLUMN apre      jsonb,
    ADD COLUMN impronta  text NOT NULL DEFAULT '';
COMMENT ON COLUMN evento.deciso IS 'States of the five axes that the event itself decides, where the table leaves a choice.';
COMMENT ON COLUMN evento.apre IS 'Anomaly that the event opens.';
COMMENT ON COLUMN evento.impronta IS 'SHA-256 of the request that idempotenza stands for, of an event that a person asked for.';
COMMENT ON COLUMN evento.importato IS 'Recorded by another system under the rules of its time: not judged by ours.';

ALTER TABLE pagamento
    ADD COLUMN posizione uuid REFERENCES posizione,
    ADD COLUMN stornato  date,
    ADD COLUMN pagatore  text NOT NULL DEFAULT '',
    ADD COLUMN risposta  jsonb;
COMMENT ON COLUMN pagamento.pagatore IS 'Name as the payer gave it: personal, kept out of events.';
COMMENT ON COLUMN pagamento.risposta IS 'First answer, given again when the same payment comes again.';

ALTER TABLE documento DROP CONSTRAINT documento_tipo_check,
    ADD CONSTRAINT documento_tipo_check CHECK (tipo IN ('ATTO', 'AVVISO_ANONIMO', 'ALLEGATO', 'PROVA'));

ALTER TABLE anomalia ADD COLUMN esito text NOT NULL DEFAULT '';
COMMENT ON COLUMN anomalia.esito IS 'How a person, or the event that answers it, resolved the anomaly.';

CREATE TABLE notifica (
    id        uuid PRIMARY KEY,
    verbale   uuid NOT NULL REFERENCES verbale,
    posizione uuid NOT NULL REFERENCES posizione,
    canale    text NOT NULL,
    stato     text NOT NULL CHECK (stato IN ('AVVIATA', 'PERFEZIONATA', 'NON_RIUSCITA', 'ANNULLATA')),
    avviata   date,
    esito     date,
    prova     text NOT NULL DEFAULT '',
    motivo    text NOT NULL DEFAULT ''
);
COMMENT ON TABLE notifica IS 'Attempts to serve a position; esito is the legal day of the outcome.';
CREATE INDEX notifica_verbale ON notifica (verbale);

CREATE TABLE ricorso (
    id           uuid PRIMARY KEY,
    verbale      uuid NOT NULL REFERENCES verbale,
    posizione    uuid REFERENCES posizione,
    autorita     text NOT NULL CHECK (autorita IN ('PREFETTO', 'GIUDICE_DI_PACE', 'TRIBUNALE', 'ALTRO')),
    stato        text NOT NULL,
    presentato   date NOT NULL,
    deciso       date,
    notificato   date,
    importo_cent bigint NOT NULL DEFAULT 0,
    riferimento  text NOT NULL DEFAULT ''
);
COMMENT ON COLUMN ricorso.notificato IS 'Day on which the decision was served on the person.';
CREATE INDEX ricorso_verbale ON ricorso (verbale);

CREATE TABLE scadenza (
    verbale   uuid NOT NULL REFERENCES verbale,
    posizione uuid NOT NULL REFERENCES posizione,
    tipo      text NOT NULL,
    giorno    date NOT NULL,
    fatta     date,
    PRIMARY KEY (posizione, tipo)
);
COMMENT ON TABLE scadenza IS 'Last day of each term that moves the debt; fatta once it has been acted upon.';
CREATE INDEX scadenza_aperta ON scadenza (giorno, verbale) WHERE fatta IS NULL;
CREATE INDEX scadenza_verbale ON scadenza (verbale);

CREATE TABLE importazione (
    id       uuid PRIMARY KEY,
    formato  text        NOT NULL,
    impronta text        NOT NULL,
    righe    bigint      NOT NULL DEFAULT 0,
    iniziata timestamptz NOT NULL DEFAULT now(),
    conclusa timestamptz,
    rapporto jsonb
);
COMMENT ON TABLE importazione IS 'Histories taken from other systems; a case is recognised by its key, however often it comes.';

CREATE OR REPLACE VIEW verbali_v1.verbale AS
    SELECT v.id, v.anno, v.numero, v.lettera, v.targa, v.tipo_targa, v.nazione, v.marca, v.modello,
           v.data_violazione, v.data_accertamento,
           v.luogo_istat, v.luogo_indirizzo, v.luogo_civico, v.luogo_chilometro,
           v.reparto, v.fonte, v.contestato, v.inserito, v.sequenza,
           v.procedura, v.debito, v.ricorso, v.punti, v.riscossione,
           v.data_notifica, v.scadenza_pagamento, v.importo_cent,
           v.integratore, v.id_esterno, v.inserito_da, v.agenti, v.note,
           v.senza_ora, v.importato, v.articoli, v.norme,
           v.versato_cent, v.eccedenza_cent, v.rimborsato_cent, v.sgravato_cent,
           v.prezzo_cent, v.residuo_cent
    FROM verbale v;
CREATE OR REPLACE VIEW verbali_v1.posizione AS
    SELECT id, verbale, ordine, titolo, soggetto, giorno_zero, prova, prova_dubbia, chiusa, spese_cent FROM posizione;
CREATE OR REPLACE VIEW verbali_v1.evento AS
    SELECT verbale, sequenza, tipo, posizione, data_legale, registrato, attore, causa, prova, dati, importato, deciso, apre FROM evento;
CREATE OR REPLACE VIEW verbali_v1.pagamento AS
    SELECT id, verbale, avviso, importo_cent, data, canale, riferimento, posizione, stornato FROM pagamento;
CREATE OR REPLACE VIEW verbali_v1.anomalia AS SELECT id, verbale, tipo, testo, aperta, chiusa, esito FROM anomalia;
CREATE VIEW verbali_v1.notifica AS
    SELECT id, verbale, posizione, canale, stato, avviata, esito, prova, motivo FROM notifica;
CREATE VIEW verbali_v1.ricorso AS
    SELECT id, verbale, posizione, autorita, stato, presentato, deciso, notificato, importo_cent, riferimento FROM ricorso;
CREATE VIEW verbali_v1.scadenza AS SELECT verbale, posizione, tipo, giorno, fatta FROM scadenza;
CREATE VIEW verbali_v1.importazione AS SELECT id, formato, impronta, righe, iniziata, conclusa, rapporto FROM importazione;
