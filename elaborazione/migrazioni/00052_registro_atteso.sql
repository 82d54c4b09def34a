-- +goose Up
CREATE VIEW verbali_v1.registro_atteso AS SELECT id, verbale, posizione, registro, giorno FROM visura WHERE stato = 'CHIESTA';
COMMENT ON VIEW verbali_v1.registro_atteso IS 'Questions to the registers of the State without an answer; giorno: when they were asked.';
