-- Schema vpn as its migrations make it. Written by a test (-update): do not edit.
CREATE FUNCTION vpn.cancella_verbale(cosa uuid) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'vpn', 'pg_temp'
    AS $$
BEGIN
    PERFORM pg_advisory_xact_lock_shared(1977679241); -- a hold waits for what runs, and what runs later sees it
    IF EXISTS (SELECT 1 FROM cancellazione c WHERE c.verbale = cosa AND c.oggetto = cosa) THEN
        RETURN;
    END IF;
    IF NOT EXISTS (SELECT 1 FROM verbali_v1.cancellazione c WHERE c.verbale = cosa AND c.oggetto = cosa) THEN
        RAISE EXCEPTION 'il verbale % non è stato cancellato', cosa USING ERRCODE = 'restrict_violation';
    END IF;
    PERFORM set_config('verbali.cancellazione', 'vpn', true);
    PERFORM oscura_indagini(ARRAY(SELECT i.id FROM indagine i WHERE i.verbale = cosa));
    DELETE FROM turno WHERE verbale = cosa;
    WITH tolti AS (DELETE FROM scambio_verbale WHERE verbale = cosa RETURNING lotto, numero)
        UPDATE scambio_domanda d SET targa = '[CANCELLATO ' || d.numero || ']', riga = CASE d.riga WHEN '' THEN '' ELSE '[CANCELLATO]' END
        FROM tolti t WHERE d.lotto = t.lotto AND d.numero = t.numero AND NOT EXISTS (SELECT 1 FROM scambio_verbale a
            WHERE a.lotto = d.lotto AND a.numero = d.numero AND a.verbale <> cosa);
    UPDATE registro SET motivo = '[CANCELLATO]' WHERE oggetto_tipo = 'verbale' AND oggetto = cosa::text AND motivo <> '';
    INSERT INTO cancellazione (classe, oggetto, verbale) VALUES ('VERBALE', cosa, cosa);
    PERFORM set_config('verbali.cancellazione', '', true);
END $$;

COMMENT ON FUNCTION vpn.cancella_verbale(cosa uuid) IS 'Erases what is kept here of the persons of a fine that its owner has erased; once.';

CREATE FUNCTION vpn.conserva(quale text, quanti integer) RETURNS TABLE(oggetto uuid, verbale uuid)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'vpn', 'pg_temp'
    AS $$
#variable_conflict use_column
DECLARE
    regola record;
    x record;
BEGIN
    PERFORM pg_advisory_xact_lock_shared(1977679241); -- a hold waits for what runs, and what runs later sees it
    SELECT c.id, now() - make_interval(months => c.mesi) AS prima INTO regola FROM core_v1.conservazione c WHERE c.classe = quale;
    IF NOT FOUND THEN
        RETURN;
    END IF;
    PERFORM set_config('verbali.cancellazione', 'vpn', true);
    IF quale = 'REGISTRO' THEN
        RETURN QUERY SELECT NULL::uuid, NULL::uuid WHERE conserva_registro(quale, regola.id, regola.prima, quanti, 'verbale',
            ARRAY(SELECT t.verbale::text FROM core_v1.verbale_trattenuto t)) > 0;
    ELSIF quale = 'INDAGINI' THEN
        FOR x IN SELECT i.id, i.verbale FROM indagine i WHERE i.cancellata IS NULL AND i.quando < regola.prima
            AND (EXISTS (SELECT 1 FROM verbali_v1.conservabile f WHERE f.oggetto = i.verbale)
                OR EXISTS (SELECT 1 FROM verbali_v1.cancellazione f WHERE f.oggetto = i.verbale))
            AND NOT EXISTS (SELECT 1 FROM core_v1.verbale_trattenuto t WHERE t.verbale = i.verbale)
            ORDER BY i.quando LIMIT quanti FOR UPDATE OF i SKIP LOCKED LOOP
            PERFORM oscura_indagini(ARRAY[x.id]);
            INSERT INTO cancellazione (classe, regola, oggetto, verbale) VALUES (quale, regola.id, x.id, x.verbale);
            RETURN QUERY SELECT x.id, x.verbale;
        END LOOP;
    END IF;
    PERFORM set_config('verbali.cancellazione', '', true);
END $$;

COMMENT ON FUNCTION vpn.conserva(quale text, quanti integer) IS 'Deletes some of what the confirmed rule of a kind reaches; what it gives was deleted. Without a confirmed rule nothing goes.';

CREATE FUNCTION vpn.conserva_registro(quale text, regola uuid, prima timestamp with time zone, quanti integer, tipo text, tenuti text[], di text DEFAULT NULL::text) RETURNS bigint
    LANGUAGE plpgsql
    AS $$
DECLARE
    tolte bigint;
BEGIN
    DELETE FROM registro WHERE posizione IN (SELECT s.posizione FROM registro s WHERE s.quando < prima AND (di IS NULL OR s.attore = di)
        AND NOT (s.oggetto_tipo = coalesce(tipo, '') AND s.oggetto IN (SELECT unnest(tenuti))) ORDER BY s.posizione LIMIT quanti * 50);
    GET DIAGNOSTICS tolte = ROW_COUNT;
    IF tolte > 0 THEN
        INSERT INTO cancellazione (classe, regola, righe) VALUES (quale, regola, tolte);
    END IF;
    RETURN tolte;
END $$;

COMMENT ON FUNCTION vpn.conserva_registro(quale text, regola uuid, prima timestamp with time zone, quanti integer, tipo text, tenuti text[], di text) IS 'Deletes lines of the audit that a rule reaches, writes down how many, and says it.';

CREATE FUNCTION vpn.oscura_indagini(quali uuid[]) RETURNS void
    LANGUAGE sql
    SET search_path TO 'vpn', 'pg_temp'
    AS $$
    UPDATE indagine SET cancellata = now(), risposta = NULL, candidati = '[]', avvertenze = '[]', data_nascita = NULL,
        codice_fiscale = '', sesso = '', cap = '', comune_istat = '', provincia = '', civico = '',
        cognome = CASE cognome WHEN '' THEN '' ELSE '[CANCELLATO]' END, nome = CASE nome WHEN '' THEN '' ELSE '[CANCELLATO]' END,
        denominazione = CASE denominazione WHEN '' THEN '' ELSE '[CANCELLATO]' END, luogo_nascita = CASE luogo_nascita WHEN '' THEN '' ELSE '[CANCELLATO]' END,
        indirizzo = CASE indirizzo WHEN '' THEN '' ELSE '[CANCELLATO]' END, comune = CASE comune WHEN '' THEN '' ELSE '[CANCELLATO]' END,
        motivo = CASE motivo WHEN '' THEN '' ELSE '[CANCELLATO]' END, targa = CASE targa WHEN '' THEN '' ELSE '[CANCELLATO]' END
    WHERE id = ANY (quali) AND cancellata IS NULL
$$;

CREATE FUNCTION vpn.solo_aggiunte() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF TG_OP <> 'TRUNCATE' AND current_setting('verbali.cancellazione', true) = TG_TABLE_SCHEMA
        AND current_user = (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = TG_RELID) THEN
        RETURN NULL;
    END IF;
    RAISE EXCEPTION 'la tabella % ammette solo aggiunte', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

CREATE TABLE vpn.cancellazione (
    posizione bigint NOT NULL,
    quando timestamp with time zone DEFAULT now() NOT NULL,
    classe text NOT NULL,
    regola uuid,
    oggetto uuid,
    verbale uuid,
    righe bigint DEFAULT 1 NOT NULL
);

COMMENT ON TABLE vpn.cancellazione IS 'What was deleted, when and by which rule: ids and counts, no person. Append-only.';

ALTER TABLE vpn.cancellazione ALTER COLUMN posizione ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME vpn.cancellazione_posizione_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE vpn.indagine (
    id uuid NOT NULL,
    verbale uuid NOT NULL,
    esito text NOT NULL,
    motivo text DEFAULT ''::text NOT NULL,
    tipo text DEFAULT ''::text NOT NULL,
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
    nazione text DEFAULT ''::text NOT NULL,
    marca text DEFAULT ''::text NOT NULL,
    modello text DEFAULT ''::text NOT NULL,
    rete text DEFAULT ''::text NOT NULL,
    quando timestamp with time zone NOT NULL,
    risposta jsonb,
    codice text DEFAULT ''::text NOT NULL,
    targa text DEFAULT ''::text NOT NULL,
    nazione_targa text DEFAULT ''::text NOT NULL,
    giorno date,
    titolo text DEFAULT ''::text NOT NULL,
    data_furto date,
    candidati jsonb DEFAULT '[]'::jsonb NOT NULL,
    avvertenze jsonb DEFAULT '[]'::jsonb NOT NULL,
    cancellata timestamp with time zone,
    classe text DEFAULT ''::text NOT NULL,
    categoria text DEFAULT ''::text NOT NULL,
    CONSTRAINT indagine_check CHECK (((esito = 'TROVATO'::text) = (tipo <> ''::text))),
    CONSTRAINT indagine_check1 CHECK (((esito = 'TROVATO'::text) OR (motivo <> ''::text))),
    CONSTRAINT indagine_classe_check CHECK ((classe ~ '^[A-Z_]*$'::text)),
    CONSTRAINT indagine_codice_check CHECK ((codice ~ '^[A-Z_]*$'::text)),
    CONSTRAINT indagine_esito_check CHECK ((esito = ANY (ARRAY['TROVATO'::text, 'SCONOSCIUTA'::text, 'ANOMALA'::text]))),
    CONSTRAINT indagine_tipo_check CHECK ((tipo = ANY (ARRAY[''::text, 'PERSONA'::text, 'SOCIETA'::text]))),
    CONSTRAINT indagine_titolo_check CHECK ((titolo = ANY (ARRAY[''::text, 'PROPRIETARIO'::text, 'USUFRUTTUARIO'::text, 'LOCATARIO'::text, 'ACQUIRENTE'::text])))
);

COMMENT ON TABLE vpn.indagine IS 'Who answers for the vehicle of a fine, as a network said on a day: one row per look-up, never changed.';

COMMENT ON COLUMN vpn.indagine.motivo IS 'Italian, for a person: why the look-up ended so.';

COMMENT ON COLUMN vpn.indagine.tipo IS 'Empty, with all that names a person, unless the esito is TROVATO.';

COMMENT ON COLUMN vpn.indagine.luogo_nascita IS 'Name of the comune, else the cadastral code as the network gave it.';

COMMENT ON COLUMN vpn.indagine.rete IS 'Network that was asked; empty when none needed to be.';

COMMENT ON COLUMN vpn.indagine.risposta IS 'Answer of the network as it was read; null when it had none.';

COMMENT ON COLUMN vpn.indagine.codice IS 'Stable word for motivo (vpn/README.md); empty in rows written before it existed, as all columns after risposta.';

COMMENT ON COLUMN vpn.indagine.targa IS 'Plate that was asked about, normalised: an answer about another one is not for the fine as it is now.';

COMMENT ON COLUMN vpn.indagine.nazione_targa IS 'Country of a foreign plate, ISO 3166-1 alpha-2 or as the fine has it; empty when nobody says which.';

COMMENT ON COLUMN vpn.indagine.giorno IS 'Day that was asked about: that of the violation, in Rome.';

COMMENT ON COLUMN vpn.indagine.titolo IS 'By which title the person found answers (art. 196 CdS); empty unless the esito is TROVATO.';

COMMENT ON COLUMN vpn.indagine.candidati IS 'Everybody on the papers that day, as the columns of this table name a person, with titolo, dal, al, decesso, minorenne and risponde.';

COMMENT ON COLUMN vpn.indagine.avvertenze IS 'Italian remarks on what does not fit in the answer, for a person.';

COMMENT ON COLUMN vpn.indagine.cancellata IS 'When the persons were erased from the answer; null: they are there.';

COMMENT ON COLUMN vpn.indagine.classe IS 'Class of the vehicle (a word of sanzione.Classe) as the register has it; empty where it does not say.';

COMMENT ON COLUMN vpn.indagine.categoria IS 'Category of the international approval (M1, N1, L3E …) as the register has it; empty where it does not say.';

CREATE TABLE vpn.libro (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    quando timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    tipo text NOT NULL,
    attore text NOT NULL,
    motivo text DEFAULT ''::text NOT NULL,
    nota text DEFAULT ''::text NOT NULL,
    verbale uuid,
    codice_fiscale text DEFAULT ''::text NOT NULL,
    risposta uuid,
    esito text NOT NULL,
    fonte text DEFAULT ''::text NOT NULL,
    riuso boolean DEFAULT false NOT NULL,
    costi jsonb DEFAULT '{}'::jsonb NOT NULL,
    CONSTRAINT libro_costi_check CHECK ((jsonb_typeof(costi) = 'object'::text)),
    CONSTRAINT libro_tipo_check CHECK ((tipo ~ '^[A-Z_]+$'::text))
);

COMMENT ON TABLE vpn.libro IS 'Who asked what of whom outside, why, for which fine, what kind of answer came, what it cost. Append-only.';

COMMENT ON COLUMN vpn.libro.tipo IS 'What was asked for: VEICOLO, PATENTE, COPERTURA, DOMICILIO, VERIFICA, VISURA.';

COMMENT ON COLUMN vpn.libro.attore IS 'Who asked: an account, or sistema.';

COMMENT ON COLUMN vpn.libro.verbale IS 'The fine for which it was asked; null: somebody looked something up.';

COMMENT ON COLUMN vpn.libro.codice_fiscale IS 'The person looked up; empty where the question is about a vehicle or a licence.';

COMMENT ON COLUMN vpn.libro.risposta IS 'The row that keeps the answer; null where it is kept elsewhere.';

COMMENT ON COLUMN vpn.libro.esito IS 'TROVATO, or the word of what came instead; SENZA_RISPOSTA: the question left and brought nothing, and the register may bill it.';

COMMENT ON COLUMN vpn.libro.fonte IS 'The register that answered; empty where none did.';

COMMENT ON COLUMN vpn.libro.riuso IS 'An answer of the same day read again: no register was asked.';

COMMENT ON COLUMN vpn.libro.costi IS 'Thousandths of a euro by register that was asked, as the command had set them that day; zero where answers are free.';

CREATE TABLE vpn.misura (
    attore text NOT NULL,
    ora timestamp with time zone NOT NULL,
    quante integer NOT NULL,
    rifiutate integer DEFAULT 0 NOT NULL
);

COMMENT ON TABLE vpn.misura IS 'How many look-ups an account has made in an hour, and how many were refused it: the same for every replica. Kept a day.';

CREATE TABLE vpn.parola (
    posizione bigint NOT NULL,
    collegamento text NOT NULL,
    file text NOT NULL,
    dal date NOT NULL
);

COMMENT ON TABLE vpn.parola IS 'Which file of the command''s secrets holds the password of a connection, since when: the last row. No password is here. Append-only.';

ALTER TABLE vpn.parola ALTER COLUMN posizione ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME vpn.parola_posizione_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE vpn.quota_esterna (
    chiave text NOT NULL,
    giorno date NOT NULL,
    quante integer NOT NULL
);

COMMENT ON TABLE vpn.quota_esterna IS 'Questions that left for an outside system on a day of Rome, over all replicas.';

CREATE TABLE vpn.registro (
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

COMMENT ON TABLE vpn.registro IS 'Who did or read what, on which fine or person, and why. Append-only.';

ALTER TABLE vpn.registro ALTER COLUMN posizione ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME vpn.registro_posizione_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE vpn.ricevuto (
    consumatore text NOT NULL,
    id text NOT NULL,
    quando timestamp with time zone DEFAULT now() NOT NULL
);

COMMENT ON TABLE vpn.ricevuto IS 'Messages already taken, written in the transaction of their effect; kept 45 days.';

CREATE TABLE vpn.ricordo (
    collegamento text NOT NULL,
    parte text NOT NULL,
    chiave bytea NOT NULL,
    codice text NOT NULL,
    dettaglio text DEFAULT ''::text NOT NULL,
    nazione text DEFAULT ''::text NOT NULL,
    fino timestamp with time zone NOT NULL,
    CONSTRAINT ricordo_chiave_check CHECK ((length(chiave) = 32)),
    CONSTRAINT ricordo_codice_check CHECK ((codice ~ '^[A-Z_]+$'::text))
);

COMMENT ON TABLE vpn.ricordo IS 'Negative answers of registers to work, for a day: while the next register is silent the one that has answered is not asked, and paid, again by any replica. No plate and no person: chiave is a digest.';

CREATE TABLE vpn.rifiuto (
    registro text NOT NULL,
    impronta bytea NOT NULL,
    perche text NOT NULL,
    quando timestamp with time zone NOT NULL,
    CONSTRAINT rifiuto_impronta_check CHECK ((length(impronta) = 32)),
    CONSTRAINT rifiuto_perche_check CHECK ((perche ~ '^[A-Z_]+$'::text)),
    CONSTRAINT rifiuto_registro_check CHECK ((registro ~ '^[A-Z]+$'::text))
);

COMMENT ON TABLE vpn.rifiuto IS 'Credentials that a register has refused: they do not leave again, from any replica, until they change or a person says so. No credentials are here.';

COMMENT ON COLUMN vpn.rifiuto.impronta IS 'Digest of user, password and PIN (PBKDF2, salted with register and command).';

COMMENT ON COLUMN vpn.rifiuto.perche IS 'The word of the refusal.';

CREATE TABLE vpn.scambio (
    lotto uuid NOT NULL,
    quando timestamp with time zone NOT NULL,
    attore text NOT NULL
);

COMMENT ON TABLE vpn.scambio IS 'A lot of look-ups (verbali_v1.lotto) whose file of questions was made, by whom and when: it does not change.';

CREATE TABLE vpn.scambio_domanda (
    lotto uuid NOT NULL,
    numero integer NOT NULL,
    targa text NOT NULL,
    giorno date NOT NULL,
    riga text DEFAULT ''::text NOT NULL,
    esito text DEFAULT ''::text NOT NULL,
    quando timestamp with time zone,
    CONSTRAINT scambio_domanda_esito_check CHECK ((esito ~ '^[A-Z_]*$'::text)),
    CONSTRAINT scambio_domanda_numero_check CHECK (((numero >= 1) AND (numero <= 999999)))
);

COMMENT ON TABLE vpn.scambio_domanda IS 'A line of the file of questions: a plate on the day of its violations, asked once however many fines it has.';

COMMENT ON COLUMN vpn.scambio_domanda.numero IS 'The line''s own number, from 1: numeroVerbale of the record.';

COMMENT ON COLUMN vpn.scambio_domanda.riga IS 'SHA-256 of the line that was taken as its answer; empty: none yet.';

COMMENT ON COLUMN vpn.scambio_domanda.esito IS 'Word of vpn.indagine.codice that the answer came to; empty: no answer yet.';

CREATE TABLE vpn.scambio_file (
    lotto uuid NOT NULL,
    sha256 text NOT NULL,
    quando timestamp with time zone NOT NULL,
    attore text NOT NULL,
    rapporto jsonb NOT NULL
);

COMMENT ON TABLE vpn.scambio_file IS 'A file of answers that was worked to its end, with what was said of its lines: numbers and reasons, no plate and no person.';

CREATE TABLE vpn.scambio_verbale (
    lotto uuid NOT NULL,
    numero integer NOT NULL,
    verbale uuid NOT NULL
);

COMMENT ON TABLE vpn.scambio_verbale IS 'The fines that a question is asked for.';

CREATE TABLE vpn.turno (
    id uuid NOT NULL,
    ambito text NOT NULL,
    chiave text NOT NULL,
    verbale uuid,
    chi uuid NOT NULL,
    fino timestamp with time zone NOT NULL,
    esterno text DEFAULT ''::text NOT NULL,
    esito jsonb
);

COMMENT ON TABLE vpn.turno IS 'Questions in hand: who asks outside, until when, under which id it left, what was answered, from the answer to its transaction. Nobody asks twice.';

COMMENT ON COLUMN vpn.turno.id IS 'The same from the first taker to the answer.';

COMMENT ON COLUMN vpn.turno.chiave IS 'What is asked: a message, or the digest of a question. No person and no plate.';

COMMENT ON COLUMN vpn.turno.verbale IS 'The fine for which it is asked: what was answered goes with its persons.';

COMMENT ON COLUMN vpn.turno.chi IS 'Who asks: it alone says that it still does (fino), and gives the turn back.';

COMMENT ON COLUMN vpn.turno.esterno IS 'The id under which the question leaves, kept before it does: after a kill it leaves again under the same.';

CREATE TABLE vpn.uscita (
    posizione bigint NOT NULL,
    id uuid NOT NULL,
    soggetto text NOT NULL,
    oggetto text DEFAULT ''::text NOT NULL,
    corpo jsonb NOT NULL,
    traccia text DEFAULT ''::text NOT NULL,
    quando timestamp with time zone DEFAULT now() NOT NULL
);

COMMENT ON TABLE vpn.uscita IS 'Messages written in the transaction of their effect, deleted once the bus has acknowledged them.';

ALTER TABLE vpn.uscita ALTER COLUMN posizione ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME vpn.uscita_posizione_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE VIEW vpn_v1.cancellazione AS
 SELECT posizione,
    quando,
    classe,
    regola,
    oggetto,
    verbale,
    righe
   FROM vpn.cancellazione;

CREATE VIEW vpn_v1.conservabile AS
 SELECT 'REGISTRO'::text AS classe,
    NULL::uuid AS oggetto,
        CASE
            WHEN ((oggetto_tipo = 'verbale'::text) AND (oggetto ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'::text)) THEN (oggetto)::uuid
            ELSE NULL::uuid
        END AS verbale,
    quando AS dal
   FROM vpn.registro
UNION ALL
 SELECT 'INDAGINI'::text AS classe,
    id AS oggetto,
    verbale,
    quando AS dal
   FROM vpn.indagine
  WHERE (cancellata IS NULL);

COMMENT ON VIEW vpn_v1.conservabile IS 'What a rule may reach, and since when its term runs.';

CREATE VIEW vpn_v1.indagine AS
 SELECT id,
    verbale,
    esito,
    motivo,
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
    nazione,
    marca,
    modello,
    rete,
    quando,
    risposta,
    codice,
    targa,
    nazione_targa,
    giorno,
    titolo,
    data_furto,
    candidati,
    avvertenze,
    classe,
    categoria
   FROM vpn.indagine;

CREATE VIEW vpn_v1.libro AS
 SELECT id,
    quando,
    tipo,
    attore,
    motivo,
    nota,
    verbale,
    codice_fiscale,
    risposta,
    esito,
    fonte,
    riuso,
    costi,
    (( SELECT COALESCE(sum((value)::bigint), (0)::numeric) AS "coalesce"
           FROM jsonb_each_text(libro.costi) k(key, value)))::bigint AS costo_millesimi
   FROM vpn.libro;

CREATE VIEW vpn_v1.parola AS
 SELECT DISTINCT ON (collegamento) collegamento,
    dal
   FROM vpn.parola
  ORDER BY collegamento, posizione DESC;

COMMENT ON VIEW vpn_v1.parola IS 'Since when the password of a connection is in use, where it was renewed here.';

CREATE VIEW vpn_v1.registro AS
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
   FROM vpn.registro;

ALTER TABLE ONLY vpn.cancellazione
    ADD CONSTRAINT cancellazione_pkey PRIMARY KEY (posizione);

ALTER TABLE ONLY vpn.indagine
    ADD CONSTRAINT indagine_pkey PRIMARY KEY (id);

ALTER TABLE ONLY vpn.libro
    ADD CONSTRAINT libro_pkey PRIMARY KEY (id);

ALTER TABLE ONLY vpn.misura
    ADD CONSTRAINT misura_pkey PRIMARY KEY (attore, ora);

ALTER TABLE ONLY vpn.parola
    ADD CONSTRAINT parola_pkey PRIMARY KEY (posizione);

ALTER TABLE ONLY vpn.quota_esterna
    ADD CONSTRAINT quota_esterna_pkey PRIMARY KEY (chiave, giorno);

ALTER TABLE ONLY vpn.registro
    ADD CONSTRAINT registro_pkey PRIMARY KEY (posizione);

ALTER TABLE ONLY vpn.ricevuto
    ADD CONSTRAINT ricevuto_pkey PRIMARY KEY (consumatore, id);

ALTER TABLE ONLY vpn.ricordo
    ADD CONSTRAINT ricordo_pkey PRIMARY KEY (collegamento, parte, chiave);

ALTER TABLE ONLY vpn.rifiuto
    ADD CONSTRAINT rifiuto_pkey PRIMARY KEY (registro, impronta);

ALTER TABLE ONLY vpn.scambio_domanda
    ADD CONSTRAINT scambio_domanda_lotto_targa_giorno_key UNIQUE (lotto, targa, giorno);

ALTER TABLE ONLY vpn.scambio_domanda
    ADD CONSTRAINT scambio_domanda_pkey PRIMARY KEY (lotto, numero);

ALTER TABLE ONLY vpn.scambio_file
    ADD CONSTRAINT scambio_file_pkey PRIMARY KEY (lotto, sha256);

ALTER TABLE ONLY vpn.scambio
    ADD CONSTRAINT scambio_pkey PRIMARY KEY (lotto);

ALTER TABLE ONLY vpn.scambio_verbale
    ADD CONSTRAINT scambio_verbale_pkey PRIMARY KEY (lotto, verbale);

ALTER TABLE ONLY vpn.turno
    ADD CONSTRAINT turno_pkey PRIMARY KEY (ambito, chiave);

ALTER TABLE ONLY vpn.uscita
    ADD CONSTRAINT uscita_pkey PRIMARY KEY (posizione);

CREATE INDEX cancellazione_verbale ON vpn.cancellazione USING btree (verbale) WHERE (verbale IS NOT NULL);

CREATE INDEX indagine_verbale ON vpn.indagine USING btree (verbale, quando);

CREATE INDEX libro_costi ON vpn.libro USING btree (quando) WHERE (costi <> '{}'::jsonb);

CREATE INDEX libro_persona ON vpn.libro USING btree (codice_fiscale, quando) WHERE (codice_fiscale <> ''::text);

CREATE INDEX libro_risposta ON vpn.libro USING btree (risposta) WHERE (risposta IS NOT NULL);

CREATE INDEX libro_verbale ON vpn.libro USING btree (verbale) WHERE (verbale IS NOT NULL);

CREATE INDEX registro_oggetto ON vpn.registro USING btree (oggetto_tipo, oggetto);

CREATE INDEX registro_quando ON vpn.registro USING brin (quando);

CREATE INDEX ricevuto_quando ON vpn.ricevuto USING btree (quando);

CREATE INDEX ricordo_fino ON vpn.ricordo USING btree (fino);

CREATE INDEX scambio_verbale_domanda ON vpn.scambio_verbale USING btree (lotto, numero);

CREATE INDEX scambio_verbale_verbale ON vpn.scambio_verbale USING btree (verbale);

CREATE INDEX turno_fino ON vpn.turno USING btree (fino) WHERE (esito IS NULL);

CREATE INDEX turno_verbale ON vpn.turno USING btree (verbale) WHERE (verbale IS NOT NULL);

CREATE TRIGGER cancellazione_solo_aggiunte BEFORE DELETE OR UPDATE OR TRUNCATE ON vpn.cancellazione FOR EACH STATEMENT EXECUTE FUNCTION vpn.solo_aggiunte();

CREATE TRIGGER indagine_solo_aggiunte BEFORE DELETE OR UPDATE OR TRUNCATE ON vpn.indagine FOR EACH STATEMENT EXECUTE FUNCTION vpn.solo_aggiunte();

CREATE TRIGGER libro_solo_aggiunte BEFORE DELETE OR UPDATE OR TRUNCATE ON vpn.libro FOR EACH STATEMENT EXECUTE FUNCTION vpn.solo_aggiunte();

CREATE TRIGGER parola_solo_aggiunte BEFORE DELETE OR UPDATE OR TRUNCATE ON vpn.parola FOR EACH STATEMENT EXECUTE FUNCTION vpn.solo_aggiunte();

CREATE TRIGGER registro_solo_aggiunte BEFORE DELETE OR UPDATE OR TRUNCATE ON vpn.registro FOR EACH STATEMENT EXECUTE FUNCTION vpn.solo_aggiunte();

ALTER TABLE ONLY vpn.scambio_domanda
    ADD CONSTRAINT scambio_domanda_lotto_fkey FOREIGN KEY (lotto) REFERENCES vpn.scambio(lotto);

ALTER TABLE ONLY vpn.scambio_file
    ADD CONSTRAINT scambio_file_lotto_fkey FOREIGN KEY (lotto) REFERENCES vpn.scambio(lotto);

ALTER TABLE ONLY vpn.scambio_verbale
    ADD CONSTRAINT scambio_verbale_lotto_numero_fkey FOREIGN KEY (lotto, numero) REFERENCES vpn.scambio_domanda(lotto, numero);
