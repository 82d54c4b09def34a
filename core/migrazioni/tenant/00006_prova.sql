-- +goose Up
ALTER TABLE rettifica ADD COLUMN prova text NOT NULL DEFAULT '';
COMMENT ON COLUMN rettifica.prova IS 'What the person showed: protocol, papers.';

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION oscura_rettifiche(quali uuid[]) RETURNS void LANGUAGE sql SET search_path = core, pg_temp AS $$
    UPDATE rettifica SET codice_fiscale = '', richiedente = '[CANCELLATO]', testo = '[CANCELLATO]', prova = CASE prova WHEN '' THEN '' ELSE '[CANCELLATO]' END,
        prorogata = CASE prorogata WHEN '' THEN '' ELSE '[CANCELLATO]' END, motivo = CASE motivo WHEN '' THEN '' ELSE '[CANCELLATO]' END
    WHERE id = ANY (quali) AND stato <> 'RICEVUTA'
$$;
-- +goose StatementEnd
