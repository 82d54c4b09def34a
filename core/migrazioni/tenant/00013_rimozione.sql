-- +goose Up
-- A hold is lifted by two persons: one proposes it with a reason, another confirms.
ALTER TABLE vincolo
    ADD COLUMN rimozione          uuid,
    ADD COLUMN rimozione_proposta timestamptz,
    ADD COLUMN rimozione_da       text NOT NULL DEFAULT '',
    ADD COLUMN rimozione_motivo   text NOT NULL DEFAULT '',
    ADD CHECK ((rimozione IS NULL) = (rimozione_proposta IS NULL)),
    ADD CHECK ((rimozione IS NULL) = (rimozione_da = '')),
    ADD CHECK ((rimozione IS NULL) = (rimozione_motivo = '')),
    ADD CHECK (rimozione_da = '' OR lower(tolto_da) <> lower(rimozione_da));
COMMENT ON COLUMN vincolo.rimozione IS 'The proposal to lift the hold that waits, or that was confirmed; null: nobody asks. A hold lifted before this column has none.';
COMMENT ON COLUMN vincolo.rimozione_motivo IS 'Why, as the proposer says it; the fixed mark once the persons of the fine are erased.';

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION cancella_verbale(cosa uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = core, pg_temp AS $$
BEGIN
    PERFORM pg_advisory_xact_lock_shared(1977679241); -- a hold waits for what runs, and what runs later sees it
    IF EXISTS (SELECT 1 FROM cancellazione c WHERE c.verbale = cosa AND c.oggetto = cosa) THEN
        RETURN;
    END IF;
    IF NOT EXISTS (SELECT 1 FROM verbali_v1.cancellazione c WHERE c.verbale = cosa AND c.oggetto = cosa) THEN
        RAISE EXCEPTION 'il verbale % non è stato cancellato', cosa USING ERRCODE = 'restrict_violation';
    END IF;
    PERFORM set_config('verbali.cancellazione', 'core', true);
    UPDATE lavoro_morto SET corpo = '{}', grezzo = NULL, motivo = '[CANCELLATO]' WHERE verbale = cosa;
    PERFORM oscura_rettifiche(ARRAY(SELECT r.id FROM rettifica r WHERE r.verbale = cosa));
    UPDATE vincolo SET motivo = '[CANCELLATO]', rimozione_motivo = CASE rimozione_motivo WHEN '' THEN '' ELSE '[CANCELLATO]' END
        WHERE verbale = cosa AND tolto IS NOT NULL;
    UPDATE registro SET motivo = '[CANCELLATO]' WHERE oggetto_tipo = 'verbale' AND oggetto = cosa::text AND motivo <> '';
    INSERT INTO cancellazione (classe, oggetto, verbale) VALUES ('VERBALE', cosa, cosa);
    PERFORM set_config('verbali.cancellazione', '', true);
END $$;
-- +goose StatementEnd
