-- +goose Up
-- What a row of the table may say of a violation beyond its band: how often the band applies, the tariff that was evaded,
-- what follows, the doubt of the sheet; and, where several rows are possible, the codes among which a person chooses.
ALTER TABLE violazione
    ADD COLUMN periodi integer DEFAULT 1 NOT NULL CHECK (periodi BETWEEN 1 AND 1000),
    ADD COLUMN tariffa_cent bigint DEFAULT 0 NOT NULL CHECK (tariffa_cent BETWEEN 0 AND 100000),
    ADD COLUMN conseguenze text[], -- NULL: written before the column was
    ADD COLUMN dubbio text DEFAULT '' NOT NULL,
    ADD COLUMN candidati text[] DEFAULT '{}' NOT NULL,
    ADD COLUMN alternative text[] DEFAULT '{}' NOT NULL;
COMMENT ON COLUMN violazione.alternative IS 'Codes of the rows that a person may take instead, such as that of a repeat which was found.';
COMMENT ON COLUMN violazione.candidati IS 'Codes of the rows among which a person is to choose: until then the violation has no band.';

CREATE TYPE riga_violazione_2 AS (
    verbale uuid, ordine smallint, codice text, articolo text, comma text, lettera text, testo text, minimo_cent bigint, massimo_cent bigint,
    notturna boolean, sconto30 boolean, pagamento_ridotto boolean, punti smallint, accessoria text,
    velocita_decimi integer, limite_decimi integer, note text, versione_tabella text,
    periodi integer, tariffa_cent bigint, conseguenze text[], dubbio text, candidati text[], alternative text[]);

CREATE OR REPLACE VIEW verbali_v1.violazione AS
    SELECT verbale, ordine, codice, articolo, comma, lettera, testo, minimo_cent, massimo_cent, notturna, sconto30,
           pagamento_ridotto, punti, accessoria, velocita_decimi, limite_decimi, periodi, tariffa_cent, conseguenze, dubbio, candidati,
           alternative
    FROM violazione;
