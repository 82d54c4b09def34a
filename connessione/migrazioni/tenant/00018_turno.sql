-- +goose Up
-- Who asks is a turn, as in every schema that asks outside: a row of domicilio or visura is an answer, and none is there before it.
-- spina: turno.sql
INSERT INTO turno (id, ambito, chiave, chi, fino, esterno)
    SELECT id, ambito, encode(sha256(convert_to(chiave || '|' || giorno, 'UTF8')), 'hex'), gen_random_uuid(), preso_fino, operazione
    FROM (SELECT 'domicilio' AS ambito, id, chiave, giorno, preso_fino, operazione FROM domicilio WHERE stato = 'CHIESTO' AND cancellata IS NULL
        UNION ALL SELECT 'visura', id, chiave, giorno, preso_fino, operazione FROM visura WHERE stato = 'CHIESTO' AND cancellata IS NULL) d;
INSERT INTO turno (id, ambito, chiave, chi, fino)
    SELECT gen_random_uuid(), 'sequenza', registro, coalesce(preso_da, gen_random_uuid()), preso_fino FROM sequenza WHERE preso_fino > clock_timestamp();

-- +goose StatementBegin
DO $$
BEGIN
    EXECUTE regexp_replace(pg_get_functiondef('conserva_interrogazioni(timestamptz, uuid, integer)'::regprocedure),
        '\s+DELETE FROM \w+ WHERE id = x\.id AND stato = ''CHIESTO'';', '', 'g');
END $$;
-- +goose StatementEnd

DELETE FROM domicilio WHERE stato = 'CHIESTO';
DELETE FROM visura WHERE stato = 'CHIESTO';
DROP VIEW connessione_v1.domicilio, connessione_v1.visura;
ALTER TABLE domicilio DROP COLUMN stato, DROP COLUMN preso_fino;
ALTER TABLE visura DROP COLUMN stato, DROP COLUMN preso_fino;
ALTER TABLE sequenza DROP COLUMN preso_fino, DROP COLUMN preso_da;
CREATE VIEW connessione_v1.domicilio AS
    SELECT id, codice_fiscale, giorno, esito, fonte, risposta, alle, cancellata, impronta, dichiarato, pratica FROM domicilio;
CREATE VIEW connessione_v1.visura AS
    SELECT id, codice_fiscale, giorno, esito, fonte, risposta, alle, cancellata FROM visura;
