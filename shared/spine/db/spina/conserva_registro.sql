-- What a rule takes of the audit, the same in every schema: fifty lines for each thing that a portion may take, the oldest
-- first. Lines about a thing of the kind tipo whose id is among tenuti stay; di: those of one actor alone, null of all. Only
-- a function that erases may call it: it needs what that function says to the trigger of tables that only grow.
-- +goose StatementBegin
CREATE FUNCTION conserva_registro(quale text, regola uuid, prima timestamptz, quanti integer, tipo text, tenuti text[], di text DEFAULT NULL)
RETURNS bigint LANGUAGE plpgsql AS $$
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
-- +goose StatementEnd
COMMENT ON FUNCTION conserva_registro(text, uuid, timestamptz, integer, text, text[], text) IS 'Deletes lines of the audit that a rule reaches, writes down how many, and says it.';
REVOKE ALL ON FUNCTION conserva_registro(text, uuid, timestamptz, integer, text, text[], text) FROM PUBLIC;
