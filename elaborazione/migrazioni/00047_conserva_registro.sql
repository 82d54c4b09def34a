-- +goose Up
-- What a rule takes of the audit is written once, in the spine: here it is called.
-- spina: conserva_registro.sql

-- What is held is asked of core, as every service does: core finds the persons of a hold by this index.
CREATE INDEX soggetto_codice_fiscale_maiuscolo ON soggetto (upper(codice_fiscale)) WHERE codice_fiscale <> '';

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION conserva(quale text, quanti integer) RETURNS TABLE (oggetto uuid, verbale uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = verbali, pg_temp AS $$
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
-- +goose StatementEnd

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION oscura_verbale(cosa uuid) RETURNS void LANGUAGE plpgsql SET search_path = verbali, pg_temp AS $$
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
        SELECT 1 FROM voce b JOIN verbale v ON v.id = b.verbale WHERE b.lotto = a.lotto AND (v.cancellato IS NULL OR v.id IN (SELECT t.verbale FROM core_v1.verbale_trattenuto t)))));
    PERFORM oscura_esiti(ARRAY(SELECT DISTINCT r.esito FROM esito_postale_riga r WHERE r.verbale = cosa AND NOT EXISTS (
        SELECT 1 FROM esito_postale_riga a JOIN verbale v ON v.id = a.verbale WHERE a.esito = r.esito AND (v.cancellato IS NULL OR v.id IN (SELECT t.verbale FROM core_v1.verbale_trattenuto t)))));
END $$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION ripeti_cancellazione(quale text, cosa uuid) RETURNS text LANGUAGE plpgsql SET search_path = verbali, pg_temp AS $$
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
-- +goose StatementEnd

DROP FUNCTION trattenuto(uuid);
