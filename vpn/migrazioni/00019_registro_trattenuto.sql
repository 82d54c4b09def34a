-- +goose Up
-- A line about a fine says of which, so that a preview counts those that holds keep back.
CREATE OR REPLACE VIEW vpn_v1.conservabile AS
    SELECT 'REGISTRO'::text AS classe, NULL::uuid AS oggetto,
        CASE WHEN oggetto_tipo = 'verbale' AND oggetto ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN oggetto::uuid END AS verbale, quando AS dal FROM registro
    UNION ALL SELECT 'INDAGINI', id, verbale, quando FROM indagine WHERE cancellata IS NULL;
