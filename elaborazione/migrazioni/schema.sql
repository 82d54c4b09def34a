-- Schema verbali as its migrations make it. Written by a test (-update): do not edit.
CREATE FUNCTION verbali.solo_aggiunte() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    RAISE EXCEPTION 'la tabella % ammette solo aggiunte', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

CREATE TABLE verbali.anomalia (
    id uuid NOT NULL,
    verbale uuid NOT NULL,
    tipo text NOT NULL,
    testo text NOT NULL,
    aperta timestamp with time zone DEFAULT now() NOT NULL,
    chiusa timestamp with time zone
);

CREATE TABLE verbali.avviso (
    id uuid NOT NULL,
    verbale uuid NOT NULL,
    posizione uuid NOT NULL,
    tipo text NOT NULL,
    numero_avviso text NOT NULL,
    iuv text NOT NULL,
    codice_fiscale_ente text NOT NULL,
    importo_cent bigint NOT NULL,
    spese_cent bigint DEFAULT 0 NOT NULL,
    giorni smallint NOT NULL,
    stato text DEFAULT 'EMESSO'::text NOT NULL,
    emesso timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT avviso_importo_cent_check CHECK ((importo_cent > 0)),
    CONSTRAINT avviso_numero_avviso_check CHECK ((numero_avviso ~ '^[0-9]{18}$'::text)),
    CONSTRAINT avviso_stato_check CHECK ((stato = ANY (ARRAY['EMESSO'::text, 'SOSTITUITO'::text, 'PAGATO'::text, 'ANNULLATO'::text, 'SCADUTO'::text]))),
    CONSTRAINT avviso_tipo_check CHECK ((tipo = ANY (ARRAY['RIDOTTO_30'::text, 'RIDOTTO'::text, 'INTERO'::text, 'ORDINANZA'::text, 'RATA'::text])))
);

COMMENT ON COLUMN verbali.avviso.giorni IS 'How long the notice is good, in days from service.';

CREATE TABLE verbali.documento (
    id uuid NOT NULL,
    verbale uuid NOT NULL,
    posizione uuid,
    tipo text NOT NULL,
    nome text NOT NULL,
    mime text NOT NULL,
    sha256 text NOT NULL,
    byte bigint NOT NULL,
    creato timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT documento_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
    CONSTRAINT documento_tipo_check CHECK ((tipo = ANY (ARRAY['ATTO'::text, 'AVVISO_ANONIMO'::text, 'ALLEGATO'::text])))
);

CREATE TABLE verbali.evento (
    verbale uuid NOT NULL,
    sequenza integer NOT NULL,
    tipo text NOT NULL,
    posizione uuid,
    data_legale date NOT NULL,
    registrato timestamp with time zone DEFAULT now() NOT NULL,
    attore text NOT NULL,
    causa text DEFAULT ''::text NOT NULL,
    prova text DEFAULT ''::text NOT NULL,
    idempotenza text DEFAULT ''::text NOT NULL,
    dati jsonb DEFAULT '{}'::jsonb NOT NULL
);

CREATE TABLE verbali.numerazione (
    anno smallint NOT NULL,
    lettera text NOT NULL,
    ultimo bigint NOT NULL
);

COMMENT ON TABLE verbali.numerazione IS 'Last number given in each internal series and year: no holes.';

CREATE TABLE verbali.numero_avviso (
    intervallo bigint NOT NULL,
    ultimo bigint NOT NULL
);

COMMENT ON TABLE verbali.numero_avviso IS 'Last base taken in each range of core; holes are fine, reuse never.';

CREATE TABLE verbali.pagamento (
    id uuid NOT NULL,
    verbale uuid NOT NULL,
    avviso uuid,
    importo_cent bigint NOT NULL,
    data date NOT NULL,
    canale text NOT NULL,
    riferimento text NOT NULL,
    registrato timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT pagamento_importo_cent_check CHECK ((importo_cent > 0))
);

CREATE TABLE verbali.posizione (
    id uuid NOT NULL,
    verbale uuid NOT NULL,
    ordine smallint NOT NULL,
    titolo text NOT NULL,
    soggetto uuid,
    giorno_zero date,
    CONSTRAINT posizione_titolo_check CHECK ((titolo = ANY (ARRAY['TRASGRESSORE'::text, 'OBBLIGATO'::text])))
);

COMMENT ON COLUMN verbali.posizione.giorno_zero IS 'Day of perfected service: the law counts from here. Null before.';

CREATE TABLE verbali.registro (
    posizione bigint NOT NULL,
    quando timestamp with time zone DEFAULT now() NOT NULL,
    attore text NOT NULL,
    azione text NOT NULL,
    oggetto_tipo text DEFAULT ''::text NOT NULL,
    oggetto text DEFAULT ''::text NOT NULL,
    motivo text DEFAULT ''::text NOT NULL,
    esito text DEFAULT ''::text NOT NULL,
    indirizzo text DEFAULT ''::text NOT NULL,
    traccia text DEFAULT ''::text NOT NULL
);

COMMENT ON TABLE verbali.registro IS 'Who did or read what, on which fine or person, and why. Append-only.';

ALTER TABLE verbali.registro ALTER COLUMN posizione ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME verbali.registro_posizione_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE verbali.ricevuto (
    consumatore text NOT NULL,
    id text NOT NULL,
    quando timestamp with time zone DEFAULT now() NOT NULL
);

COMMENT ON TABLE verbali.ricevuto IS 'Messages already taken, written in the transaction of their effect; kept 45 days.';

CREATE TABLE verbali.soggetto (
    id uuid NOT NULL,
    tipo text NOT NULL,
    codice_fiscale text DEFAULT ''::text NOT NULL,
    cognome text DEFAULT ''::text NOT NULL,
    nome text DEFAULT ''::text NOT NULL,
    denominazione text DEFAULT ''::text NOT NULL,
    sesso text DEFAULT ''::text NOT NULL,
    data_nascita date,
    luogo_nascita text DEFAULT ''::text NOT NULL,
    indirizzo text DEFAULT ''::text NOT NULL,
    civico text DEFAULT ''::text NOT NULL,
    cap text DEFAULT ''::text NOT NULL,
    comune text DEFAULT ''::text NOT NULL,
    comune_istat text DEFAULT ''::text NOT NULL,
    provincia text DEFAULT ''::text NOT NULL,
    nazione text DEFAULT 'IT'::text NOT NULL,
    CONSTRAINT soggetto_tipo_check CHECK ((tipo = ANY (ARRAY['PERSONA'::text, 'SOCIETA'::text])))
);

CREATE TABLE verbali.uscita (
    posizione bigint NOT NULL,
    id uuid NOT NULL,
    soggetto text NOT NULL,
    oggetto text DEFAULT ''::text NOT NULL,
    corpo jsonb NOT NULL,
    traccia text DEFAULT ''::text NOT NULL,
    quando timestamp with time zone DEFAULT now() NOT NULL
);

COMMENT ON TABLE verbali.uscita IS 'Messages written in the transaction of their effect, deleted once the bus has acknowledged them.';

ALTER TABLE verbali.uscita ALTER COLUMN posizione ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME verbali.uscita_posizione_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE verbali.verbale (
    id uuid NOT NULL,
    anno smallint NOT NULL,
    numero bigint NOT NULL,
    lettera text NOT NULL,
    integratore uuid,
    id_esterno text,
    impronta bytea,
    risposta jsonb,
    fonte text NOT NULL,
    inserito_da text NOT NULL,
    reparto text NOT NULL,
    targa text NOT NULL,
    tipo_targa text NOT NULL,
    nazione text NOT NULL,
    marca text DEFAULT ''::text NOT NULL,
    modello text DEFAULT ''::text NOT NULL,
    data_violazione timestamp with time zone NOT NULL,
    data_accertamento date NOT NULL,
    luogo_istat text NOT NULL,
    luogo_indirizzo text NOT NULL,
    luogo_civico text DEFAULT ''::text NOT NULL,
    luogo_chilometro text DEFAULT ''::text NOT NULL,
    latitudine_micro integer,
    longitudine_micro integer,
    contestato boolean DEFAULT false NOT NULL,
    data_contestazione date,
    motivo_mancata_contestazione text DEFAULT ''::text NOT NULL,
    preavviso_numero text DEFAULT ''::text NOT NULL,
    preavviso_data date,
    dispositivo jsonb,
    agenti text[] NOT NULL,
    note text DEFAULT ''::text NOT NULL,
    inserito timestamp with time zone DEFAULT now() NOT NULL,
    sequenza integer DEFAULT 0 NOT NULL,
    procedura text NOT NULL,
    debito text NOT NULL,
    ricorso text NOT NULL,
    punti text NOT NULL,
    riscossione text NOT NULL,
    data_notifica date,
    scadenza_pagamento date,
    importo_cent bigint DEFAULT 0 NOT NULL,
    CONSTRAINT verbale_lettera_check CHECK ((lettera ~ '^[A-Z]{0,3}$'::text)),
    CONSTRAINT verbale_numero_check CHECK (((numero >= 1) AND (numero <= '9999999999'::bigint)))
);

COMMENT ON COLUMN verbali.verbale.importo_cent IS 'Smallest sum printed on the notices, in cents.';

CREATE TABLE verbali.violazione (
    verbale uuid NOT NULL,
    ordine smallint NOT NULL,
    codice text NOT NULL,
    articolo text NOT NULL,
    comma text NOT NULL,
    lettera text DEFAULT ''::text NOT NULL,
    testo text NOT NULL,
    minimo_cent bigint NOT NULL,
    massimo_cent bigint NOT NULL,
    notturna boolean NOT NULL,
    sconto30 boolean NOT NULL,
    pagamento_ridotto boolean NOT NULL,
    punti smallint DEFAULT 0 NOT NULL,
    accessoria text DEFAULT ''::text NOT NULL,
    velocita_decimi integer,
    limite_decimi integer,
    note text DEFAULT ''::text NOT NULL,
    versione_tabella text NOT NULL
);

COMMENT ON COLUMN verbali.violazione.minimo_cent IS 'Statutory amounts of the row of the table at the violation date, before the night third (the flag notturna says whether it applies).';

CREATE VIEW verbali_v1.anomalia AS
 SELECT id,
    verbale,
    tipo,
    testo,
    aperta,
    chiusa
   FROM verbali.anomalia;

CREATE VIEW verbali_v1.avviso AS
 SELECT id,
    verbale,
    posizione,
    tipo,
    numero_avviso,
    iuv,
    codice_fiscale_ente,
    importo_cent,
    spese_cent,
    stato,
    emesso,
    giorni
   FROM verbali.avviso;

CREATE VIEW verbali_v1.documento AS
 SELECT id,
    verbale,
    posizione,
    tipo,
    nome,
    mime,
    sha256,
    byte,
    creato
   FROM verbali.documento;

CREATE VIEW verbali_v1.evento AS
 SELECT verbale,
    sequenza,
    tipo,
    posizione,
    data_legale,
    registrato,
    attore,
    causa,
    prova,
    dati
   FROM verbali.evento;

CREATE VIEW verbali_v1.pagamento AS
 SELECT id,
    verbale,
    avviso,
    importo_cent,
    data,
    canale,
    riferimento
   FROM verbali.pagamento;

CREATE VIEW verbali_v1.posizione AS
 SELECT id,
    verbale,
    ordine,
    titolo,
    soggetto,
    giorno_zero
   FROM verbali.posizione;

CREATE VIEW verbali_v1.registro AS
 SELECT posizione,
    quando,
    attore,
    azione,
    oggetto_tipo,
    oggetto,
    motivo,
    esito,
    indirizzo,
    traccia
   FROM verbali.registro;

CREATE VIEW verbali_v1.soggetto AS
 SELECT id,
    tipo,
    codice_fiscale,
    cognome,
    nome,
    denominazione,
    sesso,
    data_nascita,
    luogo_nascita,
    indirizzo,
    civico,
    cap,
    comune,
    comune_istat,
    provincia,
    nazione
   FROM verbali.soggetto;

CREATE VIEW verbali_v1.verbale AS
 SELECT id,
    anno,
    numero,
    lettera,
    targa,
    tipo_targa,
    nazione,
    marca,
    modello,
    data_violazione,
    data_accertamento,
    luogo_istat,
    luogo_indirizzo,
    luogo_civico,
    luogo_chilometro,
    reparto,
    fonte,
    contestato,
    inserito,
    sequenza,
    procedura,
    debito,
    ricorso,
    punti,
    riscossione,
    data_notifica,
    scadenza_pagamento,
    importo_cent,
    integratore,
    id_esterno,
    inserito_da,
    agenti,
    note
   FROM verbali.verbale v;

CREATE VIEW verbali_v1.violazione AS
 SELECT verbale,
    ordine,
    codice,
    articolo,
    comma,
    lettera,
    testo,
    minimo_cent,
    massimo_cent,
    notturna,
    sconto30,
    pagamento_ridotto,
    punti,
    accessoria,
    velocita_decimi,
    limite_decimi
   FROM verbali.violazione;

ALTER TABLE ONLY verbali.anomalia
    ADD CONSTRAINT anomalia_pkey PRIMARY KEY (id);

ALTER TABLE ONLY verbali.avviso
    ADD CONSTRAINT avviso_codice_fiscale_ente_numero_avviso_key UNIQUE (codice_fiscale_ente, numero_avviso);

ALTER TABLE ONLY verbali.avviso
    ADD CONSTRAINT avviso_pkey PRIMARY KEY (id);

ALTER TABLE ONLY verbali.documento
    ADD CONSTRAINT documento_pkey PRIMARY KEY (id);

ALTER TABLE ONLY verbali.evento
    ADD CONSTRAINT evento_pkey PRIMARY KEY (verbale, sequenza);

ALTER TABLE ONLY verbali.numerazione
    ADD CONSTRAINT numerazione_pkey PRIMARY KEY (anno, lettera);

ALTER TABLE ONLY verbali.numero_avviso
    ADD CONSTRAINT numero_avviso_pkey PRIMARY KEY (intervallo);

ALTER TABLE ONLY verbali.pagamento
    ADD CONSTRAINT pagamento_canale_riferimento_key UNIQUE (canale, riferimento);

ALTER TABLE ONLY verbali.pagamento
    ADD CONSTRAINT pagamento_pkey PRIMARY KEY (id);

ALTER TABLE ONLY verbali.posizione
    ADD CONSTRAINT posizione_pkey PRIMARY KEY (id);

ALTER TABLE ONLY verbali.posizione
    ADD CONSTRAINT posizione_verbale_ordine_key UNIQUE (verbale, ordine);

ALTER TABLE ONLY verbali.registro
    ADD CONSTRAINT registro_pkey PRIMARY KEY (posizione);

ALTER TABLE ONLY verbali.ricevuto
    ADD CONSTRAINT ricevuto_pkey PRIMARY KEY (consumatore, id);

ALTER TABLE ONLY verbali.soggetto
    ADD CONSTRAINT soggetto_pkey PRIMARY KEY (id);

ALTER TABLE ONLY verbali.uscita
    ADD CONSTRAINT uscita_pkey PRIMARY KEY (posizione);

ALTER TABLE ONLY verbali.verbale
    ADD CONSTRAINT verbale_anno_lettera_numero_key UNIQUE (anno, lettera, numero);

ALTER TABLE ONLY verbali.verbale
    ADD CONSTRAINT verbale_integratore_id_esterno_key UNIQUE (integratore, id_esterno);

ALTER TABLE ONLY verbali.verbale
    ADD CONSTRAINT verbale_pkey PRIMARY KEY (id);

ALTER TABLE ONLY verbali.violazione
    ADD CONSTRAINT violazione_pkey PRIMARY KEY (verbale, ordine);

CREATE INDEX anomalia_verbale ON verbali.anomalia USING btree (verbale) WHERE (chiusa IS NULL);

CREATE INDEX avviso_iuv ON verbali.avviso USING btree (iuv);

CREATE INDEX avviso_verbale ON verbali.avviso USING btree (verbale);

CREATE UNIQUE INDEX documento_atto ON verbali.documento USING btree (posizione) WHERE (tipo = 'ATTO'::text);

CREATE INDEX documento_verbale ON verbali.documento USING btree (verbale);

CREATE UNIQUE INDEX evento_idempotenza ON verbali.evento USING btree (verbale, idempotenza) WHERE (idempotenza <> ''::text);

CREATE INDEX pagamento_verbale ON verbali.pagamento USING btree (verbale);

CREATE INDEX posizione_soggetto ON verbali.posizione USING btree (soggetto);

CREATE INDEX registro_oggetto ON verbali.registro USING btree (oggetto_tipo, oggetto);

CREATE INDEX ricevuto_quando ON verbali.ricevuto USING btree (quando);

CREATE INDEX soggetto_codice_fiscale ON verbali.soggetto USING btree (codice_fiscale) WHERE (codice_fiscale <> ''::text);

CREATE INDEX verbale_data ON verbali.verbale USING btree (data_violazione DESC, id DESC);

CREATE INDEX verbale_numero ON verbali.verbale USING btree (numero);

CREATE INDEX verbale_targa ON verbali.verbale USING btree (targa, data_violazione DESC);

CREATE TRIGGER evento_solo_aggiunte BEFORE DELETE OR UPDATE OR TRUNCATE ON verbali.evento FOR EACH STATEMENT EXECUTE FUNCTION verbali.solo_aggiunte();

CREATE TRIGGER registro_solo_aggiunte BEFORE DELETE OR UPDATE OR TRUNCATE ON verbali.registro FOR EACH STATEMENT EXECUTE FUNCTION verbali.solo_aggiunte();

ALTER TABLE ONLY verbali.anomalia
    ADD CONSTRAINT anomalia_verbale_fkey FOREIGN KEY (verbale) REFERENCES verbali.verbale(id);

ALTER TABLE ONLY verbali.avviso
    ADD CONSTRAINT avviso_posizione_fkey FOREIGN KEY (posizione) REFERENCES verbali.posizione(id);

ALTER TABLE ONLY verbali.avviso
    ADD CONSTRAINT avviso_verbale_fkey FOREIGN KEY (verbale) REFERENCES verbali.verbale(id);

ALTER TABLE ONLY verbali.documento
    ADD CONSTRAINT documento_posizione_fkey FOREIGN KEY (posizione) REFERENCES verbali.posizione(id);

ALTER TABLE ONLY verbali.documento
    ADD CONSTRAINT documento_verbale_fkey FOREIGN KEY (verbale) REFERENCES verbali.verbale(id);

ALTER TABLE ONLY verbali.evento
    ADD CONSTRAINT evento_posizione_fkey FOREIGN KEY (posizione) REFERENCES verbali.posizione(id);

ALTER TABLE ONLY verbali.evento
    ADD CONSTRAINT evento_verbale_fkey FOREIGN KEY (verbale) REFERENCES verbali.verbale(id);

ALTER TABLE ONLY verbali.pagamento
    ADD CONSTRAINT pagamento_avviso_fkey FOREIGN KEY (avviso) REFERENCES verbali.avviso(id);

ALTER TABLE ONLY verbali.pagamento
    ADD CONSTRAINT pagamento_verbale_fkey FOREIGN KEY (verbale) REFERENCES verbali.verbale(id);

ALTER TABLE ONLY verbali.posizione
    ADD CONSTRAINT posizione_soggetto_fkey FOREIGN KEY (soggetto) REFERENCES verbali.soggetto(id);

ALTER TABLE ONLY verbali.posizione
    ADD CONSTRAINT posizione_verbale_fkey FOREIGN KEY (verbale) REFERENCES verbali.verbale(id);

ALTER TABLE ONLY verbali.violazione
    ADD CONSTRAINT violazione_verbale_fkey FOREIGN KEY (verbale) REFERENCES verbali.verbale(id);
