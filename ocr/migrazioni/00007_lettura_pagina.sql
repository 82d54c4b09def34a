-- +goose Up
-- A page of a file is read once, whoever works it again.
CREATE UNIQUE INDEX lettura_pagina ON lettura (insieme, pagina) WHERE insieme IS NOT NULL;
DROP INDEX lettura_insieme;
