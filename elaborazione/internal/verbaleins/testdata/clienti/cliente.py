"""Calls every operation with zeep. Arguments: address of the WSDL, name of the port, user, password,
BASIC or TOKEN (the way in). What the service answers, and the faults, go out as one JSON document."""
import datetime
import json
import sys

import requests
import zeep
from zeep.helpers import serialize_object
from zeep.wsse.username import UsernameToken

wsdl, porta, utente, password, ingresso = sys.argv[1:6]


def servizio(**cliente):
    sessione = requests.Session()
    sessione.trust_env = False
    if ingresso == "BASIC" and not cliente:
        sessione.auth = (utente, password)
    trasporto = zeep.Transport(session=sessione)
    return zeep.Client(wsdl, transport=trasporto, **cliente).bind("VerbaleInsService", porta)


def errore(f):
    spazio = {"v": "urn:piattaforma-verbali:elaborazione:verbaleins:1"}
    e = f.detail[0]
    return {
        "messaggio": f.message,
        "codice": e.findtext("v:codice", namespaces=spazio),
        "campi": [c.findtext("v:nome", namespaces=spazio) for c in e.findall("v:campo", namespaces=spazio)],
    }


def rifiuto(chiamata, **argomenti):
    try:
        return {"codice": "NESSUNO", "messaggio": str(chiamata(**argomenti))}
    except zeep.exceptions.Fault as f:
        return errore(f)


def verbale(**altro):
    v = {
        "idEsterno": "CLIENTE-1",
        "dataOraViolazione": datetime.datetime(2026, 3, 1, 10, 20, tzinfo=datetime.timezone.utc),
        "luogo": {"comuneIstat": "037006", "indirizzo": "Via dell'Indipendenza", "latitudine": "44.4949", "longitudine": "11.3426"},
        "veicolo": {"targa": "ab-123 cd"},
        "violazione": [{"articolo": "142", "comma": "8", "velocitaRilevata": "71.5", "limite": 50}],
        "dispositivo": {"tipo": "Autovelox", "matricola": "950123", "taratura": datetime.date(2026, 1, 15)},
        "contestazioneImmediata": False,
        "motivoMancataContestazione": "Rilevamento a distanza è <automatico> & legittimo",
        "obbligato": {"persona": {"cognome": "Rossi", "nome": "Niccolò", "dataNascita": datetime.date(1980, 1, 2)}},
        "agente": [{"matricola": "A001"}, {"matricola": "A002"}],
        "reparto": "PL01",
        "allegato": [{"nome": "foto.jpg", "tipo": "image/jpeg", "contenuto": bytes(range(256)) * 300}],
    }
    v.update(altro)
    return v


s = servizio() if ingresso == "BASIC" else servizio(wsse=UsernameToken(utente, password))
esiti = {
    "inserito": s.inserisciVerbale(verbale=verbale()),
    "ripetuto": s.inserisciVerbale(verbale=verbale()),
    "letto": s.leggiVerbale(idEsterno="CLIENTE-1"),
    "variato": s.leggiVariazioni(),
    "annullato": s.annullaVerbale(idEsterno="CLIENTE-1", motivo="Inserito due volte"),
}
esiti["dopo"] = s.leggiVariazioni(cursore=esiti["variato"].cursore, massimo=10)
s.inserisciVerbale(verbale=verbale(idEsterno="CON-ATTO"))
esiti = serialize_object(esiti, dict)
esiti |= {
    "rifiutato": rifiuto(s.inserisciVerbale, verbale=verbale(idEsterno="no spazi", reparto="???")),
    "assente": rifiuto(s.leggiVerbale, idEsterno="ASSENTE"),
    "formato": rifiuto(s.annullaVerbale, idEsterno="CON-ATTO", motivo="Tardi"),
    "cursore": rifiuto(s.leggiVariazioni, cursore="c999"),
    "estraneo": rifiuto(servizio(wsse=UsernameToken(utente, "sbagliata")).leggiVerbale, idEsterno="CLIENTE-1"),
    "cifrata": rifiuto(servizio(wsse=UsernameToken(utente, password, use_digest=True)).leggiVerbale, idEsterno="CLIENTE-1"),
    "scaduta": {"codice": "RICHIESTA_SCADUTA"},
}
if ingresso == "TOKEN":
    from zeep.wsse import utils

    marca = utils.WSU.Timestamp(utils.WSU.Created("2020-01-01T10:00:00Z"), utils.WSU.Expires("2020-01-01T10:05:00Z"))
    tardi = UsernameToken(utente, password, timestamp_token=marca)
    esiti["scaduta"] = rifiuto(servizio(wsse=tardi).leggiVerbale, idEsterno="CLIENTE-1")
json.dump(esiti, sys.stdout, default=str)
