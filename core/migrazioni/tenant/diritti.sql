-- versione 3
-- What core does at run time in a tenant's database, with the role verbali_core_uso: nobody else reads there. Run by the
-- owner after the migrations; a table without a line here is closed to everybody. The tables of the spine (registro: only
-- added to) are in shared/spine/db.
GRANT SELECT, INSERT, UPDATE ON lavoro_morto TO verbali_core_uso;
GRANT SELECT, INSERT, DELETE ON lavoro_morto_pezzo TO verbali_core_uso;

GRANT USAGE ON SCHEMA core_v1 TO verbali_core_uso;
GRANT SELECT ON core_v1.registro TO verbali_core_uso;

-- Terms, holds and requests; the services ask which terms are in force.
GRANT SELECT, INSERT, UPDATE ON conservazione, vincolo, rettifica TO verbali_core_uso;
GRANT SELECT ON cancellazione, chiave TO verbali_core_uso;
GRANT EXECUTE ON FUNCTION conserva(text, integer), cancella_verbale(uuid) TO verbali_core_uso;
GRANT USAGE ON SCHEMA core_v1 TO verbali_core_uso, verbali_connessione_uso, verbali_elaborazione_uso, verbali_mobile_uso, verbali_ocr_uso, verbali_tenantapi_uso, verbali_vpn_uso;
GRANT SELECT ON core_v1.conservazione TO verbali_core_uso, verbali_connessione_uso, verbali_elaborazione_uso, verbali_mobile_uso, verbali_ocr_uso, verbali_tenantapi_uso, verbali_vpn_uso;
GRANT EXECUTE ON FUNCTION trattenuti() TO verbali_core_uso; -- behind core_v1.verbale_trattenuto
GRANT SELECT ON core_v1.trattenuto, core_v1.verbale_trattenuto, core_v1.cancellazione, core_v1.conservabile TO verbali_core_uso;
