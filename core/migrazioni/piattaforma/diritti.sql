-- versione 2
-- What core does at run time in the platform database, with the role verbali_core_uso, and what the others read of it. Run
-- by the owner after the migrations; a table without a line here is closed to everybody. The tables of the spine
-- (registro: only added to) are in shared/spine/db.
GRANT SELECT, INSERT, UPDATE ON agente, chiave, integratore, intervallo, operatore, portale, reparto, tenant TO verbali_core_uso;
GRANT SELECT, INSERT, UPDATE, DELETE ON impostazione, ruolo, sessione TO verbali_core_uso;
GRANT SELECT, INSERT, UPDATE, DELETE ON tentativo, tentativo_indirizzo, conosciuto, sbagliata TO verbali_core_uso;
GRANT SELECT, INSERT, UPDATE ON tabella TO verbali_core_uso;
GRANT SELECT, INSERT ON tabella_versione TO verbali_core_uso;
GRANT SELECT, INSERT, UPDATE (a) ON tabella_riga TO verbali_core_uso; -- a row is closed, never rewritten
GRANT SELECT, INSERT, DELETE ON tabella_bozza TO verbali_core_uso;

GRANT USAGE ON SCHEMA core_v1 TO verbali_core_uso, verbali_connessione_uso, verbali_elaborazione_uso, verbali_mobile_uso,
    verbali_ocr_uso, verbali_vpn_uso, verbali_tenantapi_uso;
-- Which commands there are, whom to obey no more, and what a role of a command may do: every service.
GRANT SELECT ON core_v1.tenant, core_v1.revoca, core_v1.ruolo
    TO verbali_core_uso, verbali_connessione_uso, verbali_elaborazione_uso, verbali_mobile_uso, verbali_ocr_uso, verbali_vpn_uso, verbali_tenantapi_uso;
GRANT SELECT ON core_v1.tabella, core_v1.tabella_riga
    TO verbali_core_uso, verbali_connessione_uso, verbali_elaborazione_uso, verbali_mobile_uso, verbali_vpn_uso;
GRANT SELECT ON core_v1.impostazione TO verbali_connessione_uso, verbali_elaborazione_uso, verbali_vpn_uso, verbali_tenantapi_uso;
GRANT SELECT ON core_v1.reparto TO verbali_elaborazione_uso, verbali_mobile_uso;
GRANT SELECT ON core_v1.intervallo, core_v1.intervallo_ag TO verbali_elaborazione_uso;
GRANT SELECT ON core_v1.portale TO verbali_connessione_uso, verbali_elaborazione_uso;
-- Persons. The names of officers are printed on acts: elaborazione alone reads them. Whose fines an officer sees is
-- judged by number and account, without names.
GRANT SELECT ON core_v1.agente TO verbali_elaborazione_uso;
GRANT SELECT (tenant, matricola, operatore) ON core_v1.agente TO verbali_core_uso, verbali_tenantapi_uso;
-- The tax code of an account says whose fines a citizen sees on the portal.
GRANT SELECT (username, tenant, integratore, codice_fiscale, stato) ON core_v1.operatore TO verbali_connessione_uso, verbali_elaborazione_uso;
