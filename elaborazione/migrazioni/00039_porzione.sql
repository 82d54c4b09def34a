-- +goose Up
-- When a fine is over is said once, for the view and for the index by which a portion finds the oldest.
-- +goose StatementBegin
CREATE FUNCTION verbale_concluso(procedura text, debito text, punti text, ricorso text, riscossione text) RETURNS text
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
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
-- +goose StatementEnd
COMMENT ON FUNCTION verbale_concluso(text, text, text, text, text) IS 'The kind of a fine that is over, for its term of conservation; null: somebody may still ask something of somebody.';

CREATE INDEX verbale_conservabile ON verbale (verbale_concluso(procedura, debito, punti, ricorso, riscossione), inserito) WHERE cancellato IS NULL;
CREATE INDEX documento_foto ON documento (creato) WHERE tipo IN ('ALLEGATO', 'PROVA') AND mime LIKE 'image/%' AND sha256 <> repeat('0', 64);

CREATE OR REPLACE VIEW verbali_v1.conservabile AS
    WITH concluso AS NOT MATERIALIZED (
        SELECT v.id, e.registrato AS dal, v.cancellato, verbale_concluso(v.procedura, v.debito, v.punti, v.ricorso, v.riscossione) AS classe
        FROM verbale v JOIN evento e ON e.verbale = v.id AND e.sequenza = v.sequenza
        WHERE verbale_concluso(v.procedura, v.debito, v.punti, v.ricorso, v.riscossione) IS NOT NULL
            AND NOT EXISTS (SELECT 1 FROM anomalia a WHERE a.verbale = v.id AND a.chiusa IS NULL)
    )
    SELECT classe, id AS oggetto, id AS verbale, dal FROM concluso WHERE cancellato IS NULL
    UNION ALL
    SELECT 'FOTO', d.id, d.verbale, c.dal FROM concluso c JOIN documento d ON d.verbale = c.id
        WHERE d.tipo IN ('ALLEGATO', 'PROVA') AND d.mime LIKE 'image/%' AND d.sha256 <> repeat('0', 64)
    UNION ALL
    SELECT 'PACCHETTI', l.id, NULL, l.finito FROM lotto l
        WHERE l.finito IS NOT NULL AND EXISTS (SELECT 1 FROM lotto_file f WHERE f.lotto = l.id AND f.sha256 <> repeat('0', 64))
    UNION ALL
    SELECT 'ESITI_POSTALI', p.id, NULL, p.finito FROM esito_postale p WHERE p.finito IS NOT NULL AND p.sha256 NOT LIKE 'tolto %'
    UNION ALL
    SELECT 'REGISTRO', NULL, CASE WHEN oggetto_tipo = 'verbale' AND oggetto ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN oggetto::uuid END, quando FROM registro;


-- +goose StatementBegin
CREATE OR REPLACE FUNCTION conserva(quale text, quanti integer) RETURNS TABLE (oggetto uuid, verbale uuid)
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
    ELSIF quale = 'FOTO' THEN
        FOR x IN SELECT d.id AS oggetto, v.id AS verbale FROM documento d JOIN verbale v ON v.id = d.verbale
            CROSS JOIN LATERAL (SELECT FROM verbali_v1.conservabile c WHERE c.classe = 'FOTO' AND c.oggetto = d.id AND c.dal < regola.prima LIMIT 1) c
            WHERE d.tipo IN ('ALLEGATO', 'PROVA') AND d.mime LIKE 'image/%' AND d.sha256 <> repeat('0', 64) AND d.creato < regola.prima
                AND NOT trattenuto(v.id) ORDER BY d.creato LIMIT quanti FOR UPDATE OF v SKIP LOCKED LOOP
            -- What happened while the row was being locked is seen by a new statement.
            CONTINUE WHEN NOT EXISTS (SELECT 1 FROM verbali_v1.conservabile c WHERE c.classe = quale AND c.oggetto = x.oggetto AND c.dal < regola.prima)
                OR trattenuto(x.verbale);
            PERFORM oscura_foto(x.verbale, x.oggetto);
            INSERT INTO cancellazione (classe, regola, oggetto, verbale) VALUES (quale, regola.id, x.oggetto, x.verbale);
            RETURN QUERY SELECT x.oggetto, x.verbale;
        END LOOP;
    ELSE
        -- No event is older than its fine: the index on the insertion reaches every fine whose term is over, and few others.
        FOR x IN SELECT v.id AS verbale FROM verbale v
            CROSS JOIN LATERAL (SELECT FROM verbali_v1.conservabile c WHERE c.classe = quale AND c.oggetto = v.id AND c.dal < regola.prima LIMIT 1) c
            WHERE verbale_concluso(v.procedura, v.debito, v.punti, v.ricorso, v.riscossione) = quale AND v.cancellato IS NULL
                AND v.inserito < regola.prima AND NOT trattenuto(v.id) ORDER BY v.inserito LIMIT quanti FOR UPDATE OF v SKIP LOCKED LOOP
            CONTINUE WHEN NOT EXISTS (SELECT 1 FROM verbali_v1.conservabile c WHERE c.classe = quale AND c.oggetto = x.verbale AND c.dal < regola.prima)
                OR trattenuto(x.verbale);
            PERFORM oscura_verbale(x.verbale);
            INSERT INTO cancellazione (classe, regola, oggetto, verbale) VALUES (quale, regola.id, x.verbale, x.verbale);
            RETURN QUERY SELECT x.verbale, x.verbale;
        END LOOP;
    END IF;
    PERFORM set_config('verbali.cancellazione', '', true);
END $$;
-- +goose StatementEnd
