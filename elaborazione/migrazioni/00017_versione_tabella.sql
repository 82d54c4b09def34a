-- +goose Up
-- Who compares a fine with the table of today asks which table priced it.
CREATE OR REPLACE VIEW verbali_v1.violazione AS
    SELECT verbale, ordine, codice, articolo, comma, lettera, testo, minimo_cent, massimo_cent, notturna, sconto30,
           pagamento_ridotto, punti, accessoria, velocita_decimi, limite_decimi, periodi, tariffa_cent, conseguenze, dubbio, candidati,
           alternative, versione_tabella
    FROM violazione;
