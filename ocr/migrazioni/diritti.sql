-- versione 3
-- What ocr does at run time, with the role verbali_ocr_uso, and what the others read of it. Run by the owner after the
-- migrations; a table without a line here is closed to everybody. The tables of the spine are in shared/spine/db.
GRANT SELECT, INSERT ON lettura TO verbali_ocr_uso;
GRANT UPDATE (stato, pagine, sha256, pesi, campi, testo, errore, verbale, posizione, confermati, confermata, confermata_da) ON lettura TO verbali_ocr_uso;
GRANT SELECT, INSERT, DELETE ON immagine TO verbali_ocr_uso;
GRANT USAGE ON SCHEMA ocr_v1 TO verbali_core_uso, verbali_elaborazione_uso;
GRANT SELECT ON ocr_v1.registro, ocr_v1.lettura TO verbali_core_uso;
GRANT SELECT (id, tipo, stato, sha256, verbale, posizione, confermati, confermata, confermata_da) ON ocr_v1.lettura TO verbali_elaborazione_uso;

-- What the rules of the command delete goes by this function alone.
GRANT EXECUTE ON FUNCTION conserva(text, integer), cancella_verbale(uuid), togli_letture(uuid) TO verbali_ocr_uso;
GRANT SELECT ON cancellazione TO verbali_ocr_uso;
GRANT USAGE ON SCHEMA ocr_v1 TO verbali_core_uso;
GRANT SELECT ON ocr_v1.conservabile, ocr_v1.cancellazione TO verbali_core_uso;
