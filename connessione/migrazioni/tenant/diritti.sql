-- versione 10
-- What connessione does at run time in a tenant's database, with the role verbali_connessione_uso, and what the others
-- read of it; the tables of the spine are in shared/spine/db. Run by the owner after the migrations; a table without a line here is closed to everybody.
GRANT USAGE ON SCHEMA connessione_v1 TO verbali_core_uso;
GRANT SELECT ON connessione_v1.registro TO verbali_core_uso;

-- What the rules of the command delete goes by this function alone.
GRANT EXECUTE ON FUNCTION conserva(text, integer), cancella_verbale(uuid) TO verbali_connessione_uso;
GRANT SELECT ON cancellazione TO verbali_connessione_uso;
GRANT USAGE ON SCHEMA connessione_v1 TO verbali_core_uso;
GRANT SELECT ON connessione_v1.conservabile, connessione_v1.cancellazione TO verbali_core_uso;

-- The registers of the State: answers and look-ups are only added to.
GRANT SELECT, INSERT ON domicilio, visura TO verbali_connessione_uso;
GRANT SELECT, INSERT, UPDATE ON elenco, voce_elenco, sequenza TO verbali_connessione_uso;
GRANT SELECT, INSERT, UPDATE, DELETE ON quota, arresto, attesa, turno TO verbali_connessione_uso;
GRANT SELECT, INSERT ON libro TO verbali_connessione_uso;
GRANT USAGE ON SCHEMA connessione_v1 TO verbali_elaborazione_uso;
GRANT SELECT ON connessione_v1.domicilio, connessione_v1.visura TO verbali_elaborazione_uso, verbali_core_uso;
GRANT SELECT ON connessione_v1.libro, connessione_v1.elencato, connessione_v1.quota TO verbali_core_uso;
GRANT SELECT ON connessione_v1.arresto, connessione_v1.attesa TO verbali_core_uso, verbali_elaborazione_uso;

-- Notifications by SEND. A timeline is only added to: what changes of an element is whether a correction took it away.
GRANT SELECT, INSERT, UPDATE ON invio, invio_prova, flusso, invio_pagato TO verbali_connessione_uso;
GRANT SELECT, INSERT, UPDATE (superato) ON invio_elemento TO verbali_connessione_uso;
GRANT SELECT ON connessione_v1.invio, connessione_v1.invio_elemento, connessione_v1.invio_prova, connessione_v1.flusso, connessione_v1.invio_pagato
    TO verbali_core_uso;
GRANT SELECT ON connessione_v1.invio, connessione_v1.invio_prova TO verbali_elaborazione_uso;
GRANT SELECT ON connessione_v1.rilettura TO verbali_core_uso, verbali_elaborazione_uso;
GRANT SELECT ON connessione_v1.invio_destinatario, connessione_v1.spesa_invio TO verbali_core_uso;
