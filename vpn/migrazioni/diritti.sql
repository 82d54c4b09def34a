-- versione 9
-- What vpn does at run time, with the role verbali_vpn_uso, and what the others read of it. Run by the owner after the
-- migrations; a table without a line here is closed to everybody. The tables of the spine (registro: only added to) are
-- in shared/spine/db.
GRANT SELECT, INSERT ON indagine TO verbali_vpn_uso; -- only added to
GRANT SELECT, INSERT, UPDATE, DELETE ON misura TO verbali_vpn_uso;
GRANT SELECT, INSERT ON libro, parola TO verbali_vpn_uso; -- only added to
GRANT SELECT, INSERT, UPDATE, DELETE ON quota_esterna, turno, rifiuto, ricordo TO verbali_vpn_uso;
GRANT SELECT, INSERT ON scambio, scambio_verbale, scambio_file TO verbali_vpn_uso; -- only added to
GRANT SELECT, INSERT, UPDATE (riga, esito, quando) ON scambio_domanda TO verbali_vpn_uso;

GRANT USAGE ON SCHEMA vpn_v1 TO verbali_core_uso, verbali_elaborazione_uso;
GRANT SELECT ON vpn_v1.indagine TO verbali_core_uso, verbali_elaborazione_uso;
-- Who is on the papers of a vehicle: the persons that the registers of the State may be asked about for the service of its fine.
GRANT USAGE ON SCHEMA vpn_v1 TO verbali_connessione_uso;
GRANT SELECT (verbale, codice_fiscale, cognome, nome, data_nascita, candidati) ON vpn_v1.indagine TO verbali_connessione_uso;
GRANT SELECT ON vpn_v1.registro, vpn_v1.libro, vpn_v1.parola TO verbali_core_uso;

-- What the rules of the command delete goes by this function alone.
GRANT EXECUTE ON FUNCTION conserva(text, integer), cancella_verbale(uuid) TO verbali_vpn_uso;
GRANT SELECT ON cancellazione TO verbali_vpn_uso;
GRANT USAGE ON SCHEMA vpn_v1 TO verbali_core_uso;
GRANT SELECT ON vpn_v1.conservabile, vpn_v1.cancellazione TO verbali_core_uso;
