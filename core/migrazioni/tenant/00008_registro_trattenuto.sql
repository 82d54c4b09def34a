-- +goose Up
-- A line about a fine says of which, so that a preview counts those that holds keep back.
CREATE OR REPLACE VIEW core_v1.conservabile AS
    SELECT 'LAVORI_MORTI'::text AS classe, id AS oggetto, verbale, morto AS dal FROM lavoro_morto WHERE corpo <> '{}'::jsonb OR grezzo IS NOT NULL
    UNION ALL SELECT 'RETTIFICHE', id, verbale, decisa FROM rettifica WHERE decisa IS NOT NULL AND testo <> '[CANCELLATO]'
    UNION ALL SELECT 'REGISTRO', NULL, CASE WHEN oggetto_tipo = 'verbale' AND oggetto ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN oggetto::uuid END, quando FROM registro;
