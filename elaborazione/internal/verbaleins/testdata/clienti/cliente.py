"""Inserts and reads one fine with zeep. Arguments: address of the WSDL, name of the port."""
import base64
import datetime
import json
import sys

import zeep
from zeep.helpers import serialize_object

wsdl, porta = sys.argv[1:3]
servizio = zeep.Client(wsdl).bind("VerbaleInsService", porta)


def errore(f):
    e = f.detail[0]
    spazio = {"v": "urn:piattaforma-verbali:elaborazione:verbaleins:1"}
    return {
        "messaggio": f.message,
        "codice": e.findtext("v:codice", namespaces=spazio),
        "campi": [c.findtext("v:nome", namespaces=spazio) for c in e.findall("v:campo", namespaces=spazio)],
    }


def verbale(**altro):
    v = {
        "idEsterno": "ZEEP-1",
        "dataOraViolazione": datetime.datetime(2026, 3, 1, 10, 20, tzinfo=datetime.timezone.utc),
        "luogo": {"comuneIstat": "037006", "indirizzo": "Via dell'Indipendenza", "latitudine": "44.4949", "longitudine": "11.3426"},
        "veicolo": {"targa": "ab-123 cd"},
        "violazione": [{"articolo": "142", "comma": "8", "velocitaRilevata": "71.5", "limite": 50}],
        "contestazioneImmediata": False,
        "motivoMancataContestazione": "Rilevamento a distanza è <automatico> & legittimo",
        "obbligato": {"persona": {"cognome": "Rossi", "nome": "Niccolò", "dataNascita": datetime.date(1980, 1, 2)}},
        "agente": [{"matricola": "A001"}, {"matricola": "A002"}],
        "reparto": "PL01",
        "allegato": [{"nome": "foto.jpg", "tipo": "image/jpeg", "contenuto": b"foto"}],
    }
    v.update(altro)
    return v


esiti = {
    "inserito": serialize_object(servizio.inserisciVerbale(verbale=verbale()), dict),
    "letto": serialize_object(servizio.leggiVerbale(idEsterno="ZEEP-1"), dict),
}
try:
    servizio.inserisciVerbale(verbale=verbale(idEsterno="no spazi", reparto="???"))
except zeep.exceptions.Fault as f:
    esiti["rifiutato"] = errore(f)
try:
    servizio.leggiVerbale(idEsterno="ASSENTE")
except zeep.exceptions.Fault as f:
    esiti["assente"] = errore(f)
json.dump(esiti, sys.stdout)
