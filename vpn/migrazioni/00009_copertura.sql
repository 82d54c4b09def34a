-- +goose Up
ALTER TABLE domanda DROP CONSTRAINT domanda_cosa_check;
ALTER TABLE domanda ADD CONSTRAINT domanda_cosa_check CHECK (cosa IN ('VEICOLO', 'PATENTE', 'COPERTURA'));
