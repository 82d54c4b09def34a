-- +goose Up
-- Ranges of the twelve-digit codes of judicial acts, which the carrier assigns to a sender: no creditor, no
-- segregation, and no two of any tenant within one another.
ALTER TABLE intervallo
    ADD COLUMN tipo text NOT NULL DEFAULT 'AVVISO' CHECK (tipo IN ('AVVISO', 'RACCOMANDATA_AG')),
    DROP CONSTRAINT intervallo_codice_fiscale_ente_check,
    DROP CONSTRAINT intervallo_segregazione_check,
    DROP CONSTRAINT intervallo_prefisso_check,
    ADD CONSTRAINT intervallo_forma_check CHECK (CASE tipo
        WHEN 'AVVISO' THEN codice_fiscale_ente ~ '^[0-9]{11}$' AND segregazione ~ '^[0-9]{2}$' AND prefisso ~ '^[0-9]{1,8}$'
        ELSE codice_fiscale_ente = '' AND segregazione = '' AND prefisso ~ '^[0-9]{1,9}$' END);
COMMENT ON TABLE intervallo IS 'Range of numbers of a tenant. AVVISO: creditor, segregation, prefix of the 13-digit base of a notice number. RACCOMANDATA_AG: prefix of the eleven digits before the check digit of a judicial act by post. No range lies within another.';

-- The view of the notice numbers keeps its meaning for who reads it.
CREATE OR REPLACE VIEW core_v1.intervallo AS SELECT id, tenant, codice_fiscale_ente, segregazione, prefisso FROM intervallo WHERE tipo = 'AVVISO';
CREATE VIEW core_v1.intervallo_ag AS SELECT id, tenant, prefisso FROM intervallo WHERE tipo = 'RACCOMANDATA_AG';
