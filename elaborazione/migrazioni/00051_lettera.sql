-- +goose Up
-- What ocr matches a return receipt to: the code of an act, its position, and the day on which its last letter left.
CREATE VIEW verbali_v1.lettera AS
    SELECT d.codice_ag AS codice, d.verbale, d.posizione,
        (SELECT max(n.avviata) FROM notifica n WHERE n.verbale = d.verbale AND n.posizione = d.posizione AND n.canale = 'POSTA') AS spedita
    FROM documento d WHERE d.codice_ag <> '';
