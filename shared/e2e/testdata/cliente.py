"""Calls operations of the SOAP service with zeep, a client that is not ours.

Arguments: address of the WSDL, name of the port, user, password. Standard input: a JSON list of
[operation, arguments]. Standard output: a JSON list of {"risposta": …} or {"errore": …}.
"""
import json
import sys

import requests
import zeep
from zeep.helpers import serialize_object

wsdl, porta, utente, password = sys.argv[1:5]
sessione = requests.Session()
sessione.auth = (utente, password)
sessione.trust_env = False
servizio = zeep.Client(wsdl, transport=zeep.Transport(session=sessione)).bind("VerbaleInsService", porta)


def errore(f):
    spazio = {"v": "urn:piattaforma-verbali:elaborazione:verbaleins:1"}
    e = f.detail[0]
    return {
        "codice": e.findtext("v:codice", namespaces=spazio),
        "messaggio": e.findtext("v:messaggio", namespaces=spazio),
        "campi": [c.findtext("v:messaggio", namespaces=spazio) for c in e.findall("v:campo", namespaces=spazio)],
    }


def chiama(operazione, argomenti):
    try:
        return {"risposta": serialize_object(servizio[operazione](**argomenti), dict)}
    except zeep.exceptions.Fault as f:
        return {"errore": errore(f)}


json.dump([chiama(*domanda) for domanda in json.load(sys.stdin)], sys.stdout, default=str)
