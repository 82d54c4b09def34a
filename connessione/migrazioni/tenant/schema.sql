-- Schema connessione as its migrations make it. Written by a test (-update): do not edit.
CREATE FUNCTION connessione.cancella_verbale(cosa uuid) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'connessione', 'pg_temp'
    AS $$
BEGIN
    PERFORM pg_advisory_xact_lock_shared(1977679241); -- a hold waits for what runs, and what runs later sees it
    IF EXISTS (SELECT 1 FROM cancellazione c WHERE c.verbale = cosa AND c.oggetto = cosa) THEN
        RETURN;
    END IF;
    IF NOT EXISTS (SELECT 1 FROM verbali_v1.cancellazione c WHERE c.verbale = cosa AND c.oggetto = cosa) THEN
        RAISE EXCEPTION 'il verbale % non è stato cancellato', cosa USING ERRCODE = 'restrict_violation';
    END IF;
    PERFORM set_config('verbali.cancellazione', 'connessione', true);
    PERFORM oscura_registri(ARRAY(SELECT i.risposta FROM libro i WHERE i.verbale = cosa AND i.risposta IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM libro a WHERE a.risposta = i.risposta AND a.verbale IS DISTINCT FROM cosa)));
    UPDATE libro SET codice_fiscale = '', nota = CASE nota WHEN '' THEN '' ELSE '[CANCELLATO]' END WHERE verbale = cosa;
    UPDATE elenco SET nota = '[CANCELLATO]' WHERE verbale = cosa AND nota <> '';
    UPDATE invio_elemento SET grezzo = '{}', impronta = ordine::text WHERE invio IN (SELECT i.id FROM invio i WHERE i.verbale = cosa);
    UPDATE invio_prova SET sha256 = '', nome = '', chiave = id::text, prossimo = NULL WHERE invio IN (SELECT i.id FROM invio i WHERE i.verbale = cosa);
    UPDATE invio SET richiesta = NULL, rifiuti = NULL, annullo_perche = '', prossimo = NULL, cancellata = now() WHERE verbale = cosa;
    UPDATE registro SET indirizzo = '' WHERE oggetto_tipo = 'verbale' AND oggetto = cosa::text AND attore = 'anonimo';
    UPDATE registro SET motivo = '[CANCELLATO]' WHERE oggetto_tipo = 'verbale' AND oggetto = cosa::text AND motivo <> '';
    INSERT INTO cancellazione (classe, oggetto, verbale) VALUES ('VERBALE', cosa, cosa);
    PERFORM set_config('verbali.cancellazione', '', true);
END $$;

COMMENT ON FUNCTION connessione.cancella_verbale(cosa uuid) IS 'Erases what is kept here of the persons of a fine that its owner has erased; once.';

CREATE FUNCTION connessione.conserva(quale text, quanti integer) RETURNS TABLE(oggetto uuid, verbale uuid)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'connessione', 'pg_temp'
    AS $$
#variable_conflict use_column
DECLARE
    regola record;
    tolte bigint;
    altre bigint := 0;
BEGIN
    PERFORM pg_advisory_xact_lock_shared(1977679241); -- a hold waits for what runs, and what runs later sees it
    SELECT c.id, now() - make_interval(months => c.mesi) AS prima INTO regola FROM core_v1.conservazione c WHERE c.classe = quale;
    IF NOT FOUND THEN
        RETURN;
    END IF;
    PERFORM set_config('verbali.cancellazione', 'connessione', true);
    IF quale IN ('REGISTRO', 'CONSULTAZIONI_ANONIME') THEN
        tolte := conserva_registro(quale, regola.id, regola.prima, quanti, 'verbale', ARRAY(SELECT t.verbale::text FROM core_v1.verbale_trattenuto t),
            CASE quale WHEN 'CONSULTAZIONI_ANONIME' THEN 'anonimo' END);
        IF quale = 'REGISTRO' THEN
            DELETE FROM libro x WHERE x.id IN (SELECT i.id FROM libro i WHERE i.quando < regola.prima
                AND NOT EXISTS (SELECT 1 FROM visura v WHERE v.id = i.risposta AND v.cancellata IS NULL)
                AND NOT EXISTS (SELECT 1 FROM domicilio d WHERE d.id = i.risposta AND d.cancellata IS NULL)
                AND NOT EXISTS (SELECT 1 FROM core_v1.verbale_trattenuto t WHERE t.verbale = i.verbale)
                AND NOT EXISTS (SELECT 1 FROM core_v1.trattenuto t WHERE i.codice_fiscale <> ''
                    AND t.persona = encode(sha256(convert_to(upper(i.codice_fiscale), 'UTF8')), 'hex')) ORDER BY i.quando LIMIT quanti * 50);
            GET DIAGNOSTICS altre = ROW_COUNT;
            IF altre > 0 THEN
                INSERT INTO cancellazione (classe, regola, righe) VALUES (quale, regola.id, altre);
            END IF;
        END IF;
        IF tolte + altre > 0 THEN
            RETURN QUERY SELECT NULL::uuid, NULL::uuid;
        END IF;
    ELSIF quale = 'INTERROGAZIONI' THEN
        RETURN QUERY SELECT c.oggetto, c.verbale FROM conserva_interrogazioni(regola.prima, regola.id, quanti) c;
    END IF;
    PERFORM set_config('verbali.cancellazione', '', true);
END $$;

COMMENT ON FUNCTION connessione.conserva(quale text, quanti integer) IS 'Deletes some of what the confirmed rule of a kind reaches; what it gives was deleted. Without a confirmed rule nothing goes.';

CREATE FUNCTION connessione.conserva_interrogazioni(prima timestamp with time zone, regola uuid, quanti integer) RETURNS TABLE(oggetto uuid, verbale uuid)
    LANGUAGE plpgsql
    SET search_path TO 'connessione', 'pg_temp'
    AS $$
#variable_conflict use_column
DECLARE
    x record;
BEGIN
    FOR x IN SELECT r.id FROM visura r WHERE r.cancellata IS NULL AND coalesce(r.alle, r.giorno::timestamp AT TIME ZONE 'Europe/Rome') < prima
            AND interrogazione_libera(r.id, r.codice_fiscale) ORDER BY r.giorno LIMIT quanti FOR UPDATE OF r SKIP LOCKED LOOP
        UPDATE visura SET cancellata = now(), chiave = '', codice_fiscale = '', risposta = NULL WHERE id = x.id;
        INSERT INTO cancellazione (classe, regola, oggetto) VALUES ('INTERROGAZIONI', regola, x.id);
        RETURN QUERY SELECT x.id, NULL::uuid;
    END LOOP;
    FOR x IN SELECT r.id FROM domicilio r WHERE r.cancellata IS NULL AND coalesce(r.alle, r.giorno::timestamp AT TIME ZONE 'Europe/Rome') < prima
            AND interrogazione_libera(r.id, r.codice_fiscale) ORDER BY r.giorno LIMIT quanti FOR UPDATE OF r SKIP LOCKED LOOP
        UPDATE domicilio SET cancellata = now(), chiave = '', codice_fiscale = '', risposta = NULL WHERE id = x.id;
        INSERT INTO cancellazione (classe, regola, oggetto) VALUES ('INTERROGAZIONI', regola, x.id);
        RETURN QUERY SELECT x.id, NULL::uuid;
    END LOOP;
    FOR x IN SELECT e.id FROM elenco e WHERE e.quando < prima AND verbale_libero(e.verbale)
            AND NOT EXISTS (SELECT 1 FROM voce_elenco v JOIN core_v1.trattenuto t ON v.codice_fiscale <> ''
                AND t.persona = encode(sha256(convert_to(upper(v.codice_fiscale), 'UTF8')), 'hex') WHERE v.elenco = e.id)
            ORDER BY e.quando LIMIT quanti FOR UPDATE OF e SKIP LOCKED LOOP
        DELETE FROM elenco WHERE id = x.id; -- with its persons
        INSERT INTO cancellazione (classe, regola, oggetto) VALUES ('INTERROGAZIONI', regola, x.id);
        RETURN QUERY SELECT x.id, NULL::uuid;
    END LOOP;
END $$;

CREATE FUNCTION connessione.conserva_registro(quale text, regola uuid, prima timestamp with time zone, quanti integer, tipo text, tenuti text[], di text DEFAULT NULL::text) RETURNS bigint
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

COMMENT ON FUNCTION connessione.conserva_registro(quale text, regola uuid, prima timestamp with time zone, quanti integer, tipo text, tenuti text[], di text) IS 'Deletes lines of the audit that a rule reaches, writes down how many, and says it.';

CREATE FUNCTION connessione.interrogazione_libera(quale uuid, codice text) RETURNS boolean
    LANGUAGE plpgsql STABLE
    SET search_path TO 'connessione', 'pg_temp'
    AS $$
BEGIN
    RETURN NOT EXISTS (SELECT 1 FROM core_v1.trattenuto t WHERE codice <> '' AND t.persona = encode(sha256(convert_to(upper(codice), 'UTF8')), 'hex'))
        AND NOT EXISTS (SELECT 1 FROM libro i WHERE i.risposta = quale AND NOT verbale_libero(i.verbale));
END $$;

COMMENT ON FUNCTION connessione.interrogazione_libera(quale uuid, codice text) IS 'Nobody holds the person of an answer, and every fine that uses it is over.';

CREATE FUNCTION connessione.oscura_registri(quali uuid[]) RETURNS void
    LANGUAGE sql
    SET search_path TO 'connessione', 'pg_temp'
    AS $$
    UPDATE domicilio SET cancellata = now(), chiave = '', codice_fiscale = '', risposta = NULL WHERE id = ANY (quali) AND cancellata IS NULL;
    UPDATE visura SET cancellata = now(), chiave = '', codice_fiscale = '', risposta = NULL WHERE id = ANY (quali) AND cancellata IS NULL;
    UPDATE libro SET codice_fiscale = '', nota = CASE nota WHEN '' THEN '' ELSE '[CANCELLATO]' END WHERE risposta = ANY (quali);
    UPDATE voce_elenco SET codice_fiscale = '' WHERE risposta = ANY (quali);
$$;

CREATE FUNCTION connessione.solo_aggiunte() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF TG_OP <> 'TRUNCATE' AND current_setting('verbali.cancellazione', true) = TG_TABLE_SCHEMA
        AND current_user = (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = TG_RELID) THEN
        RETURN NULL;
    END IF;
    RAISE EXCEPTION 'la tabella % ammette solo aggiunte', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

CREATE FUNCTION connessione.verbale_libero(quale uuid) RETURNS boolean
    LANGUAGE plpgsql STABLE
    SET search_path TO 'connessione', 'pg_temp'
    AS $$
BEGIN
    RETURN quale IS NULL OR NOT EXISTS (SELECT 1 FROM core_v1.verbale_trattenuto t WHERE t.verbale = quale)
        AND (EXISTS (SELECT 1 FROM verbali_v1.conservabile f WHERE f.oggetto = quale) OR EXISTS (SELECT 1 FROM verbali_v1.cancellazione f WHERE f.oggetto = quale));
END $$;

COMMENT ON FUNCTION connessione.verbale_libero(quale uuid) IS 'A fine that is over and that nobody holds; none at all is free.';

CREATE TABLE connessione.arresto (
    registro text NOT NULL,
    codice text NOT NULL,
    transazione text DEFAULT ''::text NOT NULL,
    dal timestamp with time zone NOT NULL,
    ultimo timestamp with time zone NOT NULL,
    fino timestamp with time zone NOT NULL,
    volte integer DEFAULT 1 NOT NULL
);

COMMENT ON TABLE connessione.arresto IS 'E-services that refuse the command itself, not a question: until fino its work does not ask them. A row goes at the first answer.';

CREATE TABLE connessione.attesa (
    posizione uuid NOT NULL,
    registro text NOT NULL,
    verbale uuid NOT NULL,
    codice text NOT NULL,
    detto text NOT NULL,
    dal timestamp with time zone NOT NULL,
    ultimo timestamp with time zone NOT NULL,
    termine date,
    lavoro jsonb,
    CONSTRAINT attesa_registro_check CHECK ((registro = ANY (ARRAY['RESIDENZA'::text, 'DOMICILIO_DIGITALE'::text])))
);

COMMENT ON TABLE connessione.attesa IS 'Why a question in the queue waits, in words that name no person: the register is away, its day is used up, it refuses the command.';

COMMENT ON COLUMN connessione.attesa.termine IS 'Last day of the term of service that is nearest and not gone; null: all are gone.';

COMMENT ON COLUMN connessione.attesa.lavoro IS 'The work itself, while it is off the bus: ids alone. It is published again, those with the nearest term first.';

CREATE TABLE connessione.cancellazione (
    posizione bigint NOT NULL,
    quando timestamp with time zone DEFAULT now() NOT NULL,
    classe text NOT NULL,
    regola uuid,
    oggetto uuid,
    verbale uuid,
    righe bigint DEFAULT 1 NOT NULL
);

COMMENT ON TABLE connessione.cancellazione IS 'What was deleted, when and by which rule: ids and counts, no person. Append-only.';

ALTER TABLE connessione.cancellazione ALTER COLUMN posizione ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME connessione.cancellazione_posizione_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE connessione.domicilio (
    id uuid NOT NULL,
    chiave text NOT NULL,
    codice_fiscale text NOT NULL,
    giorno date NOT NULL,
    operazione text DEFAULT ''::text NOT NULL,
    esito text DEFAULT ''::text NOT NULL,
    fonte text DEFAULT ''::text NOT NULL,
    risposta jsonb,
    impronta text DEFAULT ''::text NOT NULL,
    alle timestamp with time zone,
    cancellata timestamp with time zone,
    dichiarato timestamp with time zone,
    pratica text DEFAULT ''::text NOT NULL
);

COMMENT ON TABLE connessione.domicilio IS 'Digital domiciles as the registers gave them, a row a person and day.';

CREATE TABLE connessione.elenco (
    id uuid NOT NULL,
    tipo text NOT NULL,
    stato text NOT NULL,
    attore text NOT NULL,
    motivo text NOT NULL,
    nota text DEFAULT ''::text NOT NULL,
    verbale uuid,
    quando timestamp with time zone NOT NULL,
    esterno text DEFAULT ''::text NOT NULL,
    chiesto timestamp with time zone,
    prossimo timestamp with time zone,
    detto text DEFAULT ''::text NOT NULL,
    CONSTRAINT elenco_stato_check CHECK ((stato = ANY (ARRAY['ACCODATO'::text, 'IN_CORSO'::text, 'IN_PAUSA'::text, 'COMPLETATO'::text, 'COMPLETATO_CON_ERRORI'::text]))),
    CONSTRAINT elenco_tipo_check CHECK ((tipo = ANY (ARRAY['DOMICILIO'::text, 'VISURA'::text])))
);

COMMENT ON TABLE connessione.elenco IS 'Look-ups of many persons, worked in the background.';

CREATE TABLE connessione.flusso (
    id uuid NOT NULL,
    chi text NOT NULL,
    versione text NOT NULL,
    stato text NOT NULL,
    creato timestamp with time zone NOT NULL,
    ultimo text DEFAULT ''::text NOT NULL,
    letto timestamp with time zone,
    elemento timestamp with time zone,
    vuoto_dal timestamp with time zone,
    prossimo timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    CONSTRAINT flusso_stato_check CHECK ((stato = ANY (ARRAY['ATTIVO'::text, 'DA_SVUOTARE'::text, 'CHIUSO'::text])))
);

COMMENT ON TABLE connessione.flusso IS 'Streams of SEND that this platform made: up to where each was read and committed.';

COMMENT ON COLUMN connessione.flusso.chi IS 'The server, and the group of the key: one active stream of each.';

COMMENT ON COLUMN connessione.flusso.ultimo IS 'The last event that is committed; giving it to SEND purges what came before.';

COMMENT ON COLUMN connessione.flusso.elemento IS 'When the last element that was read had happened.';

CREATE TABLE connessione.invio (
    id uuid NOT NULL,
    verbale uuid NOT NULL,
    posizione uuid NOT NULL,
    documento uuid NOT NULL,
    sha256 text NOT NULL,
    stato text DEFAULT 'DA_INVIARE'::text NOT NULL,
    chiesto timestamp with time zone NOT NULL,
    protocollo text DEFAULT ''::text NOT NULL,
    token text DEFAULT ''::text NOT NULL,
    richiesta jsonb,
    lasciata timestamp with time zone,
    inviato timestamp with time zone,
    id_richiesta text DEFAULT ''::text NOT NULL,
    iun text DEFAULT ''::text NOT NULL,
    accettato timestamp with time zone,
    giorno date,
    istante timestamp with time zone,
    modo text DEFAULT ''::text NOT NULL,
    via text DEFAULT ''::text NOT NULL,
    prevista date,
    elementi text[] DEFAULT '{}'::text[] NOT NULL,
    correzioni integer DEFAULT 0 NOT NULL,
    rifiuti jsonb,
    subito boolean DEFAULT false NOT NULL,
    annullo timestamp with time zone,
    annullo_da text DEFAULT ''::text NOT NULL,
    annullo_perche text DEFAULT ''::text NOT NULL,
    annullo_codice text DEFAULT ''::text NOT NULL,
    persona text DEFAULT ''::text NOT NULL,
    persona_dal timestamp with time zone,
    ferma text DEFAULT ''::text NOT NULL,
    ferma_dal timestamp with time zone,
    letto timestamp with time zone,
    prossimo timestamp with time zone,
    ultimo timestamp with time zone,
    revisione integer DEFAULT 0 NOT NULL,
    costo jsonb,
    cancellata timestamp with time zone,
    entro date,
    CONSTRAINT invio_stato_check CHECK ((stato = ANY (ARRAY['DA_INVIARE'::text, 'IN_VALIDAZIONE'::text, 'RIFIUTATA'::text, 'ACCETTATA'::text, 'PERFEZIONATA'::text, 'NON_PERFEZIONABILE'::text, 'ANNULLATA'::text, 'ESITO_IGNOTO'::text])))
);

COMMENT ON TABLE connessione.invio IS 'Attempts to serve an act by SEND, each under the id that elaborazione gave it (verbali_v1.notifica).';

COMMENT ON COLUMN connessione.invio.sha256 IS 'The act in the store of documents; the bytes that leave are held to it.';

COMMENT ON COLUMN connessione.invio.token IS 'Written before the request leaves, with protocollo; the same one leaves again after a cut.';

COMMENT ON COLUMN connessione.invio.richiesta IS 'The request as it leaves. It names the recipient, and goes with the persons of the fine.';

COMMENT ON COLUMN connessione.invio.lasciata IS 'When the request first left; SEND may have it though no answer came.';

COMMENT ON COLUMN connessione.invio.accettato IS 'The instant of REQUEST_ACCEPTED: that of the command for art. 201 CdS.';

COMMENT ON COLUMN connessione.invio.giorno IS 'A day of Rome; null: service has not taken effect.';

COMMENT ON COLUMN connessione.invio.rifiuti IS 'Why SEND refused: code, field and words of each fault.';

COMMENT ON COLUMN connessione.invio.subito IS 'Refused at once: nothing left.';

COMMENT ON COLUMN connessione.invio.persona IS 'Why a person is asked to decide; empty: nobody is.';

COMMENT ON COLUMN connessione.invio.ferma IS 'Why it has not left yet; empty: nothing holds it.';

COMMENT ON COLUMN connessione.invio.prossimo IS 'When it is looked at again: to send it, or to read it by its IUN. Null: it is over.';

COMMENT ON COLUMN connessione.invio.ultimo IS 'The latest eventTimestamp of its timeline.';

COMMENT ON COLUMN connessione.invio.entro IS 'Last day, of Rome, on which it leaves (art. 201 CdS); null: a person decided that it leaves, or it is of before this column.';

CREATE TABLE connessione.invio_elemento (
    invio uuid NOT NULL,
    ordine bigint NOT NULL,
    elemento text NOT NULL,
    categoria text NOT NULL,
    impronta text NOT NULL,
    accaduto timestamp with time zone,
    saputo timestamp with time zone,
    letto timestamp with time zone NOT NULL,
    illeggibile boolean DEFAULT false NOT NULL,
    superato boolean DEFAULT false NOT NULL,
    grezzo json NOT NULL
);

COMMENT ON TABLE connessione.invio_elemento IS 'Elements of timelines as SEND gave them, each content once, in the order in which they were read.';

COMMENT ON COLUMN connessione.invio_elemento.superato IS 'A correction took it away.';

ALTER TABLE connessione.invio_elemento ALTER COLUMN ordine ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME connessione.invio_elemento_ordine_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE connessione.invio_pagato (
    pagamento uuid NOT NULL,
    invio uuid NOT NULL,
    creditore text NOT NULL,
    avviso text NOT NULL,
    detto timestamp with time zone,
    esito text DEFAULT ''::text NOT NULL,
    prossimo timestamp with time zone
);

COMMENT ON TABLE connessione.invio_pagato IS 'Payments that SEND is told of: until it knows, it may send more paper, and correct a service.';

CREATE TABLE connessione.invio_prova (
    id uuid NOT NULL,
    invio uuid NOT NULL,
    chiave text NOT NULL,
    categoria text NOT NULL,
    elemento text NOT NULL,
    prossimo timestamp with time zone,
    tentativi integer DEFAULT 0 NOT NULL,
    errore text DEFAULT ''::text NOT NULL,
    nome text DEFAULT ''::text NOT NULL,
    mime text DEFAULT ''::text NOT NULL,
    sha256 text DEFAULT ''::text NOT NULL,
    byte bigint DEFAULT 0 NOT NULL,
    presa timestamp with time zone,
    superata boolean DEFAULT false NOT NULL
);

COMMENT ON TABLE connessione.invio_prova IS 'Legal facts and evidence of who delivered, kept in the store of documents by hash; those of an overtaken element prove nothing any more.';

COMMENT ON COLUMN connessione.invio_prova.prossimo IS 'When it is asked for; null: it is kept, or its persons were erased.';

CREATE TABLE connessione.libro (
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

COMMENT ON TABLE connessione.libro IS 'Who asked what of whom outside, why, for which fine, what kind of answer came, what it cost. Append-only.';

COMMENT ON COLUMN connessione.libro.tipo IS 'What was asked for: VEICOLO, PATENTE, COPERTURA, DOMICILIO, VERIFICA, VISURA.';

COMMENT ON COLUMN connessione.libro.attore IS 'Who asked: an account, or sistema.';

COMMENT ON COLUMN connessione.libro.verbale IS 'The fine for which it was asked; null: somebody looked something up.';

COMMENT ON COLUMN connessione.libro.codice_fiscale IS 'The person looked up; empty where the question is about a vehicle or a licence.';

COMMENT ON COLUMN connessione.libro.risposta IS 'The row that keeps the answer; null where it is kept elsewhere.';

COMMENT ON COLUMN connessione.libro.esito IS 'TROVATO, or the word of what came instead; SENZA_RISPOSTA: the question left and brought nothing, and the register may bill it.';

COMMENT ON COLUMN connessione.libro.fonte IS 'The register that answered; empty where none did.';

COMMENT ON COLUMN connessione.libro.riuso IS 'An answer of the same day read again: no register was asked.';

COMMENT ON COLUMN connessione.libro.costi IS 'Thousandths of a euro by register that was asked, as the command had set them that day; zero where answers are free.';

CREATE TABLE connessione.quota (
    chi text NOT NULL,
    dal timestamp with time zone NOT NULL,
    usate integer NOT NULL,
    esaurita timestamp with time zone
);

CREATE TABLE connessione.registro (
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

COMMENT ON TABLE connessione.registro IS 'Who did or read what, on which fine or person, and why. Append-only.';

ALTER TABLE connessione.registro ALTER COLUMN posizione ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME connessione.registro_posizione_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE connessione.ricevuto (
    consumatore text NOT NULL,
    id text NOT NULL,
    quando timestamp with time zone DEFAULT now() NOT NULL
);

COMMENT ON TABLE connessione.ricevuto IS 'Messages already taken, written in the transaction of their effect; kept 45 days.';

CREATE TABLE connessione.sequenza (
    registro text NOT NULL,
    ultimo numeric DEFAULT 0 NOT NULL
);

CREATE TABLE connessione.turno (
    id uuid NOT NULL,
    ambito text NOT NULL,
    chiave text NOT NULL,
    verbale uuid,
    chi uuid NOT NULL,
    fino timestamp with time zone NOT NULL,
    esterno text DEFAULT ''::text NOT NULL,
    esito jsonb
);

COMMENT ON TABLE connessione.turno IS 'Questions in hand: who asks outside, until when, under which id it left, what was answered, from the answer to its transaction. Nobody asks twice.';

COMMENT ON COLUMN connessione.turno.id IS 'The same from the first taker to the answer.';

COMMENT ON COLUMN connessione.turno.chiave IS 'What is asked: a message, or the digest of a question. No person and no plate.';

COMMENT ON COLUMN connessione.turno.verbale IS 'The fine for which it is asked: what was answered goes with its persons.';

COMMENT ON COLUMN connessione.turno.chi IS 'Who asks: it alone says that it still does (fino), and gives the turn back.';

COMMENT ON COLUMN connessione.turno.esterno IS 'The id under which the question leaves, kept before it does: after a kill it leaves again under the same.';

CREATE TABLE connessione.uscita (
    posizione bigint NOT NULL,
    id uuid NOT NULL,
    soggetto text NOT NULL,
    oggetto text DEFAULT ''::text NOT NULL,
    corpo jsonb NOT NULL,
    traccia text DEFAULT ''::text NOT NULL,
    quando timestamp with time zone DEFAULT now() NOT NULL
);

COMMENT ON TABLE connessione.uscita IS 'Messages written in the transaction of their effect, deleted once the bus has acknowledged them.';

ALTER TABLE connessione.uscita ALTER COLUMN posizione ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME connessione.uscita_posizione_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE connessione.visura (
    id uuid NOT NULL,
    chiave text NOT NULL,
    codice_fiscale text NOT NULL,
    giorno date NOT NULL,
    operazione text DEFAULT ''::text NOT NULL,
    esito text DEFAULT ''::text NOT NULL,
    fonte text DEFAULT ''::text NOT NULL,
    risposta jsonb,
    impronta text DEFAULT ''::text NOT NULL,
    alle timestamp with time zone,
    cancellata timestamp with time zone,
    dichiarato timestamp with time zone,
    pratica text DEFAULT ''::text NOT NULL
);

COMMENT ON TABLE connessione.visura IS 'Persons as the population register gave them, a row a question and day.';

CREATE TABLE connessione.voce_elenco (
    elenco uuid NOT NULL,
    ordine integer NOT NULL,
    codice_fiscale text NOT NULL,
    data date,
    stato text DEFAULT 'IN_ATTESA'::text NOT NULL,
    risposta uuid,
    errore text DEFAULT ''::text NOT NULL,
    CONSTRAINT voce_elenco_stato_check CHECK ((stato = ANY (ARRAY['IN_ATTESA'::text, 'OK'::text, 'ERRORE_DEFINITIVO'::text])))
);

CREATE VIEW connessione_v1.arresto AS
 SELECT registro,
    codice,
    transazione,
    dal,
    ultimo,
    fino
   FROM connessione.arresto;

COMMENT ON VIEW connessione_v1.arresto IS 'E-services that do not let the command in: since when, when they last said so, until when its work leaves them alone.';

CREATE VIEW connessione_v1.attesa AS
 SELECT posizione,
    registro,
    verbale,
    codice,
    detto,
    dal,
    ultimo
   FROM connessione.attesa;

COMMENT ON VIEW connessione_v1.attesa IS 'Why a question about a position waits: since when, when it was last tried.';

CREATE VIEW connessione_v1.cancellazione AS
 SELECT posizione,
    quando,
    classe,
    regola,
    oggetto,
    verbale,
    righe
   FROM connessione.cancellazione;

CREATE VIEW connessione_v1.conservabile AS
 SELECT 'REGISTRO'::text AS classe,
    NULL::uuid AS oggetto,
        CASE
            WHEN ((oggetto_tipo = 'verbale'::text) AND (oggetto ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'::text)) THEN (oggetto)::uuid
            ELSE NULL::uuid
        END AS verbale,
    quando AS dal
   FROM connessione.registro
UNION ALL
 SELECT 'REGISTRO'::text AS classe,
    NULL::uuid AS oggetto,
    verbale,
    quando AS dal
   FROM connessione.libro i
  WHERE ((NOT (EXISTS ( SELECT
           FROM connessione.visura v
          WHERE ((id = risposta) AND (cancellata IS NULL))))) AND (NOT (EXISTS ( SELECT
           FROM connessione.domicilio d
          WHERE ((id = risposta) AND (cancellata IS NULL))))))
UNION ALL
 SELECT 'CONSULTAZIONI_ANONIME'::text AS classe,
    NULL::uuid AS oggetto,
    NULL::uuid AS verbale,
    quando AS dal
   FROM connessione.registro
  WHERE (attore = 'anonimo'::text)
UNION ALL
 SELECT 'INTERROGAZIONI'::text AS classe,
    id AS oggetto,
    ( SELECT verbale
           FROM connessione.libro i
          WHERE ((risposta = id) AND (verbale IS NOT NULL))
          ORDER BY quando DESC
         LIMIT 1) AS verbale,
    COALESCE(alle, ((giorno)::timestamp without time zone AT TIME ZONE 'Europe/Rome'::text)) AS dal
   FROM ( SELECT visura.id,
            alle,
            giorno
           FROM connessione.visura
          WHERE (cancellata IS NULL)
        UNION ALL
         SELECT id,
            alle,
            giorno
           FROM connessione.domicilio
          WHERE (cancellata IS NULL)) r
UNION ALL
 SELECT 'INTERROGAZIONI'::text AS classe,
    id AS oggetto,
    verbale,
    quando AS dal
   FROM connessione.elenco;

COMMENT ON VIEW connessione_v1.conservabile IS 'What a rule may reach, and since when its term runs.';

CREATE VIEW connessione_v1.domicilio AS
 SELECT id,
    codice_fiscale,
    giorno,
    esito,
    fonte,
    risposta,
    alle,
    cancellata,
    impronta,
    dichiarato,
    pratica
   FROM connessione.domicilio;

CREATE VIEW connessione_v1.elencato AS
 SELECT DISTINCT codice_fiscale,
    elenco
   FROM connessione.voce_elenco
  WHERE (codice_fiscale <> ''::text);

COMMENT ON VIEW connessione_v1.elencato IS 'The lists of look-ups in which a tax code is.';

CREATE VIEW connessione_v1.flusso AS
 SELECT id,
    versione,
    stato,
    creato,
    letto,
    elemento,
    vuoto_dal
   FROM connessione.flusso;

CREATE VIEW connessione_v1.invio AS
 SELECT id,
    verbale,
    posizione,
    documento,
    stato,
    chiesto,
    protocollo,
    inviato,
    iun,
    accettato,
    giorno,
    istante,
    modo,
    via,
    prevista,
    elementi,
    correzioni,
    rifiuti,
    subito,
    annullo,
    annullo_da,
    annullo_perche,
    annullo_codice,
    persona,
    persona_dal,
    ferma,
    ferma_dal,
    letto,
    ultimo,
    revisione,
    costo,
    cancellata
   FROM connessione.invio;

CREATE VIEW connessione_v1.invio_destinatario AS
 SELECT id AS invio,
    ((richiesta -> 'recipients'::text) -> 0) AS destinatario
   FROM connessione.invio
  WHERE (richiesta IS NOT NULL);

COMMENT ON VIEW connessione_v1.invio_destinatario IS 'The recipient of a notification as SEND was told, until the persons of its fine are deleted.';

CREATE VIEW connessione_v1.invio_elemento AS
 SELECT invio,
    ordine,
    elemento,
    categoria,
    accaduto,
    saputo,
    letto,
    illeggibile,
    superato,
    grezzo
   FROM connessione.invio_elemento;

CREATE VIEW connessione_v1.invio_pagato AS
 SELECT pagamento,
    invio,
    avviso,
    detto,
    esito
   FROM connessione.invio_pagato;

CREATE VIEW connessione_v1.invio_prova AS
 SELECT id,
    invio,
    categoria,
    elemento,
    errore,
    nome,
    mime,
    sha256,
    byte,
    presa,
    superata
   FROM connessione.invio_prova;

CREATE VIEW connessione_v1.libro AS
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
   FROM connessione.libro;

CREATE VIEW connessione_v1.quota AS
 SELECT chi AS registro,
    dal,
    usate,
    esaurita
   FROM connessione.quota
  WHERE (chi !~~ 'utenza/%'::text);

COMMENT ON VIEW connessione_v1.quota IS 'Questions that left for a register since the beginning of a day of Rome; esaurita: until when the register itself says that there are no more.';

CREATE VIEW connessione_v1.registro AS
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
   FROM connessione.registro;

CREATE VIEW connessione_v1.rilettura AS
 SELECT id AS invio,
    verbale,
    posizione,
    (giorno + 60) AS dal
   FROM connessione.invio
  WHERE ((stato = 'PERFEZIONATA'::text) AND ((letto IS NULL) OR (letto < timezone('Europe/Rome'::text, ((giorno + 60))::timestamp without time zone))));

COMMENT ON VIEW connessione_v1.rilettura IS 'Services by SEND to be read again on the day dal (of Rome) or later: until then the end of their sixty days moves nothing.';

CREATE VIEW connessione_v1.spesa_invio AS
 SELECT accettato AS quando,
    'INVIO'::text AS tipo,
    verbale,
        CASE
            WHEN ((costo ->> 'stimato'::text))::boolean THEN 'STIMATO'::text
            ELSE 'DEFINITIVO'::text
        END AS esito,
    jsonb_build_object('send', (((costo ->> 'totaleCent'::text))::bigint * 10)) AS costi
   FROM connessione.invio
  WHERE ((accettato IS NOT NULL) AND (costo IS NOT NULL));

COMMENT ON VIEW connessione_v1.spesa_invio IS 'The cost of notifications in thousandths of a euro, on the instant in which SEND took them.';

CREATE VIEW connessione_v1.visura AS
 SELECT id,
    codice_fiscale,
    giorno,
    esito,
    fonte,
    risposta,
    alle,
    cancellata
   FROM connessione.visura;

ALTER TABLE ONLY connessione.arresto
    ADD CONSTRAINT arresto_pkey PRIMARY KEY (registro);

ALTER TABLE ONLY connessione.attesa
    ADD CONSTRAINT attesa_pkey PRIMARY KEY (posizione, registro);

ALTER TABLE ONLY connessione.cancellazione
    ADD CONSTRAINT cancellazione_pkey PRIMARY KEY (posizione);

ALTER TABLE ONLY connessione.domicilio
    ADD CONSTRAINT domicilio_pkey PRIMARY KEY (id);

ALTER TABLE ONLY connessione.elenco
    ADD CONSTRAINT elenco_pkey PRIMARY KEY (id);

ALTER TABLE ONLY connessione.flusso
    ADD CONSTRAINT flusso_pkey PRIMARY KEY (id);

ALTER TABLE ONLY connessione.invio_elemento
    ADD CONSTRAINT invio_elemento_invio_elemento_impronta_key UNIQUE (invio, elemento, impronta);

ALTER TABLE ONLY connessione.invio_elemento
    ADD CONSTRAINT invio_elemento_pkey PRIMARY KEY (invio, ordine);

ALTER TABLE ONLY connessione.invio_pagato
    ADD CONSTRAINT invio_pagato_pkey PRIMARY KEY (pagamento);

ALTER TABLE ONLY connessione.invio
    ADD CONSTRAINT invio_pkey PRIMARY KEY (id);

ALTER TABLE ONLY connessione.invio_prova
    ADD CONSTRAINT invio_prova_invio_chiave_key UNIQUE (invio, chiave);

ALTER TABLE ONLY connessione.invio_prova
    ADD CONSTRAINT invio_prova_pkey PRIMARY KEY (id);

ALTER TABLE ONLY connessione.libro
    ADD CONSTRAINT libro_pkey PRIMARY KEY (id);

ALTER TABLE ONLY connessione.quota
    ADD CONSTRAINT quota_pkey PRIMARY KEY (chi, dal);

ALTER TABLE ONLY connessione.registro
    ADD CONSTRAINT registro_pkey PRIMARY KEY (posizione);

ALTER TABLE ONLY connessione.ricevuto
    ADD CONSTRAINT ricevuto_pkey PRIMARY KEY (consumatore, id);

ALTER TABLE ONLY connessione.sequenza
    ADD CONSTRAINT sequenza_pkey PRIMARY KEY (registro);

ALTER TABLE ONLY connessione.turno
    ADD CONSTRAINT turno_pkey PRIMARY KEY (ambito, chiave);

ALTER TABLE ONLY connessione.uscita
    ADD CONSTRAINT uscita_pkey PRIMARY KEY (posizione);

ALTER TABLE ONLY connessione.visura
    ADD CONSTRAINT visura_pkey PRIMARY KEY (id);

ALTER TABLE ONLY connessione.voce_elenco
    ADD CONSTRAINT voce_elenco_pkey PRIMARY KEY (elenco, ordine);

CREATE INDEX attesa_coda ON connessione.attesa USING btree (registro, termine);

CREATE INDEX attesa_verbale ON connessione.attesa USING btree (verbale);

CREATE INDEX cancellazione_verbale ON connessione.cancellazione USING btree (verbale) WHERE (verbale IS NOT NULL);

CREATE UNIQUE INDEX domicilio_una ON connessione.domicilio USING btree (chiave, giorno) WHERE (cancellata IS NULL);

CREATE UNIQUE INDEX flusso_uno ON connessione.flusso USING btree (chi) WHERE (stato = 'ATTIVO'::text);

CREATE INDEX invio_chiesto ON connessione.invio USING btree (chiesto DESC, id DESC);

CREATE INDEX invio_ferma ON connessione.invio USING btree (ferma_dal) WHERE (ferma <> ''::text);

CREATE UNIQUE INDEX invio_id_richiesta ON connessione.invio USING btree (id_richiesta) WHERE (id_richiesta <> ''::text);

CREATE INDEX invio_inviato ON connessione.invio USING btree (inviato) WHERE (inviato IS NOT NULL);

CREATE UNIQUE INDEX invio_iun ON connessione.invio USING btree (iun) WHERE (iun <> ''::text);

CREATE INDEX invio_pagato_prossimo ON connessione.invio_pagato USING btree (prossimo) WHERE (prossimo IS NOT NULL);

CREATE INDEX invio_persona ON connessione.invio USING btree (persona_dal) WHERE (persona <> ''::text);

CREATE INDEX invio_prossimo ON connessione.invio USING btree (prossimo) WHERE (prossimo IS NOT NULL);

CREATE INDEX invio_prova_prossimo ON connessione.invio_prova USING btree (prossimo) WHERE (prossimo IS NOT NULL);

CREATE INDEX invio_rilettura ON connessione.invio USING btree (posizione, giorno) WHERE ((stato = 'PERFEZIONATA'::text) AND ((letto IS NULL) OR (letto < timezone('Europe/Rome'::text, ((giorno + 60))::timestamp without time zone))));

CREATE INDEX invio_stato ON connessione.invio USING btree (stato, chiesto DESC, id DESC);

CREATE INDEX invio_verbale ON connessione.invio USING btree (verbale);

CREATE INDEX libro_costi ON connessione.libro USING btree (quando) WHERE (costi <> '{}'::jsonb);

CREATE INDEX libro_persona ON connessione.libro USING btree (codice_fiscale, quando) WHERE (codice_fiscale <> ''::text);

CREATE INDEX libro_risposta ON connessione.libro USING btree (risposta) WHERE (risposta IS NOT NULL);

CREATE INDEX libro_verbale ON connessione.libro USING btree (verbale) WHERE (verbale IS NOT NULL);

CREATE INDEX registro_oggetto ON connessione.registro USING btree (oggetto_tipo, oggetto);

CREATE INDEX registro_quando ON connessione.registro USING brin (quando);

CREATE INDEX ricevuto_quando ON connessione.ricevuto USING btree (quando);

CREATE INDEX turno_fino ON connessione.turno USING btree (fino) WHERE (esito IS NULL);

CREATE INDEX turno_verbale ON connessione.turno USING btree (verbale) WHERE (verbale IS NOT NULL);

CREATE UNIQUE INDEX visura_una ON connessione.visura USING btree (chiave, giorno) WHERE (cancellata IS NULL);

CREATE INDEX voce_elenco_persona ON connessione.voce_elenco USING btree (codice_fiscale) WHERE (codice_fiscale <> ''::text);

CREATE TRIGGER cancellazione_solo_aggiunte BEFORE DELETE OR UPDATE OR TRUNCATE ON connessione.cancellazione FOR EACH STATEMENT EXECUTE FUNCTION connessione.solo_aggiunte();

CREATE TRIGGER libro_solo_aggiunte BEFORE DELETE OR UPDATE OR TRUNCATE ON connessione.libro FOR EACH STATEMENT EXECUTE FUNCTION connessione.solo_aggiunte();

CREATE TRIGGER registro_solo_aggiunte BEFORE DELETE OR UPDATE OR TRUNCATE ON connessione.registro FOR EACH STATEMENT EXECUTE FUNCTION connessione.solo_aggiunte();

ALTER TABLE ONLY connessione.invio_elemento
    ADD CONSTRAINT invio_elemento_invio_fkey FOREIGN KEY (invio) REFERENCES connessione.invio(id);

ALTER TABLE ONLY connessione.invio_pagato
    ADD CONSTRAINT invio_pagato_invio_fkey FOREIGN KEY (invio) REFERENCES connessione.invio(id);

ALTER TABLE ONLY connessione.invio_prova
    ADD CONSTRAINT invio_prova_invio_fkey FOREIGN KEY (invio) REFERENCES connessione.invio(id);

ALTER TABLE ONLY connessione.voce_elenco
    ADD CONSTRAINT voce_elenco_elenco_fkey FOREIGN KEY (elenco) REFERENCES connessione.elenco(id) ON DELETE CASCADE;
