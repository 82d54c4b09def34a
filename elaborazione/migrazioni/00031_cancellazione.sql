-- +goose Up
-- +goose StatementBegin
CREATE FUNCTION oscura(testo text) RETURNS text LANGUAGE sql IMMUTABLE SET search_path = verbali, pg_temp AS $$
    SELECT CASE WHEN testo IS NULL OR testo IN ('', 'CONTESTAZIONE', 'POSIZIONE_CHIUSA') THEN testo ELSE '[CANCELLATO]' END
$$;
-- +goose StatementEnd
COMMENT ON FUNCTION oscura(text) IS 'The fixed mark for a text that people wrote; what the program itself writes there stays, or a replay would differ.';

-- +goose StatementBegin
CREATE FUNCTION oscura_canale(testo text) RETURNS text LANGUAGE sql IMMUTABLE SET search_path = verbali, pg_temp AS $$
    SELECT CASE WHEN testo IS NULL OR testo IN ('', 'PAGOPA', 'POSTA', 'BANCA', 'CONTANTI', 'CARTA', 'ASSEGNO', 'IMPORTAZIONE', 'ALTRO',
        'MANI', 'MESSO', 'POSTA_CONSEGNA', 'POSTA_DEPOSITO', 'PEC', 'SEND', 'SEND_DIGITALE', 'SEND_CASELLA_SATURA', 'SEND_CARTACEO')
        THEN testo ELSE 'ALTRO' END
$$;
-- +goose StatementEnd
COMMENT ON FUNCTION oscura_canale(text) IS 'A channel: callers of old wrote what they liked there.';

-- Every text of the data of an event goes, unless its key is one of those that hold a code, a word of the vocabulary or a
-- sentence of the law, or it is an id or a day: a text that a later release adds goes too.
-- +goose StatementBegin
CREATE FUNCTION oscura_dati(tipo text, chiave text, dentro jsonb, valore jsonb) RETURNS jsonb
LANGUAGE plpgsql IMMUTABLE SET search_path = verbali, pg_temp AS $$
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
END $$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE FUNCTION trattenuto(cosa uuid) RETURNS boolean LANGUAGE plpgsql STABLE SET search_path = verbali, pg_temp AS $$
BEGIN
    RETURN EXISTS (SELECT 1 FROM core_v1.trattenuto t WHERE t.verbale = cosa
        OR t.persona IN (SELECT encode(sha256(convert_to(upper(s.codice_fiscale), 'UTF8')), 'hex')
            FROM posizione p JOIN soggetto s ON s.id = p.soggetto WHERE p.verbale = cosa AND s.codice_fiscale <> ''));
END $$;
-- +goose StatementEnd
COMMENT ON FUNCTION trattenuto(uuid) IS 'A hold, or a request that waits, keeps the fine or one of its persons.';

-- The files that a fine has named are told before their names go; the sweep deletes those that nothing names any more.
-- +goose StatementBegin
CREATE FUNCTION oscura_documenti(quali uuid[]) RETURNS void LANGUAGE plpgsql SET search_path = verbali, pg_temp AS $$
BEGIN
    INSERT INTO file_cancellato (impronta) SELECT DISTINCT sha256 FROM documento WHERE id = ANY (quali) AND sha256 <> repeat('0', 64)
        ON CONFLICT DO NOTHING;
    UPDATE documento SET nome = oscura(nome), sha256 = repeat('0', 64), codice_ag = '' WHERE id = ANY (quali);
END $$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE FUNCTION oscura_pacchetti(quali uuid[]) RETURNS void LANGUAGE plpgsql SET search_path = verbali, pg_temp AS $$
BEGIN
    INSERT INTO file_cancellato (impronta) SELECT DISTINCT sha256 FROM lotto_file WHERE lotto = ANY (quali) AND sha256 <> repeat('0', 64)
        ON CONFLICT DO NOTHING;
    UPDATE lotto_file SET sha256 = repeat('0', 64) WHERE lotto = ANY (quali) AND sha256 <> repeat('0', 64);
END $$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE FUNCTION oscura_esiti(quali uuid[]) RETURNS void LANGUAGE plpgsql SET search_path = verbali, pg_temp AS $$
BEGIN
    INSERT INTO file_cancellato (impronta) SELECT DISTINCT sha256 FROM esito_postale WHERE id = ANY (quali) AND sha256 NOT LIKE 'tolto %'
        ON CONFLICT DO NOTHING;
    UPDATE esito_postale_riga SET celle = '{}', motivo = oscura(motivo) WHERE esito = ANY (quali);
    UPDATE esito_postale SET sha256 = 'tolto ' || sha256, motivo = oscura(motivo) WHERE id = ANY (quali) AND sha256 NOT LIKE 'tolto %';
END $$;
-- +goose StatementEnd

-- A person is a row for each time that a fine named her; one that another fine names still stays.
-- +goose StatementBegin
CREATE FUNCTION oscura_persone(cosa uuid) RETURNS void LANGUAGE plpgsql SET search_path = verbali, pg_temp AS $$
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
-- +goose StatementEnd

-- The persons leave a fine, from events and tables by the same rule, so that a replay gives what the tables hold; sums,
-- days, states, places and the row of the law stay.
-- +goose StatementBegin
CREATE FUNCTION oscura_verbale(cosa uuid) RETURNS void LANGUAGE plpgsql SET search_path = verbali, pg_temp AS $$
BEGIN
    PERFORM oscura_persone(cosa);
    PERFORM oscura_documenti(ARRAY(SELECT id FROM documento WHERE verbale = cosa));
    UPDATE verbale SET cancellato = now(), targa = oscura(targa), note = oscura(note), impronta = CASE WHEN impronta IS NOT NULL THEN sha256('') END,
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
        SELECT 1 FROM voce b JOIN verbale v ON v.id = b.verbale WHERE b.lotto = a.lotto AND (v.cancellato IS NULL OR trattenuto(v.id)))));
    PERFORM oscura_esiti(ARRAY(SELECT DISTINCT r.esito FROM esito_postale_riga r WHERE r.verbale = cosa AND NOT EXISTS (
        SELECT 1 FROM esito_postale_riga a JOIN verbale v ON v.id = a.verbale WHERE a.esito = r.esito AND (v.cancellato IS NULL OR trattenuto(v.id)))));
END $$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE FUNCTION conserva(quale text, quanti integer) RETURNS TABLE (oggetto uuid, verbale uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = verbali, pg_temp AS $$
#variable_conflict use_column
DECLARE
    regola record;
    x record;
    tolte bigint;
BEGIN
    PERFORM pg_advisory_xact_lock(1977679241); -- one portion at a time judges its neighbours; a hold waits for it, and the next sees the hold
    SELECT c.id, now() - make_interval(months => c.mesi) AS prima INTO regola FROM core_v1.conservazione c WHERE c.classe = quale;
    IF NOT FOUND THEN
        RETURN;
    END IF;
    PERFORM set_config('verbali.cancellazione', 'verbali', true);
    IF quale = 'REGISTRO' THEN
        DELETE FROM registro r WHERE r.posizione IN (SELECT s.posizione FROM registro s WHERE s.quando < regola.prima
            AND NOT (s.oggetto_tipo = 'verbale' AND s.oggetto ~ '^[0-9a-f-]{36}$' AND trattenuto(s.oggetto::uuid)) ORDER BY s.posizione LIMIT quanti * 50);
        GET DIAGNOSTICS tolte = ROW_COUNT;
        IF tolte > 0 THEN
            INSERT INTO cancellazione (classe, regola, righe) VALUES (quale, regola.id, tolte);
            RETURN QUERY SELECT NULL::uuid, NULL::uuid;
        END IF;
    ELSIF quale IN ('PACCHETTI', 'ESITI_POSTALI') THEN
        FOR x IN SELECT c.oggetto FROM verbali_v1.conservabile c WHERE c.classe = quale AND c.dal < regola.prima
            AND NOT EXISTS (SELECT 1 FROM voce v WHERE v.lotto = c.oggetto AND trattenuto(v.verbale))
            AND NOT EXISTS (SELECT 1 FROM esito_postale_riga r WHERE r.esito = c.oggetto AND r.verbale IS NOT NULL AND trattenuto(r.verbale))
            ORDER BY c.dal LIMIT quanti LOOP
            IF quale = 'PACCHETTI' THEN PERFORM oscura_pacchetti(ARRAY[x.oggetto]); ELSE PERFORM oscura_esiti(ARRAY[x.oggetto]); END IF;
            INSERT INTO cancellazione (classe, regola, oggetto) VALUES (quale, regola.id, x.oggetto);
            RETURN QUERY SELECT x.oggetto, NULL::uuid;
        END LOOP;
    ELSE
        FOR x IN SELECT c.oggetto, v.id AS verbale FROM verbali_v1.conservabile c JOIN verbale v ON v.id = c.verbale
            WHERE c.classe = quale AND c.dal < regola.prima AND NOT trattenuto(v.id) ORDER BY c.dal LIMIT quanti FOR UPDATE OF v SKIP LOCKED LOOP
            -- What happened while the row was being locked is seen by a new statement.
            CONTINUE WHEN NOT EXISTS (SELECT 1 FROM verbali_v1.conservabile c WHERE c.classe = quale AND c.oggetto = x.oggetto AND c.dal < regola.prima)
                OR trattenuto(x.verbale);
            IF quale = 'FOTO' THEN PERFORM oscura_foto(x.verbale, x.oggetto); ELSE PERFORM oscura_verbale(x.verbale); END IF;
            INSERT INTO cancellazione (classe, regola, oggetto, verbale) VALUES (quale, regola.id, x.oggetto, x.verbale);
            RETURN QUERY SELECT x.oggetto, x.verbale;
        END LOOP;
    END IF;
    PERFORM set_config('verbali.cancellazione', '', true);
END $$;
-- +goose StatementEnd
COMMENT ON FUNCTION conserva(text, integer) IS 'Deletes some of what the confirmed rule of a kind reaches; what it gives was deleted. Without a confirmed rule nothing goes.';

-- +goose StatementBegin
CREATE FUNCTION oscura_foto(cosa uuid, foto uuid) RETURNS void LANGUAGE plpgsql SET search_path = verbali, pg_temp AS $$
BEGIN
    PERFORM oscura_documenti(ARRAY[foto]);
    UPDATE evento SET dati = jsonb_set(dati, '{documento}', (dati -> 'documento') || jsonb_build_object('nome', '[CANCELLATO]', 'sha256', repeat('0', 64)))
        WHERE verbale = cosa AND dati #>> '{documento,id}' = foto::text;
END $$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE FUNCTION ripeti_cancellazione(quale text, cosa uuid) RETURNS text LANGUAGE plpgsql SET search_path = verbali, pg_temp AS $$
DECLARE gia timestamptz;
BEGIN
    PERFORM pg_advisory_xact_lock(1977679241); -- one portion at a time judges its neighbours; a hold waits for it, and the next sees the hold
    SELECT cancellato INTO gia FROM verbale WHERE id = cosa FOR UPDATE;
    CASE
    WHEN NOT FOUND THEN RETURN 'ASSENTE';
    WHEN gia IS NOT NULL THEN RETURN 'GIA_CANCELLATO';
    WHEN trattenuto(cosa) THEN RETURN 'TRATTENUTO';
    ELSE
        PERFORM set_config('verbali.cancellazione', 'verbali', true);
        PERFORM oscura_verbale(cosa);
        INSERT INTO cancellazione (classe, oggetto, verbale) VALUES (quale, cosa, cosa);
        PERFORM set_config('verbali.cancellazione', '', true);
        RETURN 'CANCELLATO';
    END CASE;
END $$;
-- +goose StatementEnd
COMMENT ON FUNCTION ripeti_cancellazione(text, uuid) IS 'After a restore: erases again a fine that had been erased. It asks for no rule, so the owner alone may call it.';

-- What may be called is in diritti.sql, and nothing else.
REVOKE ALL ON FUNCTION oscura_dati(text, text, jsonb, jsonb), trattenuto(uuid), oscura_documenti(uuid[]), oscura_pacchetti(uuid[]), oscura_esiti(uuid[]), oscura_persone(uuid), oscura_verbale(uuid), oscura_foto(uuid, uuid), ripeti_cancellazione(text, uuid), conserva(text, integer)
    FROM PUBLIC;
