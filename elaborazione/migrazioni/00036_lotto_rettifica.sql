-- +goose Up
-- The communications of rectifications are printed in lots of their own.
ALTER TABLE lotto DROP CONSTRAINT lotto_tipo_check,
    ADD CONSTRAINT lotto_tipo_check CHECK (tipo IN ('VISURA', 'PDF', 'POSTALE', 'SEND', 'PEC', 'RETTIFICHE'));
