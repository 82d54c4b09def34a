-- +goose Up
-- Work at the registers takes the turns of every schema that asks outside.
-- spina: turno.sql
INSERT INTO turno (id, ambito, chiave, verbale, chi, fino, esito)
    SELECT gen_random_uuid(), 'vpn-targa', messaggio, verbale, coalesce(chi, gen_random_uuid()), fino, esito FROM presa;

-- +goose StatementBegin
DO $$
BEGIN
    EXECUTE regexp_replace(pg_get_functiondef('cancella_verbale(uuid)'::regprocedure), '\mpresa\M', 'turno', 'g');
END $$;
-- +goose StatementEnd

DROP TABLE presa;
