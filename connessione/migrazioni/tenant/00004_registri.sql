-- +goose Up
-- What the registers of the State answered. A row is taken by who asks, filled by the answer, and asked again by nobody on
-- the same day; a row that was taken by a process that died is taken over when preso_fino is past, with its operazione.
CREATE TABLE domicilio (
    id             uuid PRIMARY KEY,
    chiave         text        NOT NULL, -- what was asked: the same key on the same day is the same question
    codice_fiscale text        NOT NULL,
    giorno         date        NOT NULL,
    stato          text        NOT NULL DEFAULT 'CHIESTO' CHECK (stato IN ('CHIESTO', 'RISPOSTO')),
    preso_fino     timestamptz NOT NULL,
    operazione     text        NOT NULL DEFAULT '',
    esito          text        NOT NULL DEFAULT '',
    fonte          text        NOT NULL DEFAULT '',
    risposta       jsonb,
    impronta       text        NOT NULL DEFAULT '',
    alle           timestamptz,
    costo_cent     bigint      NOT NULL DEFAULT 0,
    cancellata     timestamptz
);
CREATE UNIQUE INDEX domicilio_una ON domicilio (chiave, giorno) WHERE stato = 'CHIESTO';
CREATE INDEX domicilio_fresco ON domicilio (chiave, giorno);
COMMENT ON TABLE domicilio IS 'Digital domiciles as the registers gave them, a row a person and day.';

CREATE TABLE visura (LIKE domicilio INCLUDING DEFAULTS INCLUDING CONSTRAINTS);
ALTER TABLE visura ADD PRIMARY KEY (id);
CREATE UNIQUE INDEX visura_una ON visura (chiave, giorno) WHERE stato = 'CHIESTO';
CREATE INDEX visura_fresca ON visura (chiave, giorno);
COMMENT ON TABLE visura IS 'Persons as the population register gave them, a row a question and day.';

CREATE TABLE interrogazione (
    id             uuid PRIMARY KEY,
    quando         timestamptz NOT NULL,
    tipo           text        NOT NULL CHECK (tipo IN ('DOMICILIO', 'VERIFICA', 'VISURA')),
    attore         text        NOT NULL,
    motivo         text        NOT NULL,
    nota           text        NOT NULL DEFAULT '',
    verbale        uuid,
    codice_fiscale text        NOT NULL DEFAULT '',
    risposta       uuid, -- the row of domicilio or visura
    esito          text        NOT NULL,
    fonte          text        NOT NULL DEFAULT '',
    riuso          boolean     NOT NULL DEFAULT false, -- an answer of the same day: no register was asked
    costo_cent     bigint      NOT NULL DEFAULT 0
);
CREATE INDEX interrogazione_persona ON interrogazione (codice_fiscale, quando);
CREATE INDEX interrogazione_verbale ON interrogazione (verbale) WHERE verbale IS NOT NULL;
COMMENT ON TABLE interrogazione IS 'Who asked the registers about whom, why, for which fine, what kind of answer came, what it cost. Append-only.';
CREATE TRIGGER interrogazione_solo_aggiunte BEFORE UPDATE OR DELETE OR TRUNCATE ON interrogazione
    FOR EACH STATEMENT EXECUTE FUNCTION solo_aggiunte();

CREATE TABLE elenco (
    id       uuid PRIMARY KEY,
    tipo     text        NOT NULL CHECK (tipo IN ('DOMICILIO', 'VISURA')),
    stato    text        NOT NULL CHECK (stato IN ('ACCODATO', 'IN_CORSO', 'IN_PAUSA', 'COMPLETATO', 'COMPLETATO_CON_ERRORI')),
    attore   text        NOT NULL,
    motivo   text        NOT NULL,
    nota     text        NOT NULL DEFAULT '',
    verbale  uuid,
    quando   timestamptz NOT NULL,
    esterno  text        NOT NULL DEFAULT '', -- the register's own id of the list
    chiesto  timestamptz,                     -- when the register took it
    prossimo timestamptz,                     -- not before then
    detto    text        NOT NULL DEFAULT ''  -- why it waits, for a person
);
COMMENT ON TABLE elenco IS 'Look-ups of many persons, worked in the background.';

CREATE TABLE voce_elenco (
    elenco         uuid    NOT NULL REFERENCES elenco (id) ON DELETE CASCADE,
    ordine         integer NOT NULL,
    codice_fiscale text    NOT NULL,
    data           date,
    stato          text    NOT NULL DEFAULT 'IN_ATTESA' CHECK (stato IN ('IN_ATTESA', 'OK', 'ERRORE_DEFINITIVO')),
    risposta       uuid,
    errore         text    NOT NULL DEFAULT '',
    PRIMARY KEY (elenco, ordine)
);

-- How much has been asked since an instant: of a register in a day, by an account in an hour.
CREATE TABLE quota (
    chi      text        NOT NULL,
    dal      timestamptz NOT NULL,
    usate    integer     NOT NULL,
    esaurita timestamptz, -- until when the register has said that there is no more
    PRIMARY KEY (chi, dal)
);

-- The operation ids of a register that wants them to grow: one call at a time takes the next and holds it until it has left.
CREATE TABLE sequenza (
    registro   text PRIMARY KEY,
    ultimo     numeric     NOT NULL DEFAULT 0,
    preso_fino timestamptz NOT NULL DEFAULT '-infinity',
    preso_da   uuid
);

CREATE VIEW connessione_v1.domicilio AS
    SELECT id, codice_fiscale, giorno, stato, esito, fonte, risposta, alle, cancellata FROM domicilio;
CREATE VIEW connessione_v1.visura AS
    SELECT id, codice_fiscale, giorno, stato, esito, fonte, risposta, alle, cancellata FROM visura;
CREATE VIEW connessione_v1.interrogazione AS
    SELECT id, quando, tipo, attore, motivo, nota, verbale, codice_fiscale, risposta, esito, fonte, riuso, costo_cent FROM interrogazione;

-- +goose StatementBegin
CREATE FUNCTION oscura_registri(quali uuid[]) RETURNS void LANGUAGE sql SET search_path = connessione, pg_temp AS $$
    UPDATE domicilio SET cancellata = now(), chiave = '', codice_fiscale = '', risposta = NULL WHERE id = ANY (quali) AND cancellata IS NULL;
    UPDATE visura SET cancellata = now(), chiave = '', codice_fiscale = '', risposta = NULL WHERE id = ANY (quali) AND cancellata IS NULL;
    UPDATE interrogazione SET codice_fiscale = '', nota = CASE nota WHEN '' THEN '' ELSE '[CANCELLATO]' END WHERE risposta = ANY (quali);
    UPDATE voce_elenco SET codice_fiscale = '' WHERE risposta = ANY (quali);
$$;
-- +goose StatementEnd

-- An answer that another fine uses too stays for it: what goes is what no other look-up of a fine names.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION cancella_verbale(cosa uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = connessione, pg_temp AS $$
BEGIN
    PERFORM pg_advisory_xact_lock_shared(1977679241); -- a hold waits for what runs, and what runs later sees it
    IF EXISTS (SELECT 1 FROM cancellazione c WHERE c.verbale = cosa AND c.oggetto = cosa) THEN
        RETURN;
    END IF;
    IF NOT EXISTS (SELECT 1 FROM verbali_v1.cancellazione c WHERE c.verbale = cosa AND c.oggetto = cosa) THEN
        RAISE EXCEPTION 'il verbale % non è stato cancellato', cosa USING ERRCODE = 'restrict_violation';
    END IF;
    PERFORM set_config('verbali.cancellazione', 'connessione', true);
    PERFORM oscura_registri(ARRAY(SELECT i.risposta FROM interrogazione i WHERE i.verbale = cosa AND i.risposta IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM interrogazione a WHERE a.risposta = i.risposta AND a.verbale IS DISTINCT FROM cosa)));
    UPDATE interrogazione SET codice_fiscale = '', nota = CASE nota WHEN '' THEN '' ELSE '[CANCELLATO]' END WHERE verbale = cosa;
    UPDATE elenco SET nota = '[CANCELLATO]' WHERE verbale = cosa AND nota <> '';
    UPDATE registro SET indirizzo = '' WHERE oggetto_tipo = 'verbale' AND oggetto = cosa::text AND attore = 'anonimo';
    UPDATE registro SET motivo = '[CANCELLATO]' WHERE oggetto_tipo = 'verbale' AND oggetto = cosa::text AND motivo <> '';
    INSERT INTO cancellazione (classe, oggetto, verbale) VALUES ('VERBALE', cosa, cosa);
    PERFORM set_config('verbali.cancellazione', '', true);
END $$;
-- +goose StatementEnd

REVOKE ALL ON FUNCTION oscura_registri(uuid[]) FROM PUBLIC;
