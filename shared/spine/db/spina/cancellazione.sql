-- What a schema keeps of what it deletes, the same in every schema that has a rule (docs/come-si-aggiunge.md). A table that only
-- grows lets its owner alone change a row, inside a function of erasure, which says so for its own schema. Who is not the owner
-- gets no further than before.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION solo_aggiunte() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'TRUNCATE' AND current_setting('verbali.cancellazione', true) = TG_TABLE_SCHEMA
        AND current_user = (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = TG_RELID) THEN
        RETURN NULL;
    END IF;
    RAISE EXCEPTION 'la tabella % ammette solo aggiunte', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
-- +goose StatementEnd

CREATE TABLE cancellazione (
    posizione bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    quando    timestamptz NOT NULL DEFAULT now(),
    classe    text        NOT NULL,
    regola    uuid,
    oggetto   uuid,
    verbale   uuid,
    righe     bigint      NOT NULL DEFAULT 1
);
CREATE INDEX cancellazione_verbale ON cancellazione (verbale) WHERE verbale IS NOT NULL;
COMMENT ON TABLE cancellazione IS 'What was deleted, when and by which rule: ids and counts, no person. Append-only.';
CREATE TRIGGER cancellazione_solo_aggiunte BEFORE UPDATE OR DELETE OR TRUNCATE ON cancellazione
    FOR EACH STATEMENT EXECUTE FUNCTION solo_aggiunte();
CREATE INDEX registro_quando ON registro USING brin (quando);
