"""Calls operations of the SOAP service with zeep, a client that is not ours.

Arguments: address of the WSDL, name of the port, user, password, BASIC or TOKEN (the way in). Standard
input: a JSON list of [operation, arguments], with files in base64. Standard output: a JSON list of
{"risposta": …} or {"errore": …}.
"""
import base64
import json
import sys

import requests
import zeep
from zeep.helpers import serialize_object
from zeep.wsse.username import UsernameToken

wsdl, porta, utente, password, ingresso = sys.argv[1:6]
sessione = requests.Session()
sessione.trust_env = False
token = None
if ingresso == "TOKEN":
    token = UsernameToken(utente, password)
else:
    sessione.auth = (utente, password)
servizio = zeep.Client(wsdl, transport=zeep.Transport(session=sessione), wsse=token).bind("VerbaleInsService", porta)


def errore(f):
    spazio = {"v": "urn:piattaforma-verbali:elaborazione:verbaleins:1"}
    e = f.detail[0]
    return {
        "codice": e.findtext("v:codice", namespaces=spazio),
        "messaggio": e.findtext("v:messaggio", namespaces=spazio),
        "campi": [c.findtext("v:messaggio", namespaces=spazio) for c in e.findall("v:campo", namespaces=spazio)],
        "nomi": [c.findtext("v:nome", namespaces=spazio) for c in e.findall("v:campo", namespaces=spazio)],
    }


def chiama(operazione, argomenti):
    for allegato in argomenti.get("verbale", {}).get("allegato", []):
        allegato["contenuto"] = base64.b64decode(allegato["contenuto"])
    try:
        return {"risposta": serialize_object(servizio[operazione](**argomenti), dict)}
    except zeep.exceptions.Fault as f:
        return {"errore": errore(f)}


json.dump([chiama(*domanda) for domanda in json.load(sys.stdin)], sys.stdout, default=str)
