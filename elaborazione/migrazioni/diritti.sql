-- versione 11
-- What elaborazione does at run time, with the role verbali_elaborazione_uso, and what the others read of it. Run by the
-- owner after the migrations; a table without a line here is closed to everybody. The tables of the spine (registro: only
-- added to) are in shared/spine/db. Nothing is ever deleted here but what can be worked out again.
GRANT SELECT, INSERT ON evento TO verbali_elaborazione_uso; -- only added to
GRANT SELECT, INSERT ON lotto_file, soggetto TO verbali_elaborazione_uso;
GRANT SELECT, INSERT, UPDATE (tipo) ON documento TO verbali_elaborazione_uso; -- an act is superseded, its file never changes
GRANT SELECT, INSERT, UPDATE (stornato) ON pagamento TO verbali_elaborazione_uso; -- a payment is reversed, its sum never changes
GRANT SELECT, INSERT, UPDATE ON anomalia, avviso, notifica, posizione, ricorso, scadenza, verbale, violazione, visura TO verbali_elaborazione_uso;
GRANT SELECT, INSERT, UPDATE ON lotto, voce, esito_postale, esito_postale_riga, importazione TO verbali_elaborazione_uso;
GRANT SELECT, INSERT, UPDATE ON numerazione, numero_avviso, numero_raccomandata TO verbali_elaborazione_uso;
GRANT SELECT, INSERT, UPDATE, DELETE ON piano TO verbali_elaborazione_uso; -- worked out from the fines
GRANT SELECT, INSERT ON piano_notte TO verbali_elaborazione_uso;
GRANT SELECT ON chiave_numeri TO verbali_elaborazione_uso; -- whoever has it can tell the numbers that come next
GRANT USAGE, SELECT ON SEQUENCE variazione_seq TO verbali_elaborazione_uso;
GRANT EXECUTE ON FUNCTION analizza() TO verbali_elaborazione_uso;

GRANT USAGE ON SCHEMA verbali_v1 TO verbali_elaborazione_uso, verbali_core_uso, verbali_connessione_uso, verbali_vpn_uso, verbali_tenantapi_uso, verbali_ocr_uso;
-- What a receipt or a slip is matched to: no person.
GRANT SELECT ON verbali_v1.lettera TO verbali_ocr_uso;
GRANT SELECT (verbale, posizione, numero_avviso, importo_cent, codice_fiscale_ente, stato) ON verbali_v1.avviso TO verbali_ocr_uso;
-- A fine whole, with its persons: the application of the operators, the portal of the citizens, and the doors of elaborazione.
GRANT SELECT ON verbali_v1.verbale, verbali_v1.violazione, verbali_v1.avviso, verbali_v1.pagamento, verbali_v1.ricorso, verbali_v1.posizione,
    verbali_v1.soggetto, verbali_v1.notifica, verbali_v1.documento, verbali_v1.evento, verbali_v1.anomalia
    TO verbali_elaborazione_uso, verbali_core_uso, verbali_connessione_uso;
GRANT SELECT ON verbali_v1.lotto, verbali_v1.lotto_file, verbali_v1.voce, verbali_v1.esito_postale, verbali_v1.esito_postale_riga,
    verbali_v1.registro TO verbali_core_uso;
GRANT SELECT ON verbali_v1.domicilio_da_mandare TO verbali_core_uso, verbali_elaborazione_uso;
GRANT SELECT ON verbali_v1.registro_atteso, verbali_v1.targa_attesa TO verbali_core_uso, verbali_elaborazione_uso;
GRANT SELECT ON verbali_v1.domicilio, verbali_v1.piano TO verbali_core_uso;
-- Of a vehicle, what its register is asked: no person.
GRANT SELECT (id, targa, nazione, data_violazione) ON verbali_v1.verbale TO verbali_vpn_uso;
GRANT SELECT (id, tipo, stato, nome) ON verbali_v1.lotto TO verbali_vpn_uso; -- the lots of look-ups, for the exchange by file
GRANT SELECT (id, lotto, verbale, stato) ON verbali_v1.voce TO verbali_vpn_uso;
-- The search shows no person. A tax code is compared with those of the subjects, and an officer's number with his: nothing
-- else of a person is readable there.
GRANT SELECT ON verbali_v1.ricerca, verbali_v1.serie TO verbali_tenantapi_uso;
GRANT SELECT (id, agenti) ON verbali_v1.verbale TO verbali_tenantapi_uso;
GRANT SELECT (verbale, iuv) ON verbali_v1.avviso TO verbali_tenantapi_uso;
GRANT SELECT (verbale, soggetto) ON verbali_v1.posizione TO verbali_tenantapi_uso;
GRANT SELECT (id, codice_fiscale) ON verbali_v1.soggetto TO verbali_tenantapi_uso;

-- What the rules of the command delete goes by this function alone.
GRANT EXECUTE ON FUNCTION conserva(text, integer) TO verbali_elaborazione_uso;
GRANT SELECT ON cancellazione, file_cancellato TO verbali_elaborazione_uso;
GRANT SELECT ON verbali_v1.conservabile, verbali_v1.contenuto TO verbali_core_uso;
GRANT SELECT ON verbali_v1.cancellazione TO verbali_core_uso, verbali_connessione_uso, verbali_vpn_uso, verbali_ocr_uso;
