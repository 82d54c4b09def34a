-- +goose Up
-- Erasing a fine takes away what was read for it: a receipt's picture has a name and a signature. The owner of this schema reads
-- nothing of the fines; that elaborazione has erased one is asked with the rights of the service at work.
-- +goose StatementBegin
CREATE FUNCTION togli_letture(cosa uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = ocr, pg_temp AS $$
BEGIN
    PERFORM pg_advisory_xact_lock_shared(1977679241); -- a hold waits for what runs, and what runs later sees it
    IF EXISTS (SELECT 1 FROM cancellazione c WHERE c.verbale = cosa AND c.oggetto = cosa) THEN
        RETURN;
    END IF;
    PERFORM set_config('verbali.cancellazione', 'ocr', true);
    DELETE FROM lettura WHERE verbale = cosa;
    INSERT INTO cancellazione (classe, oggetto, verbale) VALUES ('VERBALE', cosa, cosa);
    PERFORM set_config('verbali.cancellazione', '', true);
END $$;

CREATE FUNCTION cancella_verbale(cosa uuid) RETURNS void LANGUAGE plpgsql SET search_path = ocr, pg_temp AS $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM verbali_v1.cancellazione c WHERE c.verbale = cosa AND c.oggetto = cosa) THEN
        RAISE EXCEPTION 'il verbale % non è stato cancellato', cosa USING ERRCODE = 'restrict_violation';
    END IF;
    PERFORM togli_letture(cosa);
END $$;
-- +goose StatementEnd
COMMENT ON FUNCTION cancella_verbale(uuid) IS 'Deletes the readings of a fine that elaborazione has erased, once.';
REVOKE ALL ON FUNCTION togli_letture(uuid), cancella_verbale(uuid) FROM PUBLIC;
