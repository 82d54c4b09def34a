-- Schema verbali as its migrations make it. Written by a test (-update): do not edit.
CREATE TYPE verbali.riga_anomalia AS (
	id uuid,
	verbale uuid,
	tipo text,
	testo text,
	aperta timestamp with time zone,
	chiusa timestamp with time zone,
	esito text
);

CREATE TYPE verbali.riga_anomalia_2 AS (
	id uuid,
	verbale uuid,
	tipo text,
	testo text,
	aperta timestamp with time zone,
	chiusa timestamp with time zone,
	esito text,
	posizione uuid,
	altro uuid
);

CREATE TYPE verbali.riga_avviso AS (
	id uuid,
	verbale uuid,
	posizione uuid,
	tipo text,
	numero_avviso text,
	iuv text,
	codice_fiscale_ente text,
	importo_cent bigint,
	spese_cent bigint,
	giorni smallint,
	stato text,
	emesso timestamp with time zone
);

CREATE TYPE verbali.riga_cercata AS (
	integratore uuid,
	id_esterno text,
	targa text,
	minuto timestamp with time zone,
	luogo_istat text,
	luogo_indirizzo text,
	luogo_civico text,
	luogo_chilometro text,
	articoli text[]
);

COMMENT ON TYPE verbali.riga_cercata IS 'What is looked for before a fine is recorded: its key, and a fine that it may be the double of.';

CREATE TYPE verbali.riga_dispositivo AS (
	id uuid,
	dispositivo jsonb
);

COMMENT ON TYPE verbali.riga_dispositivo IS 'What a person adds about the device that found the violations of a fine.';

CREATE TYPE verbali.riga_documento AS (
	id uuid,
	verbale uuid,
	posizione uuid,
	tipo text,
	nome text,
	mime text,
	sha256 text,
	byte bigint,
	creato timestamp with time zone
);

CREATE TYPE verbali.riga_documento_ag AS (
	id uuid,
	verbale uuid,
	posizione uuid,
	tipo text,
	nome text,
	mime text,
	sha256 text,
	byte bigint,
	creato timestamp with time zone,
	codice_ag text
);

CREATE TYPE verbali.riga_evento AS (
	verbale uuid,
	sequenza integer,
	tipo text,
	posizione uuid,
	data_legale date,
	registrato timestamp with time zone,
	attore text,
	causa text,
	prova text,
	idempotenza text,
	impronta text,
	dati jsonb,
	importato boolean,
	deciso jsonb,
	apre jsonb
);

CREATE TYPE verbali.riga_misura AS (
	verbale uuid,
	ordine smallint,
	velocita_decimi integer,
	limite_decimi integer
);

COMMENT ON TYPE verbali.riga_misura IS 'Speed and limit, in tenths of km/h, that a person adds to a violation.';

CREATE TYPE verbali.riga_notifica AS (
	id uuid,
	verbale uuid,
	posizione uuid,
	canale text,
	stato text,
	avviata date,
	esito date,
	prova text,
	motivo text
);

CREATE TYPE verbali.riga_pagamento AS (
	id uuid,
	verbale uuid,
	avviso uuid,
	posizione uuid,
	importo_cent bigint,
	data date,
	canale text,
	riferimento text,
	registrato timestamp with time zone,
	stornato date,
	pagatore text,
	risposta jsonb
);

CREATE TYPE verbali.riga_posizione AS (
	id uuid,
	verbale uuid,
	ordine smallint,
	titolo text,
	soggetto uuid,
	giorno_zero date,
	prova text,
	prova_dubbia boolean,
	chiusa text,
	spese_cent bigint
);

CREATE TYPE verbali.riga_posizione_2 AS (
	id uuid,
	verbale uuid,
	ordine smallint,
	titolo text,
	soggetto uuid,
	giorno_zero date,
	prova text,
	prova_dubbia boolean,
	chiusa text,
	spese_cent bigint,
	neopatentato boolean
);

CREATE TYPE verbali.riga_recapito AS (
	id uuid,
	precedente uuid,
	posizione uuid,
	indirizzo text,
	civico text,
	cap text,
	comune text,
	provincia text,
	nazione text
);

COMMENT ON TYPE verbali.riga_recapito IS 'A person that is there already, at another address, and the position whose printed papers it supersedes.';

CREATE TYPE verbali.riga_registro AS (
	attore text,
	azione text,
	oggetto_tipo text,
	oggetto text,
	motivo text,
	esito text,
	indirizzo text,
	traccia text
);

CREATE TYPE verbali.riga_ricorso AS (
	id uuid,
	verbale uuid,
	posizione uuid,
	autorita text,
	stato text,
	presentato date,
	deciso date,
	notificato date,
	importo_cent bigint,
	riferimento text
);

CREATE TYPE verbali.riga_scadenza AS (
	verbale uuid,
	posizione uuid,
	tipo text,
	giorno date,
	fatta date
);

CREATE TYPE verbali.riga_soggetto AS (
	id uuid,
	tipo text,
	codice_fiscale text,
	cognome text,
	nome text,
	denominazione text,
	sesso text,
	data_nascita date,
	luogo_nascita text,
	indirizzo text,
	civico text,
	cap text,
	comune text,
	comune_istat text,
	provincia text,
	nazione text
);

CREATE TYPE verbali.riga_stato AS (
	id uuid,
	sequenza integer,
	procedura text,
	debito text,
	ricorso text,
	punti text,
	riscossione text,
	data_notifica date,
	scadenza_pagamento date,
	importo_cent bigint,
	prezzo_cent bigint,
	versato_cent bigint,
	eccedenza_cent bigint,
	rimborsato_cent bigint,
	residuo_cent bigint,
	sgravato_cent bigint
);

COMMENT ON TYPE verbali.riga_stato IS 'What events change of a fine.';

CREATE TYPE verbali.riga_uscita AS (
	id uuid,
	soggetto text,
	oggetto text,
	corpo jsonb,
	traccia text
);

CREATE TYPE verbali.riga_veicolo AS (
	id uuid,
	marca text,
	modello text
);

COMMENT ON TYPE verbali.riga_veicolo IS 'What a registry adds to the vehicle of a fine.';

CREATE TYPE verbali.riga_verbale AS (
	id uuid,
	anno smallint,
	numero bigint,
	lettera text,
	integratore uuid,
	id_esterno text,
	impronta bytea,
	risposta jsonb,
	fonte text,
	inserito_da text,
	reparto text,
	targa text,
	tipo_targa text,
	nazione text,
	marca text,
	modello text,
	data_violazione timestamp with time zone,
	senza_ora boolean,
	data_accertamento date,
	luogo_istat text,
	luogo_indirizzo text,
	luogo_civico text,
	luogo_chilometro text,
	latitudine_micro integer,
	longitudine_micro integer,
	contestato boolean,
	data_contestazione date,
	motivo_mancata_contestazione text,
	preavviso_numero text,
	preavviso_data date,
	dispositivo jsonb,
	agenti text[],
	note text,
	articoli text[],
	norme text[],
	inserito timestamp with time zone,
	importato boolean,
	sequenza integer,
	procedura text,
	debito text,
	ricorso text,
	punti text,
	riscossione text,
	data_notifica date,
	scadenza_pagamento date,
	importo_cent bigint,
	prezzo_cent bigint,
	versato_cent bigint,
	eccedenza_cent bigint,
	rimborsato_cent bigint,
	residuo_cent bigint,
	sgravato_cent bigint
);

COMMENT ON TYPE verbali.riga_verbale IS 'A new fine.';

CREATE TYPE verbali.riga_verbale_2 AS (
	id uuid,
	anno smallint,
	numero bigint,
	lettera text,
	integratore uuid,
	id_esterno text,
	impronta bytea,
	risposta jsonb,
	fonte text,
	inserito_da text,
	reparto text,
	targa text,
	tipo_targa text,
	nazione text,
	marca text,
	modello text,
	data_violazione timestamp with time zone,
	senza_ora boolean,
	data_accertamento date,
	luogo_istat text,
	luogo_indirizzo text,
	luogo_civico text,
	luogo_chilometro text,
	latitudine_micro integer,
	longitudine_micro integer,
	contestato boolean,
	data_contestazione date,
	motivo_mancata_contestazione text,
	preavviso_numero text,
	preavviso_data date,
	dispositivo jsonb,
	agenti text[],
	note text,
	articoli text[],
	norme text[],
	inserito timestamp with time zone,
	importato boolean,
	sequenza integer,
	procedura text,
	debito text,
	ricorso text,
	punti text,
	riscossione text,
	data_notifica date,
	scadenza_pagamento date,
	importo_cent bigint,
	prezzo_cent bigint,
	versato_cent bigint,
	eccedenza_cent bigint,
	rimborsato_cent bigint,
	residuo_cent bigint,
	sgravato_cent bigint,
	targa_scritta text
);

COMMENT ON TYPE verbali.riga_verbale_2 IS 'A new fine, with its plate as it was written.';

CREATE TYPE verbali.riga_violazione AS (
	verbale uuid,
	ordine smallint,
	codice text,
	articolo text,
	comma text,
	lettera text,
	testo text,
	minimo_cent bigint,
	massimo_cent bigint,
	notturna boolean,
	sconto30 boolean,
	pagamento_ridotto boolean,
	punti smallint,
	accessoria text,
	velocita_decimi integer,
	limite_decimi integer,
	note text,
	versione_tabella text
);

CREATE TYPE verbali.riga_violazione_2 AS (
	verbale uuid,
	ordine smallint,
	codice text,
	articolo text,
	comma text,
	lettera text,
	testo text,
	minimo_cent bigint,
	massimo_cent bigint,
	notturna boolean,
	sconto30 boolean,
	pagamento_ridotto boolean,
	punti smallint,
	accessoria text,
	velocita_decimi integer,
	limite_decimi integer,
	note text,
	versione_tabella text,
	periodi integer,
	tariffa_cent bigint,
	conseguenze text[],
	dubbio text,
	candidati text[],
	alternative text[]
);

CREATE TYPE verbali.riga_visura AS (
	id uuid,
	verbale uuid,
	posizione uuid,
	registro text,
	soggetto uuid,
	stato text,
	risposta uuid,
	giorno date,
	anomalia uuid
);

COMMENT ON TYPE verbali.riga_visura IS 'A row of visura, in the order in which elaborazione writes it.';

CREATE TYPE verbali.riga_voce AS (
	id uuid,
	verbale uuid,
	posizione uuid,
	documento uuid
);

COMMENT ON TYPE verbali.riga_voce IS 'An act that enters the open lot of letters by itself.';

CREATE FUNCTION verbali.analizza() RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'verbali', 'pg_temp'
    AS $$
BEGIN
    ANALYZE verbale, violazione, posizione, evento, pagamento, ricorso;
END $$;

COMMENT ON FUNCTION verbali.analizza() IS 'Statistics of the tables that an import fills, with the rights of their owner.';

CREATE FUNCTION verbali.chiave_targa(testo text, con_segni boolean) RETURNS text
    LANGUAGE sql IMMUTABLE
    AS $$
    SELECT normalize(CASE WHEN con_segni THEN x.t ELSE regexp_replace(
            replace(replace(replace(replace(translate(normalize(x.t, NFD), 'ĐÐƉØŁĦŦ', 'DDDOLHT'), 'Æ', 'AE'), 'Œ', 'OE'), 'ẞ', 'SS'), 'ß', 'SS'),
            '([A-Z])[\u0300-\u036f]+' COLLATE "C", '\1', 'g') END, NFC)
    FROM (SELECT translate(translate(translate(testo,
            'АВСЕНІЈКМОРЅТУХҮԚԜΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϳͿ', 'ABCEHIJKMOPSTYXYQWABEZHIKMNOPTYXCJJ'),
            '０１２３４５６７８９ＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯＰＱＲＳＴＵＶＷＸＹＺ', '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'),
            '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹߀߁߂߃߄߅߆߇߈߉०१२३४५६७८९০১২৩৪৫৬৭৮৯੦੧੨੩੪੫੬੭੮੯૦૧૨૩૪૫૬૭૮૯୦୧୨୩୪୫୬୭୮୯௦௧௨௩௪௫௬௭௮௯౦౧౨౩౪౫౬౭౮౯೦೧೨೩೪೫೬೭೮೯൦൧൨൩൪൫൬൭൮൯๐๑๒๓๔๕๖๗๘๙໐໑໒໓໔໕໖໗໘໙༠༡༢༣༤༥༦༧༨༩၀၁၂၃၄၅၆၇၈၉០១២៣៤៥៦៧៨៩᠐᠑᠒᠓᠔᠕᠖᠗᠘᠙',
            '012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789') AS t) x
$$;

CREATE FUNCTION verbali.conserva(quale text, quanti integer) RETURNS TABLE(oggetto uuid, verbale uuid)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'verbali', 'pg_temp'
    AS $$
#variable_conflict use_column
DECLARE
    regola record;
    x record;
BEGIN
    PERFORM pg_advisory_xact_lock(1977679241); -- one portion at a time judges its neighbours; a hold waits for it, and the next sees the hold
    SELECT c.id, now() - make_interval(months => c.mesi) AS prima INTO regola FROM core_v1.conservazione c WHERE c.classe = quale;
    IF NOT FOUND THEN
        RETURN;
    END IF;
    PERFORM set_config('verbali.cancellazione', 'verbali', true);
    IF quale = 'REGISTRO' THEN
        RETURN QUERY SELECT NULL::uuid, NULL::uuid WHERE conserva_registro(quale, regola.id, regola.prima, quanti, 'verbale',
            ARRAY(SELECT t.verbale::text FROM core_v1.verbale_trattenuto t)) > 0;
    ELSIF quale IN ('PACCHETTI', 'ESITI_POSTALI') THEN
        FOR x IN SELECT c.oggetto FROM verbali_v1.conservabile c WHERE c.classe = quale AND c.dal < regola.prima
            AND NOT EXISTS (SELECT 1 FROM voce v WHERE v.lotto = c.oggetto AND v.verbale IN (SELECT t.verbale FROM core_v1.verbale_trattenuto t))
            AND NOT EXISTS (SELECT 1 FROM esito_postale_riga r WHERE r.esito = c.oggetto AND r.verbale IS NOT NULL AND r.verbale IN (SELECT t.verbale FROM core_v1.verbale_trattenuto t))
            ORDER BY c.dal LIMIT quanti LOOP
            IF quale = 'PACCHETTI' THEN PERFORM oscura_pacchetti(ARRAY[x.oggetto]); ELSE PERFORM oscura_esiti(ARRAY[x.oggetto]); END IF;
            INSERT INTO cancellazione (classe, regola, oggetto) VALUES (quale, regola.id, x.oggetto);
            RETURN QUERY SELECT x.oggetto, NULL::uuid;
        END LOOP;
    ELSIF quale = 'FOTO' THEN
        FOR x IN SELECT d.id AS oggetto, v.id AS verbale FROM documento d JOIN verbale v ON v.id = d.verbale
            CROSS JOIN LATERAL (SELECT FROM verbali_v1.conservabile c WHERE c.classe = 'FOTO' AND c.oggetto = d.id AND c.dal < regola.prima LIMIT 1) c
            WHERE d.tipo IN ('ALLEGATO', 'PROVA') AND d.mime LIKE 'image/%' AND d.sha256 <> repeat('0', 64) AND d.creato < regola.prima
                AND v.id NOT IN (SELECT t.verbale FROM core_v1.verbale_trattenuto t) ORDER BY d.creato LIMIT quanti FOR UPDATE OF v SKIP LOCKED LOOP
            -- What happened while the row was being locked is seen by a new statement.
            CONTINUE WHEN NOT EXISTS (SELECT 1 FROM verbali_v1.conservabile c WHERE c.classe = quale AND c.oggetto = x.oggetto AND c.dal < regola.prima)
                OR EXISTS (SELECT 1 FROM core_v1.verbale_trattenuto t WHERE t.verbale = x.verbale);
            PERFORM oscura_foto(x.verbale, x.oggetto);
            INSERT INTO cancellazione (classe, regola, oggetto, verbale) VALUES (quale, regola.id, x.oggetto, x.verbale);
            RETURN QUERY SELECT x.oggetto, x.verbale;
        END LOOP;
    ELSE
        -- No event is older than its fine: the index on the insertion reaches every fine whose term is over, and few others.
        FOR x IN SELECT v.id AS verbale FROM verbale v
            CROSS JOIN LATERAL (SELECT FROM verbali_v1.conservabile c WHERE c.classe = quale AND c.oggetto = v.id AND c.dal < regola.prima LIMIT 1) c
            WHERE verbale_concluso(v.procedura, v.debito, v.punti, v.ricorso, v.riscossione) = quale AND v.cancellato IS NULL
                AND v.inserito < regola.prima AND v.id NOT IN (SELECT t.verbale FROM core_v1.verbale_trattenuto t) ORDER BY v.inserito LIMIT quanti FOR UPDATE OF v SKIP LOCKED LOOP
            CONTINUE WHEN NOT EXISTS (SELECT 1 FROM verbali_v1.conservabile c WHERE c.classe = quale AND c.oggetto = x.verbale AND c.dal < regola.prima)
                OR EXISTS (SELECT 1 FROM core_v1.verbale_trattenuto t WHERE t.verbale = x.verbale);
            PERFORM oscura_verbale(x.verbale);
            INSERT INTO cancellazione (classe, regola, oggetto, verbale) VALUES (quale, regola.id, x.verbale, x.verbale);
            RETURN QUERY SELECT x.verbale, x.verbale;
        END LOOP;
    END IF;
    PERFORM set_config('verbali.cancellazione', '', true);
END $$;

COMMENT ON FUNCTION verbali.conserva(quale text, quanti integer) IS 'Deletes some of what the confirmed rule of a kind reaches; what it gives was deleted. Without a confirmed rule nothing goes.';

CREATE FUNCTION verbali.conserva_registro(quale text, regola uuid, prima timestamp with time zone, quanti integer, tipo text, tenuti text[], di text DEFAULT NULL::text) RETURNS bigint
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

COMMENT ON FUNCTION verbali.conserva_registro(quale text, regola uuid, prima timestamp with time zone, quanti integer, tipo text, tenuti text[], di text) IS 'Deletes lines of the audit that a rule reaches, writes down how many, and says it.';

CREATE FUNCTION verbali.oscura(testo text) RETURNS text
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'verbali', 'pg_temp'
    AS $$
    SELECT CASE WHEN testo IS NULL OR testo IN ('', 'CONTESTAZIONE', 'POSIZIONE_CHIUSA') THEN testo ELSE '[CANCELLATO]' END
$$;

COMMENT ON FUNCTION verbali.oscura(testo text) IS 'The fixed mark for a text that people wrote; what the program itself writes there stays, or a replay would differ.';

CREATE FUNCTION verbali.oscura_canale(testo text) RETURNS text
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'verbali', 'pg_temp'
    AS $$
    SELECT CASE WHEN testo IS NULL OR testo IN ('', 'PAGOPA', 'POSTA', 'BANCA', 'CONTANTI', 'CARTA', 'ASSEGNO', 'IMPORTAZIONE', 'ALTRO',
        'MANI', 'MESSO', 'POSTA_CONSEGNA', 'POSTA_DEPOSITO', 'PEC', 'SEND', 'SEND_DIGITALE', 'SEND_CASELLA_SATURA', 'SEND_CARTACEO')
        THEN testo ELSE 'ALTRO' END
$$;

COMMENT ON FUNCTION verbali.oscura_canale(testo text) IS 'A channel: callers of old wrote what they liked there.';

CREATE FUNCTION verbali.oscura_dati(tipo text, chiave text, dentro jsonb, valore jsonb) RETURNS jsonb
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO 'verbali', 'pg_temp'
    AS $_$
DECLARE
    testo text := valore #>> '{}';
    fatto jsonb;
BEGIN
    CASE
    WHEN chiave = 'origine' AND jsonb_typeof(valore) <> 'null' THEN RETURN to_jsonb(oscura('x'::text));
    WHEN jsonb_typeof(valore) = 'object' THEN
        SELECT coalesce(jsonb_object_agg(x.key, oscura_dati(tipo, x.key, valore, x.value)), '{}') INTO fatto
            FROM jsonb_each(valore) x WHERE x.key NOT IN ('avvertenze', 'patente');
        RETURN fatto;
    WHEN jsonb_typeof(valore) = 'array' THEN
        SELECT coalesce(jsonb_agg(oscura_dati(tipo, chiave, dentro, x.value) ORDER BY x.ordinality), '[]') INTO fatto
            FROM jsonb_array_elements(valore) WITH ORDINALITY x;
        RETURN fatto;
    WHEN jsonb_typeof(valore) <> 'string' THEN RETURN valore;
    WHEN chiave = 'sha256' THEN RETURN to_jsonb(repeat('0', 64));
    WHEN chiave = 'codiceAG' THEN RETURN to_jsonb(''::text);
    WHEN chiave = 'canale' THEN RETURN to_jsonb(oscura_canale(testo));
    WHEN chiave = 'riferimento' AND tipo = 'PAGAMENTO_REGISTRATO' THEN RETURN to_jsonb('[CANCELLATO] ' || (dentro ->> 'id'));
    WHEN chiave IN ('titolo', 'fonte', 'punti', 'codice', 'versioneTabella', 'candidati', 'alternative', 'articolo', 'comma', 'lettera',
        'accessoria', 'conseguenze', 'dubbio', 'prima', 'assePunti', 'tipo', 'matricola', 'approvazione', 'debito', 'politica', 'rete',
        'marca', 'modello', 'stato', 'numeroAvviso', 'iuv', 'codiceFiscaleEnte', 'mime', 'autorita', 'termine', 'caso', 'spiegazione',
        'lotto', 'procedura', 'ricorso', 'riscossione') THEN RETURN valore;
    WHEN chiave = 'testo' AND dentro ? 'versioneTabella' OR chiave = 'esito' AND tipo <> 'ANOMALIA_RISOLTA' THEN RETURN valore;
    WHEN testo ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' OR testo ~ '^\d{4}-\d\d-\d\d(T[0-9:.]+(Z|[+-]\d\d:\d\d))?$' THEN RETURN valore;
    ELSE RETURN to_jsonb(oscura(testo));
    END CASE;
END $_$;

CREATE FUNCTION verbali.oscura_documenti(quali uuid[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'verbali', 'pg_temp'
    AS $$
BEGIN
    INSERT INTO file_cancellato (impronta) SELECT DISTINCT sha256 FROM documento WHERE id = ANY (quali) AND sha256 <> repeat('0', 64)
        ON CONFLICT DO NOTHING;
    UPDATE documento SET nome = oscura(nome), sha256 = repeat('0', 64), codice_ag = '' WHERE id = ANY (quali);
END $$;

CREATE FUNCTION verbali.oscura_esiti(quali uuid[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'verbali', 'pg_temp'
    AS $$
BEGIN
    INSERT INTO file_cancellato (impronta) SELECT DISTINCT sha256 FROM esito_postale WHERE id = ANY (quali) AND sha256 NOT LIKE 'tolto %'
        ON CONFLICT DO NOTHING;
    UPDATE esito_postale_riga SET celle = '{}', motivo = oscura(motivo) WHERE esito = ANY (quali);
    UPDATE esito_postale SET sha256 = 'tolto ' || sha256, motivo = oscura(motivo) WHERE id = ANY (quali) AND sha256 NOT LIKE 'tolto %';
END $$;

CREATE FUNCTION verbali.oscura_foto(cosa uuid, foto uuid) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'verbali', 'pg_temp'
    AS $$
BEGIN
    PERFORM oscura_documenti(ARRAY[foto]);
    UPDATE evento SET dati = jsonb_set(dati, '{documento}', (dati -> 'documento') || jsonb_build_object('nome', '[CANCELLATO]', 'sha256', repeat('0', 64)))
        WHERE verbale = cosa AND dati #>> '{documento,id}' = foto::text;
END $$;

CREATE FUNCTION verbali.oscura_pacchetti(quali uuid[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'verbali', 'pg_temp'
    AS $$
BEGIN
    INSERT INTO file_cancellato (impronta) SELECT DISTINCT sha256 FROM lotto_file WHERE lotto = ANY (quali) AND sha256 <> repeat('0', 64)
        ON CONFLICT DO NOTHING;
    UPDATE lotto_file SET sha256 = repeat('0', 64) WHERE lotto = ANY (quali) AND sha256 <> repeat('0', 64);
END $$;

CREATE FUNCTION verbali.oscura_persone(cosa uuid) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'verbali', 'pg_temp'
    AS $$
BEGIN
    UPDATE soggetto s SET codice_fiscale = '', cognome = oscura(cognome), nome = oscura(nome), denominazione = oscura(denominazione), sesso = '',
            data_nascita = NULL, luogo_nascita = oscura(luogo_nascita), indirizzo = oscura(indirizzo), civico = oscura(civico), cap = '',
            comune = oscura(comune), comune_istat = '', provincia = ''
        WHERE s.id IN (SELECT p.soggetto FROM posizione p WHERE p.verbale = cosa AND p.soggetto IS NOT NULL
            UNION SELECT n.id FROM evento e CROSS JOIN LATERAL (
                SELECT (e.dati ->> 'soggetto')::uuid AS id UNION ALL SELECT (e.dati ->> 'precedente')::uuid WHERE e.tipo = 'RECAPITO_INDICATO'
                UNION ALL SELECT (e.dati #>> '{posizione,soggetto}')::uuid WHERE e.tipo = 'POSIZIONE_APERTA'
                UNION ALL SELECT (x ->> 'soggetto')::uuid FROM jsonb_array_elements(e.dati -> 'posizioni') x WHERE e.tipo = 'VERBALE_INSERITO') n
                WHERE e.verbale = cosa AND n.id IS NOT NULL)
        AND NOT EXISTS (SELECT 1 FROM posizione p JOIN verbale v ON v.id = p.verbale WHERE p.soggetto = s.id AND v.id <> cosa AND v.cancellato IS NULL);
END $$;

CREATE FUNCTION verbali.oscura_verbale(cosa uuid) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'verbali', 'pg_temp'
    AS $$
BEGIN
    PERFORM oscura_persone(cosa);
    PERFORM oscura_documenti(ARRAY(SELECT id FROM documento WHERE verbale = cosa));
    UPDATE verbale SET cancellato = now(), targa = oscura(targa), targa_scritta = oscura(targa_scritta), note = oscura(note), impronta = CASE WHEN impronta IS NOT NULL THEN sha256('') END,
            motivo_mancata_contestazione = oscura(motivo_mancata_contestazione),
            risposta = CASE WHEN risposta ? 'avvertenze' THEN jsonb_set(risposta, '{avvertenze}', '[]') ELSE risposta END
        WHERE id = cosa;
    UPDATE evento SET causa = oscura(causa), prova = oscura(prova), dati = oscura_dati(tipo, '', dati, dati),
            apre = CASE WHEN jsonb_typeof(apre) = 'object' THEN oscura_dati('', '', apre, apre) ELSE apre END,
            impronta = CASE impronta WHEN '' THEN '' ELSE repeat('0', 64) END,
            idempotenza = CASE idempotenza WHEN '' THEN '' ELSE '[CANCELLATO] ' || sequenza END
        WHERE verbale = cosa;
    UPDATE posizione SET prova = oscura(prova), chiusa = oscura(chiusa) WHERE verbale = cosa;
    UPDATE notifica SET prova = oscura(prova), motivo = oscura(motivo), canale = oscura_canale(canale) WHERE verbale = cosa;
    UPDATE pagamento SET riferimento = '[CANCELLATO] ' || id, canale = oscura_canale(canale), pagatore = oscura(pagatore) WHERE verbale = cosa;
    UPDATE ricorso SET riferimento = oscura(riferimento) WHERE verbale = cosa;
    UPDATE anomalia SET testo = oscura(testo), esito = oscura(esito) WHERE verbale = cosa;
    UPDATE violazione SET note = oscura(note) WHERE verbale = cosa;
    UPDATE voce SET motivo = oscura(motivo) WHERE verbale = cosa;
    UPDATE esito_postale_riga SET celle = '{}', motivo = oscura(motivo) WHERE verbale = cosa;
    UPDATE registro SET motivo = oscura(motivo) WHERE oggetto_tipo = 'verbale' AND oggetto = cosa::text AND motivo <> '';
    -- A package and a file of the post name every fine that is in them: they go with the last one. A line of no fine keeps nothing.
    PERFORM oscura_pacchetti(ARRAY(SELECT DISTINCT a.lotto FROM voce a WHERE a.verbale = cosa AND NOT EXISTS (
        SELECT 1 FROM voce b JOIN verbale v ON v.id = b.verbale WHERE b.lotto = a.lotto AND (v.cancellato IS NULL OR v.id IN (SELECT t.verbale FROM core_v1.verbale_trattenuto t)))));
    PERFORM oscura_esiti(ARRAY(SELECT DISTINCT r.esito FROM esito_postale_riga r WHERE r.verbale = cosa AND NOT EXISTS (
        SELECT 1 FROM esito_postale_riga a JOIN verbale v ON v.id = a.verbale WHERE a.esito = r.esito AND (v.cancellato IS NULL OR v.id IN (SELECT t.verbale FROM core_v1.verbale_trattenuto t)))));
END $$;

CREATE FUNCTION verbali.ripeti_cancellazione(quale text, cosa uuid) RETURNS text
    LANGUAGE plpgsql
    SET search_path TO 'verbali', 'pg_temp'
    AS $$
DECLARE gia timestamptz;
BEGIN
    PERFORM pg_advisory_xact_lock(1977679241); -- one portion at a time judges its neighbours; a hold waits for it, and the next sees the hold
    SELECT cancellato INTO gia FROM verbale WHERE id = cosa FOR UPDATE;
    CASE
    WHEN NOT FOUND THEN RETURN 'ASSENTE';
    WHEN gia IS NOT NULL THEN RETURN 'GIA_CANCELLATO';
    WHEN EXISTS (SELECT 1 FROM core_v1.verbale_trattenuto t WHERE t.verbale = cosa) THEN RETURN 'TRATTENUTO';
    ELSE
        PERFORM set_config('verbali.cancellazione', 'verbali', true);
        PERFORM oscura_verbale(cosa);
        INSERT INTO cancellazione (classe, oggetto, verbale) VALUES (quale, cosa, cosa);
        PERFORM set_config('verbali.cancellazione', '', true);
        RETURN 'CANCELLATO';
    END CASE;
END $$;

COMMENT ON FUNCTION verbali.ripeti_cancellazione(quale text, cosa uuid) IS 'After a restore: erases again a fine that had been erased. It asks for no rule, so the owner alone may call it.';

CREATE FUNCTION verbali.solo_aggiunte() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF TG_OP <> 'TRUNCATE' AND current_setting('verbali.cancellazione', true) = TG_TABLE_SCHEMA
        AND current_user = (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = TG_RELID) THEN
        RETURN NULL;
    END IF;
    RAISE EXCEPTION 'la tabella % ammette solo aggiunte', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

CREATE FUNCTION verbali.verbale_concluso(procedura text, debito text, punti text, ricorso text, riscossione text) RETURNS text
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
    AS $$
BEGIN
    RETURN CASE
        WHEN ricorso IN ('PRESENTATO', 'TRASMESSO', 'SOSPENSIVA', 'IMPUGNATO')
            OR riscossione IN ('SELEZIONATO', 'IN_RUOLO', 'INGIUNTO', 'BLOCCATO') THEN NULL
        WHEN procedura IN ('SCARTATO', 'ESTINTO_TERMINI', 'ARCHIVIATO', 'ANNULLATO_AUTOTUTELA', 'ESTINTO_DECESSO') THEN CASE
            WHEN debito IN ('ECCEDENZA', 'SOSPESO') THEN NULL
            WHEN procedura = 'SCARTATO' THEN 'VERBALE_SCARTATO'
            WHEN procedura = 'ESTINTO_TERMINI' THEN 'VERBALE_PRESCRITTO'
            ELSE 'VERBALE_ANNULLATO' END
        WHEN procedura IN ('DEFINITO', 'NOTIFICATO', 'IN_NOTIFICA', 'ATTO_GENERATO', 'NON_NOTIFICABILE')
            AND debito IN ('PAGATO', 'RIMBORSATO', 'SGRAVATO') AND punti IN ('NON_DOVUTI', 'COMUNICATI', 'SCARTATI')
            THEN CASE debito WHEN 'SGRAVATO' THEN 'VERBALE_ANNULLATO' ELSE 'VERBALE_PAGATO' END
        END;
END $$;

COMMENT ON FUNCTION verbali.verbale_concluso(procedura text, debito text, punti text, ricorso text, riscossione text) IS 'The kind of a fine that is over, for its term of conservation; null: somebody may still ask something of somebody.';

CREATE TABLE verbali.anomalia (
    id uuid NOT NULL,
    verbale uuid NOT NULL,
    tipo text NOT NULL,
    testo text NOT NULL,
    aperta timestamp with time zone DEFAULT now() NOT NULL,
    chiusa timestamp with time zone,
    esito text DEFAULT ''::text NOT NULL,
    posizione uuid,
    altro uuid
);

COMMENT ON COLUMN verbali.anomalia.esito IS 'How a person, or the event that answers it, resolved the anomaly.';

COMMENT ON COLUMN verbali.anomalia.posizione IS 'The addressee whom it is about; NULL: the whole fine.';

COMMENT ON COLUMN verbali.anomalia.altro IS 'The other fine of a possible double; NULL: none.';

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

CREATE TABLE verbali.cancellazione (
    posizione bigint NOT NULL,
    quando timestamp with time zone DEFAULT now() NOT NULL,
    classe text NOT NULL,
    regola uuid,
    oggetto uuid,
    verbale uuid,
    righe bigint DEFAULT 1 NOT NULL
);

COMMENT ON TABLE verbali.cancellazione IS 'What was deleted, when and by which rule: ids and counts, no person. Append-only.';

ALTER TABLE verbali.cancellazione ALTER COLUMN posizione ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME verbali.cancellazione_posizione_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE verbali.chiave_numeri (
    unica boolean DEFAULT true NOT NULL,
    chiave bytea NOT NULL,
    CONSTRAINT chiave_numeri_chiave_check CHECK ((octet_length(chiave) = 32)),
    CONSTRAINT chiave_numeri_unica_check CHECK (unica)
);

COMMENT ON TABLE verbali.chiave_numeri IS 'Key of the order of the numbers in every range; never changed, and read by elaborazione alone.';

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
    codice_ag text DEFAULT ''::text NOT NULL,
    CONSTRAINT documento_codice_ag_check CHECK ((codice_ag ~ '^([0-9]{12})?$'::text)),
    CONSTRAINT documento_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
    CONSTRAINT documento_tipo_check CHECK ((tipo = ANY (ARRAY['ATTO'::text, 'AVVISO_ANONIMO'::text, 'ALLEGATO'::text, 'PROVA'::text, 'SUPERATO'::text, 'COMUNICAZIONE_RETTIFICA'::text])))
);

COMMENT ON COLUMN verbali.documento.codice_ag IS 'Of an act: the code of the carrier printed in its window, twelve digits; empty: none.';

CREATE TABLE verbali.esito_postale (
    id uuid NOT NULL,
    sha256 text NOT NULL,
    byte bigint NOT NULL,
    stato text NOT NULL,
    caricato timestamp with time zone NOT NULL,
    caricato_da text NOT NULL,
    iniziato timestamp with time zone,
    finito timestamp with time zone,
    motivo text DEFAULT ''::text NOT NULL,
    porzione integer DEFAULT 0 NOT NULL,
    totale integer DEFAULT 0 NOT NULL,
    applicati integer DEFAULT 0 NOT NULL,
    gia_noti integer DEFAULT 0 NOT NULL,
    in_viaggio integer DEFAULT 0 NOT NULL,
    contraddittori integer DEFAULT 0 NOT NULL,
    sconosciuti integer DEFAULT 0 NOT NULL,
    non_validi integer DEFAULT 0 NOT NULL,
    rifiutati integer DEFAULT 0 NOT NULL,
    CONSTRAINT esito_postale_stato_check CHECK ((stato = ANY (ARRAY['ACCODATO'::text, 'IN_CORSO'::text, 'COMPLETATO'::text, 'COMPLETATO_CON_ERRORI'::text, 'FALLITO'::text])))
);

COMMENT ON COLUMN verbali.esito_postale.sha256 IS 'Of the file in the document store: the same file is taken once.';

COMMENT ON COLUMN verbali.esito_postale.porzione IS 'Chunks worked so far; the next one is this plus one.';

COMMENT ON COLUMN verbali.esito_postale.totale IS 'Rows under the header; the columns after it are how many of them ended so.';

CREATE TABLE verbali.esito_postale_riga (
    esito uuid NOT NULL,
    ordine integer NOT NULL,
    linea integer NOT NULL,
    celle jsonb NOT NULL,
    stato text NOT NULL,
    colonna text DEFAULT ''::text NOT NULL,
    motivo text DEFAULT ''::text NOT NULL,
    verbale uuid,
    posizione uuid,
    CONSTRAINT esito_postale_riga_stato_check CHECK ((stato = ANY (ARRAY['IN_ATTESA'::text, 'APPLICATO'::text, 'GIA_NOTO'::text, 'IN_VIAGGIO'::text, 'CONTRADDITTORIO'::text, 'SCONOSCIUTO'::text, 'NON_VALIDO'::text, 'RIFIUTATO'::text])))
);

COMMENT ON COLUMN verbali.esito_postale_riga.linea IS 'Line of the file, the header is 1.';

COMMENT ON COLUMN verbali.esito_postale_riga.celle IS 'The cells that are read, by column: never names or addresses.';

COMMENT ON COLUMN verbali.esito_postale_riga.motivo IS 'Why it was not recorded, or what a person should check where it was.';

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
    dati jsonb DEFAULT '{}'::jsonb NOT NULL,
    importato boolean DEFAULT false NOT NULL,
    deciso jsonb DEFAULT '{}'::jsonb NOT NULL,
    apre jsonb,
    impronta text DEFAULT ''::text NOT NULL
);

COMMENT ON COLUMN verbali.evento.importato IS 'Recorded by another system under the rules of its time: not judged by ours.';

COMMENT ON COLUMN verbali.evento.deciso IS 'States of the five axes that the event itself decides, where the table leaves a choice.';

COMMENT ON COLUMN verbali.evento.apre IS 'Anomaly that the event opens.';

COMMENT ON COLUMN verbali.evento.impronta IS 'SHA-256 of the request that idempotenza stands for, of an event that a person asked for.';

CREATE TABLE verbali.file_cancellato (
    impronta text NOT NULL,
    quando timestamp with time zone DEFAULT now() NOT NULL
);

COMMENT ON TABLE verbali.file_cancellato IS 'Files that no row names any more because what named them was erased: the sweep expects them without a row.';

CREATE TABLE verbali.importazione (
    id uuid NOT NULL,
    formato text NOT NULL,
    impronta text NOT NULL,
    righe bigint DEFAULT 0 NOT NULL,
    iniziata timestamp with time zone DEFAULT now() NOT NULL,
    conclusa timestamp with time zone,
    rapporto jsonb
);

COMMENT ON TABLE verbali.importazione IS 'Histories taken from other systems; a case is recognised by its key, however often it comes.';

CREATE TABLE verbali.lotto (
    id uuid NOT NULL,
    tipo text NOT NULL,
    stato text NOT NULL,
    automatico boolean DEFAULT false NOT NULL,
    nome text DEFAULT ''::text NOT NULL,
    creato timestamp with time zone NOT NULL,
    creato_da text NOT NULL,
    chiuso timestamp with time zone,
    iniziato timestamp with time zone,
    finito timestamp with time zone,
    porzione integer DEFAULT 0 NOT NULL,
    motivo text DEFAULT ''::text NOT NULL,
    origine uuid,
    totale integer DEFAULT 0 NOT NULL,
    ok integer DEFAULT 0 NOT NULL,
    ripetibili integer DEFAULT 0 NOT NULL,
    definitivi integer DEFAULT 0 NOT NULL,
    saltati integer DEFAULT 0 NOT NULL,
    annullati integer DEFAULT 0 NOT NULL,
    lavorato_ms bigint DEFAULT 0 NOT NULL,
    revisione integer DEFAULT 0 NOT NULL,
    CONSTRAINT lotto_stato_check CHECK ((stato = ANY (ARRAY['BOZZA'::text, 'ACCODATO'::text, 'IN_CORSO'::text, 'IN_PAUSA'::text, 'COMPLETATO'::text, 'COMPLETATO_CON_ERRORI'::text, 'FALLITO'::text, 'IN_ANNULLAMENTO'::text, 'ANNULLATO'::text]))),
    CONSTRAINT lotto_tipo_check CHECK ((tipo = ANY (ARRAY['VISURA'::text, 'PDF'::text, 'POSTALE'::text, 'SEND'::text, 'PEC'::text, 'RETTIFICHE'::text])))
);

COMMENT ON COLUMN verbali.lotto.automatico IS 'New acts enter by themselves as long as it is a draft; one of a kind at a time.';

COMMENT ON COLUMN verbali.lotto.nome IS 'LOT-<tenant>-<yyyymmdd>-<seq> from the day on which it is closed.';

COMMENT ON COLUMN verbali.lotto.porzione IS 'Chunks worked so far; the next one is this plus one.';

COMMENT ON COLUMN verbali.lotto.origine IS 'The lot whose repeatable failures this one tries again.';

COMMENT ON COLUMN verbali.lotto.totale IS 'Items, counted when the lot is closed; the columns after it are how many of them ended so.';

COMMENT ON COLUMN verbali.lotto.lavorato_ms IS 'Milliseconds that the chunks worked so far took: pauses and waiting do not count.';

COMMENT ON COLUMN verbali.lotto.revisione IS 'Changes so far: an announcement that comes late is known by it.';

CREATE TABLE verbali.lotto_file (
    lotto uuid NOT NULL,
    nome text NOT NULL,
    sha256 text NOT NULL,
    byte bigint NOT NULL,
    pagine integer NOT NULL
);

COMMENT ON TABLE verbali.lotto_file IS 'What a package holds, by hash in the document store.';

CREATE TABLE verbali.notifica (
    id uuid NOT NULL,
    verbale uuid NOT NULL,
    posizione uuid NOT NULL,
    canale text NOT NULL,
    stato text NOT NULL,
    avviata date,
    esito date,
    prova text DEFAULT ''::text NOT NULL,
    motivo text DEFAULT ''::text NOT NULL,
    CONSTRAINT notifica_stato_check CHECK ((stato = ANY (ARRAY['AVVIATA'::text, 'PERFEZIONATA'::text, 'NON_RIUSCITA'::text, 'ANNULLATA'::text])))
);

COMMENT ON TABLE verbali.notifica IS 'Attempts to serve a position; esito is the legal day of the outcome.';

CREATE TABLE verbali.numerazione (
    anno smallint NOT NULL,
    lettera text NOT NULL,
    ultimo bigint NOT NULL
);

COMMENT ON TABLE verbali.numerazione IS 'Last number given in each internal series and year: no holes.';

CREATE TABLE verbali.numero_avviso (
    intervallo bigint NOT NULL,
    ultimo bigint NOT NULL,
    dal bigint
);

COMMENT ON TABLE verbali.numero_avviso IS 'Last position taken in each range of core; holes are fine, reuse never.';

COMMENT ON COLUMN verbali.numero_avviso.dal IS 'Last position whose number is the position itself; null: all, the row is of an earlier release.';

CREATE TABLE verbali.numero_raccomandata (
    intervallo bigint NOT NULL,
    ultimo bigint NOT NULL,
    dal bigint
);

COMMENT ON TABLE verbali.numero_raccomandata IS 'Last position taken in each range of core for judicial acts; holes are fine, reuse never.';

COMMENT ON COLUMN verbali.numero_raccomandata.dal IS 'Last position whose number is the position itself; null: all, the row is of an earlier release.';

CREATE TABLE verbali.pagamento (
    id uuid NOT NULL,
    verbale uuid NOT NULL,
    avviso uuid,
    importo_cent bigint NOT NULL,
    data date NOT NULL,
    canale text NOT NULL,
    riferimento text NOT NULL,
    registrato timestamp with time zone DEFAULT now() NOT NULL,
    posizione uuid,
    stornato date,
    pagatore text DEFAULT ''::text NOT NULL,
    risposta jsonb,
    CONSTRAINT pagamento_importo_cent_check CHECK ((importo_cent > 0))
);

COMMENT ON COLUMN verbali.pagamento.pagatore IS 'Name as the payer gave it: personal, kept out of events.';

COMMENT ON COLUMN verbali.pagamento.risposta IS 'First answer, given again when the same payment comes again.';

CREATE TABLE verbali.piano (
    posizione uuid NOT NULL,
    verbale uuid NOT NULL,
    sequenza integer NOT NULL,
    scelte text NOT NULL,
    aspetta text NOT NULL,
    via text NOT NULL,
    proposta text NOT NULL,
    perche text NOT NULL,
    entro date,
    dal timestamp with time zone NOT NULL,
    fatto timestamp with time zone NOT NULL,
    CONSTRAINT piano_aspetta_check CHECK ((aspetta = ANY (ARRAY['DECISIONE'::text, 'REGISTRO'::text, 'QUOTA_FINITA'::text, 'STAMPA'::text, 'LOTTO'::text, 'PARTENZA'::text, 'CANALE_FERMO'::text, 'ESITO'::text])))
);

COMMENT ON TABLE verbali.piano IS 'What comes next for each position that is still to be served.';

COMMENT ON COLUMN verbali.piano.sequenza IS 'Of the last event of the fine when it was judged.';

COMMENT ON COLUMN verbali.piano.scelte IS 'The day and the choices of the command under which it was judged.';

COMMENT ON COLUMN verbali.piano.via IS 'By which the act leaves or has left; empty: not decided.';

COMMENT ON COLUMN verbali.piano.proposta IS 'The way that a person is asked to confirm; empty: none.';

COMMENT ON COLUMN verbali.piano.perche IS 'In words, without names of people.';

COMMENT ON COLUMN verbali.piano.entro IS 'Last day to hand the act over (art. 201 CdS); null: it has left.';

COMMENT ON COLUMN verbali.piano.dal IS 'Since when it waits for this.';

CREATE TABLE verbali.piano_notte (
    giorno date NOT NULL,
    fatta timestamp with time zone NOT NULL
);

COMMENT ON TABLE verbali.piano_notte IS 'The days of Rome on which the lot of SEND was made.';

CREATE TABLE verbali.posizione (
    id uuid NOT NULL,
    verbale uuid NOT NULL,
    ordine smallint NOT NULL,
    titolo text NOT NULL,
    soggetto uuid,
    giorno_zero date,
    prova text DEFAULT ''::text NOT NULL,
    prova_dubbia boolean DEFAULT false NOT NULL,
    chiusa text DEFAULT ''::text NOT NULL,
    spese_cent bigint DEFAULT 0 NOT NULL,
    neopatentato boolean DEFAULT false NOT NULL,
    CONSTRAINT posizione_titolo_check CHECK ((titolo = ANY (ARRAY['TRASGRESSORE'::text, 'OBBLIGATO'::text])))
);

COMMENT ON COLUMN verbali.posizione.giorno_zero IS 'Day of perfected service: the law counts from here. Null before.';

COMMENT ON COLUMN verbali.posizione.prova IS 'Document or outside id that proves the service; empty: missing.';

COMMENT ON COLUMN verbali.posizione.chiusa IS 'Why nobody is served here any more; empty: the position is open or served.';

COMMENT ON COLUMN verbali.posizione.neopatentato IS 'The licence was in its first three years on the day of the violation: points are doubled.';

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

CREATE TABLE verbali.ricorso (
    id uuid NOT NULL,
    verbale uuid NOT NULL,
    posizione uuid,
    autorita text NOT NULL,
    stato text NOT NULL,
    presentato date NOT NULL,
    deciso date,
    notificato date,
    importo_cent bigint DEFAULT 0 NOT NULL,
    riferimento text DEFAULT ''::text NOT NULL,
    CONSTRAINT ricorso_autorita_check CHECK ((autorita = ANY (ARRAY['PREFETTO'::text, 'GIUDICE_DI_PACE'::text, 'TRIBUNALE'::text, 'ALTRO'::text])))
);

COMMENT ON COLUMN verbali.ricorso.notificato IS 'Day on which the decision was served on the person.';

CREATE TABLE verbali.scadenza (
    verbale uuid NOT NULL,
    posizione uuid NOT NULL,
    tipo text NOT NULL,
    giorno date NOT NULL,
    fatta date
);

COMMENT ON TABLE verbali.scadenza IS 'Last day of each term that moves the debt; fatta once it has been acted upon.';

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

CREATE SEQUENCE verbali.variazione_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

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
    senza_ora boolean DEFAULT false NOT NULL,
    importato boolean DEFAULT false NOT NULL,
    articoli text[] DEFAULT '{}'::text[] NOT NULL,
    norme text[] DEFAULT '{}'::text[] NOT NULL,
    versato_cent bigint DEFAULT 0 NOT NULL,
    eccedenza_cent bigint DEFAULT 0 NOT NULL,
    rimborsato_cent bigint DEFAULT 0 NOT NULL,
    sgravato_cent bigint DEFAULT 0 NOT NULL,
    prezzo_cent bigint DEFAULT 0 NOT NULL,
    residuo_cent bigint DEFAULT 0 NOT NULL,
    variazione bigint,
    cancellato timestamp with time zone,
    targa_scritta text DEFAULT ''::text NOT NULL,
    CONSTRAINT verbale_lettera_check CHECK ((lettera ~ '^[A-Z]{0,3}$'::text)),
    CONSTRAINT verbale_numero_check CHECK (((numero >= 1) AND (numero <= '9999999999'::bigint)))
);

COMMENT ON COLUMN verbali.verbale.targa IS 'Key of the plate (targa.Chiave in Go, chiave_targa here).';

COMMENT ON COLUMN verbali.verbale.importo_cent IS 'Smallest sum printed on the notices, in cents.';

COMMENT ON COLUMN verbali.verbale.senza_ora IS 'Of data_violazione only the day is known (imported fines).';

COMMENT ON COLUMN verbali.verbale.articoli IS 'Article numbers of the violations, each once, in their order; norme adds the paragraphs.';

COMMENT ON COLUMN verbali.verbale.eccedenza_cent IS 'Paid beyond the debt, refunded or to refund; rimborsato_cent is the part refunded.';

COMMENT ON COLUMN verbali.verbale.sgravato_cent IS 'Written off.';

COMMENT ON COLUMN verbali.verbale.prezzo_cent IS 'What the law asked in all on the day of the last event about money: paid - excess + residuo_cent + written off.';

COMMENT ON COLUMN verbali.verbale.variazione IS 'Place in the feed of leggiVariazioni; null: changed since it was last read.';

COMMENT ON COLUMN verbali.verbale.cancellato IS 'When the persons of the fine were erased from it; null: they are there.';

COMMENT ON COLUMN verbali.verbale.targa_scritta IS 'Plate as it was written (targa.Scritta); empty where nobody knows.';

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
    versione_tabella text NOT NULL,
    periodi integer DEFAULT 1 NOT NULL,
    tariffa_cent bigint DEFAULT 0 NOT NULL,
    conseguenze text[],
    dubbio text DEFAULT ''::text NOT NULL,
    candidati text[] DEFAULT '{}'::text[] NOT NULL,
    alternative text[] DEFAULT '{}'::text[] NOT NULL,
    CONSTRAINT violazione_periodi_check CHECK (((periodi >= 1) AND (periodi <= 1000))),
    CONSTRAINT violazione_tariffa_cent_check CHECK (((tariffa_cent >= 0) AND (tariffa_cent <= 100000)))
);

COMMENT ON COLUMN verbali.violazione.minimo_cent IS 'Statutory amounts of the row of the table at the violation date, before the night third (the flag notturna says whether it applies).';

COMMENT ON COLUMN verbali.violazione.candidati IS 'Codes of the rows among which a person is to choose: until then the violation has no band.';

COMMENT ON COLUMN verbali.violazione.alternative IS 'Codes of the rows that a person may take instead, such as that of a repeat which was found.';

CREATE TABLE verbali.visura (
    id uuid NOT NULL,
    verbale uuid NOT NULL,
    posizione uuid NOT NULL,
    registro text NOT NULL,
    soggetto uuid NOT NULL,
    stato text NOT NULL,
    risposta uuid,
    giorno date NOT NULL,
    anomalia uuid,
    CONSTRAINT visura_registro_check CHECK ((registro = ANY (ARRAY['RESIDENZA'::text, 'DOMICILIO_DIGITALE'::text]))),
    CONSTRAINT visura_stato_check CHECK ((stato = ANY (ARRAY['CHIESTA'::text, 'CONFORME'::text, 'TROVATA'::text, 'NON_TROVATA'::text, 'CONFLITTO'::text, 'APPLICATA'::text, 'SCARTATA'::text, 'SUPERATA'::text])))
);

COMMENT ON TABLE verbali.visura IS 'Questions to the registers of the State about the person of a position.';

CREATE TABLE verbali.voce (
    id uuid NOT NULL,
    lotto uuid NOT NULL,
    tipo text NOT NULL,
    verbale uuid NOT NULL,
    posizione uuid NOT NULL,
    ordine integer,
    stato text NOT NULL,
    motivo text DEFAULT ''::text NOT NULL,
    documento uuid,
    file text DEFAULT ''::text NOT NULL,
    pagina_da integer DEFAULT 0 NOT NULL,
    pagina_a integer DEFAULT 0 NOT NULL,
    CONSTRAINT voce_stato_check CHECK ((stato = ANY (ARRAY['IN_ATTESA'::text, 'OK'::text, 'ERRORE_RIPETIBILE'::text, 'ERRORE_DEFINITIVO'::text, 'SALTATO'::text, 'ANNULLATO'::text])))
);

COMMENT ON TABLE verbali.voce IS 'Items of a lot: one position each; its id is also the id of the attempt to serve it.';

COMMENT ON COLUMN verbali.voce.ordine IS 'Place in the lot from 1, given when it is closed.';

COMMENT ON COLUMN verbali.voce.pagina_da IS 'First and last page in the file, from 1.';

CREATE VIEW verbali_v1.anomalia AS
 SELECT id,
    verbale,
    tipo,
    testo,
    aperta,
    chiusa,
    esito,
    posizione,
    altro
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

CREATE VIEW verbali_v1.cancellazione AS
 SELECT posizione,
    quando,
    classe,
    regola,
    oggetto,
    verbale,
    righe
   FROM verbali.cancellazione;

CREATE VIEW verbali_v1.conservabile AS
 WITH concluso AS NOT MATERIALIZED (
         SELECT id,
            registrato AS dal,
            cancellato,
            verbale_concluso(procedura, debito, punti, ricorso, riscossione) AS classe
           FROM (verbali.verbale v
             JOIN verbali.evento e ON (((e.verbale = v.id) AND (e.sequenza = v.sequenza))))
          WHERE ((verbale_concluso(procedura, debito, punti, ricorso, riscossione) IS NOT NULL) AND (NOT (EXISTS ( SELECT 1
                   FROM verbali.anomalia a
                  WHERE ((verbale = id) AND (chiusa IS NULL))))))
        )
 SELECT classe,
    id AS oggetto,
    id AS verbale,
    dal
   FROM concluso
  WHERE (cancellato IS NULL)
UNION ALL
 SELECT 'FOTO'::text AS classe,
    id AS oggetto,
    verbale,
    dal
   FROM (concluso c
     JOIN verbali.documento d ON ((d.verbale = c.id)))
  WHERE ((tipo = ANY (ARRAY['ALLEGATO'::text, 'PROVA'::text])) AND (mime ~~ 'image/%'::text) AND (sha256 <> repeat('0'::text, 64)))
UNION ALL
 SELECT 'PACCHETTI'::text AS classe,
    id AS oggetto,
    NULL::uuid AS verbale,
    finito AS dal
   FROM verbali.lotto l
  WHERE ((finito IS NOT NULL) AND (EXISTS ( SELECT 1
           FROM verbali.lotto_file f
          WHERE ((lotto = id) AND (sha256 <> repeat('0'::text, 64))))))
UNION ALL
 SELECT 'ESITI_POSTALI'::text AS classe,
    id AS oggetto,
    NULL::uuid AS verbale,
    finito AS dal
   FROM verbali.esito_postale p
  WHERE ((finito IS NOT NULL) AND (sha256 !~~ 'tolto %'::text))
UNION ALL
 SELECT 'REGISTRO'::text AS classe,
    NULL::uuid AS oggetto,
        CASE
            WHEN ((oggetto_tipo = 'verbale'::text) AND (oggetto ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'::text)) THEN (oggetto)::uuid
            ELSE NULL::uuid
        END AS verbale,
    quando AS dal
   FROM verbali.registro;

COMMENT ON VIEW verbali_v1.conservabile IS 'What a rule may reach, and since when its term runs.';

CREATE VIEW verbali_v1.contenuto AS
 SELECT lotto AS oggetto,
    verbale
   FROM verbali.voce
UNION ALL
 SELECT esito AS oggetto,
    verbale
   FROM verbali.esito_postale_riga
  WHERE (verbale IS NOT NULL);

COMMENT ON VIEW verbali_v1.contenuto IS 'The fines that are in a package and in a file of the post: held while one of them is.';

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

CREATE VIEW verbali_v1.domicilio AS
 SELECT DISTINCT ON (verbale, posizione) verbale,
    posizione,
    stato,
    risposta,
    giorno
   FROM (verbali.visura x
     JOIN verbali.posizione p ON (((p.id = x.posizione) AND (p.soggetto = x.soggetto))))
  WHERE ((registro = 'DOMICILIO_DIGITALE'::text) AND (stato <> 'CHIESTA'::text))
  ORDER BY verbale, posizione, id DESC;

COMMENT ON VIEW verbali_v1.domicilio IS 'Last answer about the digital domicile of who stands at a position; giorno: when it came.';

CREATE VIEW verbali_v1.domicilio_da_mandare AS
 SELECT DISTINCT ON (id) verbale,
    posizione,
    risposta,
    giorno
   FROM ((verbali.visura x
     JOIN verbali.posizione p ON (((p.id = x.posizione) AND (p.soggetto = x.soggetto))))
     JOIN verbali.verbale v ON ((v.id = x.verbale)))
  WHERE ((registro = 'DOMICILIO_DIGITALE'::text) AND (stato = 'TROVATA'::text) AND (chiusa = ''::text) AND (giorno_zero IS NULL) AND (procedura = ANY (ARRAY['ATTO_GENERATO'::text, 'IN_NOTIFICA'::text, 'NON_NOTIFICABILE'::text, 'NOTIFICATO'::text])) AND (debito <> ALL (ARRAY['PAGATO'::text, 'ECCEDENZA'::text, 'RIMBORSATO'::text, 'SGRAVATO'::text])) AND (EXISTS ( SELECT
           FROM verbali.documento d
          WHERE ((verbale = verbale) AND (posizione = id) AND (tipo = 'ATTO'::text)))) AND (NOT (EXISTS ( SELECT
           FROM verbali.notifica n
          WHERE ((posizione = id) AND (stato = 'AVVIATA'::text))))) AND (NOT (EXISTS ( SELECT
           FROM (verbali.voce c
             JOIN verbali.lotto l ON ((l.id = c.lotto)))
          WHERE ((posizione = id) AND (tipo = 'POSTALE'::text) AND (stato = 'IN_ATTESA'::text) AND (NOT automatico))))) AND (NOT (EXISTS ( SELECT
           FROM verbali.visura y
          WHERE ((verbale = verbale) AND (posizione = posizione) AND (registro = registro) AND (soggetto = soggetto) AND (id > id) AND (stato <> 'CHIESTA'::text))))))
  ORDER BY id, id DESC;

COMMENT ON VIEW verbali_v1.domicilio_da_mandare IS 'Positions with an act in no lot and under no service, whose person has a digital domicile; giorno: when it was found.';

CREATE VIEW verbali_v1.esito_postale AS
 SELECT id,
    sha256,
    byte,
    stato,
    caricato,
    caricato_da,
    iniziato,
    finito,
    motivo,
    totale,
    applicati,
    gia_noti,
    in_viaggio,
    contraddittori,
    sconosciuti,
    non_validi,
    rifiutati
   FROM verbali.esito_postale;

CREATE VIEW verbali_v1.esito_postale_riga AS
 SELECT esito,
    ordine,
    linea,
    stato,
    colonna,
    motivo,
    verbale,
    posizione,
    COALESCE((celle ->> 'lotto'::text), ''::text) AS lotto,
    COALESCE((celle ->> 'sequenza'::text), ''::text) AS sequenza,
    COALESCE((celle ->> 'documento'::text), ''::text) AS documento,
    COALESCE((celle ->> 'notifica'::text), ''::text) AS notifica,
    COALESCE((celle ->> 'raccomandata'::text), ''::text) AS raccomandata,
    COALESCE((celle ->> 'codiceAG'::text), ''::text) AS codice_ag,
    COALESCE((celle ->> 'esito'::text), ''::text) AS detto
   FROM verbali.esito_postale_riga;

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
    dati,
    importato,
    deciso,
    apre
   FROM verbali.evento;

CREATE VIEW verbali_v1.importazione AS
 SELECT id,
    formato,
    impronta,
    righe,
    iniziata,
    conclusa,
    rapporto
   FROM verbali.importazione;

CREATE VIEW verbali_v1.lettera AS
 SELECT codice_ag AS codice,
    verbale,
    posizione,
    ( SELECT max(avviata) AS max
           FROM verbali.notifica n
          WHERE ((verbale = verbale) AND (posizione = posizione) AND (canale = 'POSTA'::text))) AS spedita
   FROM verbali.documento d
  WHERE (codice_ag <> ''::text);

CREATE VIEW verbali_v1.lotto AS
 SELECT id,
    tipo,
    stato,
    automatico,
    nome,
    creato,
    creato_da,
    chiuso,
    iniziato,
    finito,
    motivo,
    origine,
        CASE
            WHEN (stato = 'BOZZA'::text) THEN (( SELECT count(*) AS count
               FROM verbali.voce v
              WHERE (lotto = id)))::integer
            ELSE totale
        END AS totale,
    ok,
    ripetibili,
    definitivi,
    saltati,
    annullati,
    lavorato_ms,
    revisione
   FROM verbali.lotto l;

CREATE VIEW verbali_v1.lotto_file AS
 SELECT lotto,
    nome,
    sha256,
    byte,
    pagine
   FROM verbali.lotto_file;

CREATE VIEW verbali_v1.notifica AS
 SELECT id,
    verbale,
    posizione,
    canale,
    stato,
    avviata,
    esito,
    prova,
    motivo
   FROM verbali.notifica;

CREATE VIEW verbali_v1.pagamento AS
 SELECT id,
    verbale,
    avviso,
    importo_cent,
    data,
    canale,
    riferimento,
    posizione,
    stornato
   FROM verbali.pagamento;

CREATE VIEW verbali_v1.piano AS
 SELECT posizione,
    verbale,
    aspetta,
    via,
    proposta,
    perche,
    entro,
    dal,
    fatto
   FROM verbali.piano;

CREATE VIEW verbali_v1.posizione AS
 SELECT id,
    verbale,
    ordine,
    titolo,
    soggetto,
    giorno_zero,
    prova,
    prova_dubbia,
    chiusa,
    spese_cent,
    neopatentato
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

CREATE VIEW verbali_v1.registro_atteso AS
 SELECT id,
    verbale,
    posizione,
    registro,
    giorno
   FROM verbali.visura
  WHERE (stato = 'CHIESTA'::text);

COMMENT ON VIEW verbali_v1.registro_atteso IS 'Questions to the registers of the State without an answer; giorno: when they were asked.';

CREATE VIEW verbali_v1.ricerca AS
 SELECT id,
    anno,
    numero,
    lettera,
    targa,
    data_violazione,
    senza_ora,
    btrim(((luogo_indirizzo || ' '::text) || luogo_civico)) AS luogo,
    articoli,
    norme,
    procedura,
    debito,
    ricorso,
    importo_cent,
    versato_cent,
    data_notifica,
    scadenza_pagamento,
    reparto,
    fonte,
    to_tsvector('simple'::regconfig, translate(((((((luogo_indirizzo || ' '::text) || luogo_civico) || ' '::text) || luogo_chilometro) || ' '::text) || note), 'àèéìòùÀÈÉÌÒÙ’./-_@:<&+~%'::text, 'aeeiouAEEIOU            '::text)) AS parole,
    (data_violazione AT TIME ZONE 'UTC'::text) AS istante
   FROM verbali.verbale v;

CREATE VIEW verbali_v1.ricorso AS
 SELECT id,
    verbale,
    posizione,
    autorita,
    stato,
    presentato,
    deciso,
    notificato,
    importo_cent,
    riferimento
   FROM verbali.ricorso;

CREATE VIEW verbali_v1.scadenza AS
 SELECT verbale,
    posizione,
    tipo,
    giorno,
    fatta
   FROM verbali.scadenza;

CREATE VIEW verbali_v1.serie AS
 WITH RECURSIVE serie AS (
        ( SELECT anno,
            lettera
           FROM verbali.verbale v
          ORDER BY anno, lettera
         LIMIT 1)
        UNION ALL
         SELECT anno,
            lettera
           FROM (serie s_1
             CROSS JOIN LATERAL ( SELECT v.anno,
                    lettera
                   FROM verbali.verbale v
                  WHERE (ROW(anno, lettera) > ROW(anno, lettera))
                  ORDER BY anno, lettera
                 LIMIT 1) d)
        )
 SELECT anno,
    lettera,
    ( SELECT min(numero) AS min
           FROM verbali.verbale v
          WHERE ((anno = anno) AND (lettera = lettera))) AS primo,
    ( SELECT max(numero) AS max
           FROM verbali.verbale v
          WHERE ((anno = anno) AND (lettera = lettera))) AS ultimo,
    ( SELECT min((data_violazione AT TIME ZONE 'UTC'::text)) AS min
           FROM verbali.verbale v
          WHERE ((anno = anno) AND (lettera = lettera))) AS dal,
    ( SELECT max((data_violazione AT TIME ZONE 'UTC'::text)) AS max
           FROM verbali.verbale v
          WHERE ((anno = anno) AND (lettera = lettera))) AS al
   FROM serie s;

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

CREATE VIEW verbali_v1.targa_attesa AS
 SELECT verbale,
    id AS posizione,
    registrato AS quando
   FROM ((verbali.posizione p
     JOIN verbali.verbale v ON ((v.id = p.verbale)))
     JOIN LATERAL ( SELECT x.tipo,
            registrato
           FROM verbali.evento x
          WHERE ((verbale = verbale) AND (tipo = ANY (ARRAY['INTESTATARIO_RICHIESTO'::text, 'INTESTATARIO_TROVATO'::text, 'INTESTATARIO_ANOMALO'::text])))
          ORDER BY sequenza DESC
         LIMIT 1) e ON ((tipo = 'INTESTATARIO_RICHIESTO'::text)))
  WHERE ((soggetto IS NULL) AND (chiusa = ''::text) AND (procedura <> ALL (ARRAY['DEFINITO'::text, 'SCARTATO'::text, 'ARCHIVIATO'::text, 'ANNULLATO_AUTOTUTELA'::text, 'ESTINTO_TERMINI'::text, 'ESTINTO_DECESSO'::text])));

COMMENT ON VIEW verbali_v1.targa_attesa IS 'Positions without a person, whose plate a register of vehicles was asked about and has not answered; quando: when it was asked.';

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
    note,
    senza_ora,
    importato,
    articoli,
    norme,
    versato_cent,
    eccedenza_cent,
    rimborsato_cent,
    sgravato_cent,
    prezzo_cent,
    residuo_cent,
    targa_scritta
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
    limite_decimi,
    periodi,
    tariffa_cent,
    conseguenze,
    dubbio,
    candidati,
    alternative,
    versione_tabella
   FROM verbali.violazione;

CREATE VIEW verbali_v1.voce AS
 SELECT id,
    lotto,
    verbale,
    posizione,
    ordine,
    stato,
    motivo,
    documento,
    file,
    pagina_da,
    pagina_a
   FROM verbali.voce;

ALTER TABLE ONLY verbali.anomalia
    ADD CONSTRAINT anomalia_pkey PRIMARY KEY (id);

ALTER TABLE ONLY verbali.avviso
    ADD CONSTRAINT avviso_codice_fiscale_ente_numero_avviso_key UNIQUE (codice_fiscale_ente, numero_avviso);

ALTER TABLE ONLY verbali.avviso
    ADD CONSTRAINT avviso_pkey PRIMARY KEY (id);

ALTER TABLE ONLY verbali.cancellazione
    ADD CONSTRAINT cancellazione_pkey PRIMARY KEY (posizione);

ALTER TABLE ONLY verbali.chiave_numeri
    ADD CONSTRAINT chiave_numeri_pkey PRIMARY KEY (unica);

ALTER TABLE ONLY verbali.documento
    ADD CONSTRAINT documento_pkey PRIMARY KEY (id);

ALTER TABLE ONLY verbali.esito_postale
    ADD CONSTRAINT esito_postale_pkey PRIMARY KEY (id);

ALTER TABLE ONLY verbali.esito_postale_riga
    ADD CONSTRAINT esito_postale_riga_pkey PRIMARY KEY (esito, ordine);

ALTER TABLE ONLY verbali.esito_postale
    ADD CONSTRAINT esito_postale_sha256_key UNIQUE (sha256);

ALTER TABLE ONLY verbali.evento
    ADD CONSTRAINT evento_pkey PRIMARY KEY (verbale, sequenza);

ALTER TABLE ONLY verbali.file_cancellato
    ADD CONSTRAINT file_cancellato_pkey PRIMARY KEY (impronta);

ALTER TABLE ONLY verbali.importazione
    ADD CONSTRAINT importazione_pkey PRIMARY KEY (id);

ALTER TABLE ONLY verbali.lotto_file
    ADD CONSTRAINT lotto_file_pkey PRIMARY KEY (lotto, nome);

ALTER TABLE ONLY verbali.lotto
    ADD CONSTRAINT lotto_pkey PRIMARY KEY (id);

ALTER TABLE ONLY verbali.notifica
    ADD CONSTRAINT notifica_pkey PRIMARY KEY (id);

ALTER TABLE ONLY verbali.numerazione
    ADD CONSTRAINT numerazione_pkey PRIMARY KEY (anno, lettera);

ALTER TABLE ONLY verbali.numero_avviso
    ADD CONSTRAINT numero_avviso_pkey PRIMARY KEY (intervallo);

ALTER TABLE ONLY verbali.numero_raccomandata
    ADD CONSTRAINT numero_raccomandata_pkey PRIMARY KEY (intervallo);

ALTER TABLE ONLY verbali.pagamento
    ADD CONSTRAINT pagamento_canale_riferimento_key UNIQUE (canale, riferimento);

ALTER TABLE ONLY verbali.pagamento
    ADD CONSTRAINT pagamento_pkey PRIMARY KEY (id);

ALTER TABLE ONLY verbali.piano_notte
    ADD CONSTRAINT piano_notte_pkey PRIMARY KEY (giorno);

ALTER TABLE ONLY verbali.piano
    ADD CONSTRAINT piano_pkey PRIMARY KEY (posizione);

ALTER TABLE ONLY verbali.posizione
    ADD CONSTRAINT posizione_pkey PRIMARY KEY (id);

ALTER TABLE ONLY verbali.posizione
    ADD CONSTRAINT posizione_verbale_ordine_key UNIQUE (verbale, ordine);

ALTER TABLE ONLY verbali.registro
    ADD CONSTRAINT registro_pkey PRIMARY KEY (posizione);

ALTER TABLE ONLY verbali.ricevuto
    ADD CONSTRAINT ricevuto_pkey PRIMARY KEY (consumatore, id);

ALTER TABLE ONLY verbali.ricorso
    ADD CONSTRAINT ricorso_pkey PRIMARY KEY (id);

ALTER TABLE ONLY verbali.scadenza
    ADD CONSTRAINT scadenza_pkey PRIMARY KEY (posizione, tipo);

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

ALTER TABLE ONLY verbali.visura
    ADD CONSTRAINT visura_pkey PRIMARY KEY (id);

ALTER TABLE ONLY verbali.voce
    ADD CONSTRAINT voce_pkey PRIMARY KEY (id);

CREATE INDEX anomalia_verbale ON verbali.anomalia USING btree (verbale) WHERE (chiusa IS NULL);

CREATE INDEX avviso_iuv ON verbali.avviso USING btree (iuv);

CREATE INDEX avviso_verbale ON verbali.avviso USING btree (verbale);

CREATE INDEX cancellazione_verbale ON verbali.cancellazione USING btree (verbale) WHERE (verbale IS NOT NULL);

CREATE UNIQUE INDEX documento_atto ON verbali.documento USING btree (posizione) WHERE (tipo = 'ATTO'::text);

COMMENT ON INDEX verbali.documento_atto IS 'The act in force of a position: one. What another has taken the place of is SUPERATO.';

CREATE UNIQUE INDEX documento_codice_ag ON verbali.documento USING btree (codice_ag) WHERE (codice_ag <> ''::text);

CREATE INDEX documento_foto ON verbali.documento USING btree (creato) WHERE ((tipo = ANY (ARRAY['ALLEGATO'::text, 'PROVA'::text])) AND (mime ~~ 'image/%'::text) AND (sha256 <> repeat('0'::text, 64)));

CREATE INDEX documento_verbale ON verbali.documento USING btree (verbale);

CREATE INDEX esito_postale_riga_stato ON verbali.esito_postale_riga USING btree (esito, stato, ordine);

CREATE INDEX esito_postale_riga_verbale ON verbali.esito_postale_riga USING btree (verbale) WHERE (verbale IS NOT NULL);

CREATE UNIQUE INDEX evento_idempotenza ON verbali.evento USING btree (verbale, idempotenza) WHERE (idempotenza <> ''::text);

CREATE UNIQUE INDEX lotto_aperto ON verbali.lotto USING btree (tipo) WHERE (automatico AND (stato = 'BOZZA'::text));

CREATE INDEX lotto_creato ON verbali.lotto USING btree (creato DESC, id DESC);

CREATE UNIQUE INDEX lotto_nome ON verbali.lotto USING btree (nome) WHERE (nome <> ''::text);

CREATE UNIQUE INDEX lotto_riprova ON verbali.lotto USING btree (origine) WHERE (stato <> 'ANNULLATO'::text);

CREATE INDEX notifica_verbale ON verbali.notifica USING btree (verbale);

CREATE INDEX pagamento_verbale ON verbali.pagamento USING btree (verbale);

CREATE INDEX piano_aspetta ON verbali.piano USING btree (aspetta, via, proposta, entro);

CREATE INDEX piano_entro ON verbali.piano USING btree (entro, posizione);

CREATE INDEX piano_verbale ON verbali.piano USING btree (verbale);

CREATE INDEX posizione_da_notificare ON verbali.posizione USING btree (verbale) WHERE ((giorno_zero IS NULL) AND (chiusa = ''::text));

CREATE INDEX posizione_senza_soggetto ON verbali.posizione USING btree (verbale) WHERE ((soggetto IS NULL) AND (chiusa = ''::text));

CREATE INDEX posizione_soggetto ON verbali.posizione USING btree (soggetto);

CREATE INDEX registro_oggetto ON verbali.registro USING btree (oggetto_tipo, oggetto);

CREATE INDEX registro_quando ON verbali.registro USING brin (quando);

CREATE INDEX ricevuto_quando ON verbali.ricevuto USING btree (quando);

CREATE INDEX ricorso_verbale ON verbali.ricorso USING btree (verbale);

CREATE INDEX scadenza_aperta ON verbali.scadenza USING btree (giorno, verbale) WHERE (fatta IS NULL);

CREATE INDEX scadenza_verbale ON verbali.scadenza USING btree (verbale);

CREATE INDEX soggetto_codice_fiscale ON verbali.soggetto USING btree (codice_fiscale) WHERE (codice_fiscale <> ''::text);

CREATE INDEX soggetto_codice_fiscale_maiuscolo ON verbali.soggetto USING btree (upper(codice_fiscale)) WHERE (codice_fiscale <> ''::text);

CREATE INDEX verbale_agenti ON verbali.verbale USING gin (agenti);

CREATE UNIQUE INDEX verbale_chiave_propria ON verbali.verbale USING btree (fonte, id_esterno) WHERE ((integratore IS NULL) AND (id_esterno IS NOT NULL));

CREATE INDEX verbale_conservabile ON verbali.verbale USING btree (verbali.verbale_concluso(procedura, debito, punti, ricorso, riscossione), inserito) WHERE (cancellato IS NULL);

CREATE INDEX verbale_data ON verbali.verbale USING btree (data_violazione DESC, id DESC);

CREATE INDEX verbale_debito ON verbali.verbale USING btree (debito, (data_violazione AT TIME ZONE 'UTC'::text) DESC, id DESC);

CREATE INDEX verbale_fonte ON verbali.verbale USING btree (fonte, (data_violazione AT TIME ZONE 'UTC'::text) DESC, id DESC);

CREATE INDEX verbale_importo ON verbali.verbale USING btree (importo_cent);

CREATE INDEX verbale_notificato ON verbali.verbale USING btree (data_notifica) WHERE (data_notifica IS NOT NULL);

CREATE INDEX verbale_numero ON verbali.verbale USING btree (numero);

CREATE INDEX verbale_parole ON verbali.verbale USING gin (articoli, to_tsvector('simple'::regconfig, translate(((((((luogo_indirizzo || ' '::text) || luogo_civico) || ' '::text) || luogo_chilometro) || ' '::text) || note), 'àèéìòùÀÈÉÌÒÙ’./-_@:<&+~%'::text, 'aeeiouAEEIOU            '::text))) WITH (gin_pending_list_limit='1024');

CREATE INDEX verbale_procedura ON verbali.verbale USING btree (procedura, (data_violazione AT TIME ZONE 'UTC'::text) DESC, id DESC);

CREATE INDEX verbale_reparto ON verbali.verbale USING btree (reparto, (data_violazione AT TIME ZONE 'UTC'::text) DESC, id DESC);

CREATE INDEX verbale_ricorso ON verbali.verbale USING btree (ricorso, (data_violazione AT TIME ZONE 'UTC'::text) DESC, id DESC) WHERE (ricorso <> 'NESSUNO'::text);

CREATE INDEX verbale_scade ON verbali.verbale USING btree (scadenza_pagamento) WHERE (scadenza_pagamento IS NOT NULL);

CREATE INDEX verbale_serie ON verbali.verbale USING btree (anno, lettera, (data_violazione AT TIME ZONE 'UTC'::text) DESC, id DESC);

CREATE INDEX verbale_targa ON verbali.verbale USING btree (targa, data_violazione DESC);

CREATE INDEX verbale_variato ON verbali.verbale USING btree (integratore) WHERE ((variazione IS NULL) AND (integratore IS NOT NULL));

CREATE INDEX verbale_variazione ON verbali.verbale USING btree (integratore, variazione) WHERE (variazione IS NOT NULL);

CREATE INDEX visura_attesa ON verbali.visura USING btree (stato, id) WHERE (stato = ANY (ARRAY['CHIESTA'::text, 'CONFLITTO'::text]));

CREATE INDEX visura_domicilio ON verbali.visura USING btree (posizione) WHERE ((registro = 'DOMICILIO_DIGITALE'::text) AND (stato = 'TROVATA'::text));

CREATE INDEX visura_verbale ON verbali.visura USING btree (verbale);

CREATE UNIQUE INDEX voce_in_attesa ON verbali.voce USING btree (tipo, posizione) WHERE (stato = 'IN_ATTESA'::text);

CREATE UNIQUE INDEX voce_ordine ON verbali.voce USING btree (lotto, ordine);

CREATE INDEX voce_verbale ON verbali.voce USING btree (verbale);

CREATE TRIGGER cancellazione_solo_aggiunte BEFORE DELETE OR UPDATE OR TRUNCATE ON verbali.cancellazione FOR EACH STATEMENT EXECUTE FUNCTION verbali.solo_aggiunte();

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

ALTER TABLE ONLY verbali.esito_postale_riga
    ADD CONSTRAINT esito_postale_riga_esito_fkey FOREIGN KEY (esito) REFERENCES verbali.esito_postale(id);

ALTER TABLE ONLY verbali.esito_postale_riga
    ADD CONSTRAINT esito_postale_riga_posizione_fkey FOREIGN KEY (posizione) REFERENCES verbali.posizione(id);

ALTER TABLE ONLY verbali.esito_postale_riga
    ADD CONSTRAINT esito_postale_riga_verbale_fkey FOREIGN KEY (verbale) REFERENCES verbali.verbale(id);

ALTER TABLE ONLY verbali.evento
    ADD CONSTRAINT evento_posizione_fkey FOREIGN KEY (posizione) REFERENCES verbali.posizione(id);

ALTER TABLE ONLY verbali.evento
    ADD CONSTRAINT evento_verbale_fkey FOREIGN KEY (verbale) REFERENCES verbali.verbale(id);

ALTER TABLE ONLY verbali.lotto_file
    ADD CONSTRAINT lotto_file_lotto_fkey FOREIGN KEY (lotto) REFERENCES verbali.lotto(id);

ALTER TABLE ONLY verbali.lotto
    ADD CONSTRAINT lotto_origine_fkey FOREIGN KEY (origine) REFERENCES verbali.lotto(id);

ALTER TABLE ONLY verbali.notifica
    ADD CONSTRAINT notifica_posizione_fkey FOREIGN KEY (posizione) REFERENCES verbali.posizione(id);

ALTER TABLE ONLY verbali.notifica
    ADD CONSTRAINT notifica_verbale_fkey FOREIGN KEY (verbale) REFERENCES verbali.verbale(id);

ALTER TABLE ONLY verbali.pagamento
    ADD CONSTRAINT pagamento_avviso_fkey FOREIGN KEY (avviso) REFERENCES verbali.avviso(id);

ALTER TABLE ONLY verbali.pagamento
    ADD CONSTRAINT pagamento_posizione_fkey FOREIGN KEY (posizione) REFERENCES verbali.posizione(id);

ALTER TABLE ONLY verbali.pagamento
    ADD CONSTRAINT pagamento_verbale_fkey FOREIGN KEY (verbale) REFERENCES verbali.verbale(id);

ALTER TABLE ONLY verbali.posizione
    ADD CONSTRAINT posizione_soggetto_fkey FOREIGN KEY (soggetto) REFERENCES verbali.soggetto(id);

ALTER TABLE ONLY verbali.posizione
    ADD CONSTRAINT posizione_verbale_fkey FOREIGN KEY (verbale) REFERENCES verbali.verbale(id);

ALTER TABLE ONLY verbali.ricorso
    ADD CONSTRAINT ricorso_posizione_fkey FOREIGN KEY (posizione) REFERENCES verbali.posizione(id);

ALTER TABLE ONLY verbali.ricorso
    ADD CONSTRAINT ricorso_verbale_fkey FOREIGN KEY (verbale) REFERENCES verbali.verbale(id);

ALTER TABLE ONLY verbali.scadenza
    ADD CONSTRAINT scadenza_posizione_fkey FOREIGN KEY (posizione) REFERENCES verbali.posizione(id);

ALTER TABLE ONLY verbali.scadenza
    ADD CONSTRAINT scadenza_verbale_fkey FOREIGN KEY (verbale) REFERENCES verbali.verbale(id);

ALTER TABLE ONLY verbali.violazione
    ADD CONSTRAINT violazione_verbale_fkey FOREIGN KEY (verbale) REFERENCES verbali.verbale(id);

ALTER TABLE ONLY verbali.visura
    ADD CONSTRAINT visura_posizione_fkey FOREIGN KEY (posizione) REFERENCES verbali.posizione(id);

ALTER TABLE ONLY verbali.visura
    ADD CONSTRAINT visura_soggetto_fkey FOREIGN KEY (soggetto) REFERENCES verbali.soggetto(id);

ALTER TABLE ONLY verbali.visura
    ADD CONSTRAINT visura_verbale_fkey FOREIGN KEY (verbale) REFERENCES verbali.verbale(id);

ALTER TABLE ONLY verbali.voce
    ADD CONSTRAINT voce_documento_fkey FOREIGN KEY (documento) REFERENCES verbali.documento(id);

ALTER TABLE ONLY verbali.voce
    ADD CONSTRAINT voce_lotto_fkey FOREIGN KEY (lotto) REFERENCES verbali.lotto(id);

ALTER TABLE ONLY verbali.voce
    ADD CONSTRAINT voce_posizione_fkey FOREIGN KEY (posizione) REFERENCES verbali.posizione(id);

ALTER TABLE ONLY verbali.voce
    ADD CONSTRAINT voce_verbale_fkey FOREIGN KEY (verbale) REFERENCES verbali.verbale(id);
