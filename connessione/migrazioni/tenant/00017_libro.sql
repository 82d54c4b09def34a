-- +goose Up
-- Who asked what is written in the book, whose table is that of every schema that asks outside; its costs are thousandths of a euro.
-- spina: libro.sql
INSERT INTO libro (id, quando, tipo, attore, motivo, nota, verbale, codice_fiscale, risposta, esito, fonte, riuso, costi)
    SELECT id, quando, tipo, attore, motivo, nota, verbale, codice_fiscale, risposta, esito, fonte, riuso, CASE
        WHEN costi <> '{}' THEN (SELECT jsonb_object_agg(k.key, k.value::bigint * 10) FROM jsonb_each_text(costi) k)
        WHEN costo_cent > 0 THEN jsonb_build_object(coalesce(nullif(fonte, ''), 'NON_INDICATO'), costo_cent * 10)
        WHEN fonte <> '' AND NOT riuso AND (tipo <> 'VERIFICA' OR esito IN ('CONFERMATO', 'NON_CONFERMATO')) THEN jsonb_build_object(fonte, 0)
        ELSE '{}' END
    FROM interrogazione;

CREATE OR REPLACE VIEW connessione_v1.conservabile AS
    SELECT 'REGISTRO'::text AS classe, NULL::uuid AS oggetto,
        CASE WHEN oggetto_tipo = 'verbale' AND oggetto ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN oggetto::uuid END AS verbale, quando AS dal FROM registro
    UNION ALL SELECT 'REGISTRO', NULL, i.verbale, i.quando FROM libro i
        WHERE NOT EXISTS (SELECT FROM visura v WHERE v.id = i.risposta AND v.cancellata IS NULL)
            AND NOT EXISTS (SELECT FROM domicilio d WHERE d.id = i.risposta AND d.cancellata IS NULL)
    UNION ALL SELECT 'CONSULTAZIONI_ANONIME', NULL, NULL, quando FROM registro WHERE attore = 'anonimo'
    UNION ALL SELECT 'INTERROGAZIONI', r.id, (SELECT i.verbale FROM libro i WHERE i.risposta = r.id AND i.verbale IS NOT NULL ORDER BY i.quando DESC LIMIT 1),
            coalesce(r.alle, r.giorno::timestamp AT TIME ZONE 'Europe/Rome')
        FROM (SELECT id, alle, giorno FROM visura WHERE cancellata IS NULL UNION ALL SELECT id, alle, giorno FROM domicilio WHERE cancellata IS NULL) r
    UNION ALL SELECT 'INTERROGAZIONI', id, verbale, quando FROM elenco;

-- The functions that read and erased interrogazione do the same with libro, whose columns have the same names.
-- +goose StatementBegin
DO $$
DECLARE
    f regprocedure;
BEGIN
    FOREACH f IN ARRAY ARRAY['oscura_registri(uuid[])', 'cancella_verbale(uuid)', 'conserva(text, integer)', 'interrogazione_libera(uuid, text)']::regprocedure[] LOOP
        EXECUTE regexp_replace(pg_get_functiondef(f), '\minterrogazione\M', 'libro', 'g');
    END LOOP;
END $$;
-- +goose StatementEnd

DROP VIEW connessione_v1.interrogazione;
DROP TABLE interrogazione;
ALTER TABLE domicilio DROP COLUMN costo_cent;
ALTER TABLE visura DROP COLUMN costo_cent;
CREATE VIEW connessione_v1.libro AS
    SELECT id, quando, tipo, attore, motivo, nota, verbale, codice_fiscale, risposta, esito, fonte, riuso, costi,
        (SELECT coalesce(sum(k.value::bigint), 0) FROM jsonb_each_text(costi) k)::bigint AS costo_millesimi
    FROM libro;
