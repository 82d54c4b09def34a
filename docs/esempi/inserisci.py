"""Inserts one fine with nothing but a plate, then reads it back. Needs zeep (Debian: python3-zeep).

python3 inserisci.py [TARGA [BASE]]; BASE, or the variable ELABORAZIONE, is where elaborazione answers.
"""

import datetime
import os
import sys
import uuid

import requests
import zeep

BASE = sys.argv[2] if len(sys.argv) > 2 else os.environ.get("ELABORAZIONE", "http://localhost:8084")
WSDL = BASE.rstrip("/") + "/ElaborazioneService/VerbaleInsService?wsdl"

sessione = requests.Session()
sessione.auth = ("integratore.alfa", "Verbali-demo-2026")
servizio = zeep.Client(WSDL, transport=zeep.Transport(session=sessione)).service

chiave = str(uuid.uuid4())
esito = servizio.inserisciVerbale(
    verbale={
        "idEsterno": chiave,
        "dataOraViolazione": datetime.datetime.now() - datetime.timedelta(days=3),
        "luogo": {"comuneIstat": "037006", "indirizzo": "Via Rizzoli"},
        "veicolo": {"targa": sys.argv[1] if len(sys.argv) > 1 else "LK482ZY"},
        "violazione": [{"articolo": "157", "comma": "8"}],
        "contestazioneImmediata": False,
        "agente": [{"matricola": "A001"}],
        "reparto": "PL01",
    }
)
print(esito)
print(servizio.leggiVerbale(idEsterno=chiave))
