// Package ipa answers as the web services of the index of public administrations: WS23 (domiciles of a tax code) and WS05 (a body),
// by form, with status 200 also where it refuses. Names that no source confirms are those of shared/registri, as the client has
// them. Scenarios are chosen by tax code (Scenari).
package ipa

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore"
	"github.com/piattaforma-verbali/verbali/shared/registri"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/ipa"
)

// Chiave is the AUTH_ID of the local stack.
const Chiave = "IPA-DEMO-2026"

// Simulatore is one index. It is safe for concurrent use and keeps nothing on disk.
type Simulatore struct {
	*simulatore.Banco
	nomi registri.Linguaggio
}

// Nuovo returns an index that behaves normally.
func Nuovo() *Simulatore {
	nomi, err := parole.Nomi()
	if err != nil {
		nomi = registri.Linguaggio{} // a file of ours: its own test reports its faults
	}
	return &Simulatore{Banco: simulatore.Nuovo("ipa", strings.ToUpper), nomi: nomi}
}

// Registra mounts the index under /ipa/ws and its control under /controllo/ipa.
func (s *Simulatore) Registra(mux *http.ServeMux) {
	mux.HandleFunc("POST /ipa/ws/"+s.nomi.Nome("domicili"), s.domicili)
	mux.HandleFunc("POST /ipa/ws/"+s.nomi.Nome("amministrazione"), s.amministrazione)
	s.Banco.Registra(mux)
}

// Handler is a server of this index alone, for tests.
func (s *Simulatore) Handler() http.Handler {
	mux := http.NewServeMux()
	s.Registra(mux)
	return mux
}

// The codes with which the index refuses. From no source: the client only tells zero from the others.
const (
	chiaveErrata  = 1
	campoMancante = 2
)

// risposta is the index's envelope: dati is an array or, of WS05, an object.
func (s *Simulatore) risposta(codice int, descrizione string, quanti int, dati any) simulatore.Risposta {
	n := s.nomi.Nome
	return simulatore.InJSON(map[string]any{n("esito"): map[string]any{n("codice"): codice, n("descrizione"): descrizione, n("quanti"): quanti}, n("dati"): dati})
}

// entra checks the key and reads a field; ok false is a refusal already made.
func (s *Simulatore) entra(r *http.Request, campo string) (valore string, no simulatore.Risposta, ok bool) {
	valore = strings.ToUpper(r.PostFormValue(campo))
	switch {
	case r.PostFormValue(s.nomi.Nome("chiave")) != Chiave:
		return valore, s.risposta(chiaveErrata, "AUTH_ID non valido", 0, []any{}), false
	case valore == "":
		return valore, s.risposta(campoMancante, campo+" mancante", 0, []any{}), false
	}
	return valore, no, true
}

func (s *Simulatore) domicili(w http.ResponseWriter, r *http.Request) {
	n := s.nomi.Nome
	cf, risposta, ok := s.entra(r, n("CF"))
	if ok {
		dati := []map[string]any{}
		for _, d := range di(cf).domicili {
			dati = append(dati, map[string]any{n("domicilio"): d.locale + cf + "@pec.example.it", n("tipo"): s.tipo(d.tipo),
				n("codiceEnte"): d.ente + "_" + cf, n("nomeEnte"): "Ente " + cf})
		}
		risposta = s.risposta(0, "", len(dati), dati)
	}
	s.Rispondi(w, r, simulatore.Domanda{Risorsa: "WS23", Chiave: cf, Guasto: guasto(cf)}, risposta)
}

// tipo is the index's word for a kind of address; another is as it is.
func (s *Simulatore) tipo(tipo string) string {
	if parola := s.nomi.Nome("tipo." + tipo); parola != "tipo."+tipo {
		return parola
	}
	return tipo
}

// amministrazione gives a body: its code is that of its scenario's body and the tax code.
func (s *Simulatore) amministrazione(w http.ResponseWriter, r *http.Request) {
	n := s.nomi.Nome
	codice, risposta, ok := s.entra(r, n("ente"))
	if ok {
		ente, cf, _ := strings.Cut(codice, "_")
		dati := map[string]any{n("codiceEnte"): codice, n("nomeEnte"): "Ente " + cf}
		quale := 0
		for _, d := range di(cf).principali {
			if strings.EqualFold(d.ente, ente) {
				quale++
				dati[n("mail"+strconv.Itoa(quale))] = d.locale + cf + "@pec.example.it"
			}
		}
		risposta = s.risposta(0, "", 1, dati)
	}
	s.Rispondi(w, r, simulatore.Domanda{Risorsa: "WS05", Chiave: codice}, risposta)
}
