// Package pra answers as ACI's look-up by plate: it lets in who shows the right user, password and channel, wants the elements in
// order and no day to come, and gives the holders of the day asked for. The people are those of the package motorizzazione, with the
// same plates; it has no mopeds. Names that no source confirms are those of shared/registri, as the client has them.
package pra

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/codici/targa"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/motorizzazione"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/registri"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/pra"
	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
	"github.com/piattaforma-verbali/verbali/shared/spine/soap"
)

// The credentials of the local stack.
const (
	Utente   = "comune"
	Password = "Pra-demo-2026"
	Canale   = "PL"
)

// Opzioni of the simulator. A nil Orologio is the machine's.
type Opzioni struct {
	Orologio motorizzazione.Orologio
	Persone  *motorizzazione.Persone
}

type orologio struct{}

// Adesso is the machine's time.
func (orologio) Adesso() time.Time { return clock.Now() }

// Simulatore is one register. It is safe for concurrent use.
type Simulatore struct {
	*simulatore.Banco
	o    Opzioni
	dati *motorizzazione.Simulatore
	nomi registri.Linguaggio
}

// Nuovo returns a register that behaves normally.
func Nuovo(o Opzioni) *Simulatore {
	if o.Orologio == nil {
		o.Orologio = orologio{}
	}
	nomi, err := parole.Nomi()
	if err != nil {
		nomi = registri.Linguaggio{} // a file of ours: its own test reports its faults
	}
	return &Simulatore{Banco: simulatore.Nuovo("pra", strings.ToUpper), o: o, dati: motorizzazione.Nuovo(motorizzazione.Opzioni{Orologio: o.Orologio, Persone: o.Persone}), nomi: nomi}
}

// Registra mounts the service at /pra/visura-targa-telaio and its control under /controllo/pra.
func (s *Simulatore) Registra(mux *http.ServeMux) {
	mux.HandleFunc("POST /pra/visura-targa-telaio", s.visura)
	s.Banco.Registra(mux)
}

// Handler is a server of this register alone, for tests.
func (s *Simulatore) Handler() http.Handler {
	mux := http.NewServeMux()
	s.Registra(mux)
	return mux
}

func (s *Simulatore) visura(w http.ResponseWriter, r *http.Request) {
	req, err := soap.Read(r.Body, r.Header.Get("Content-Type"), r.Header.Get("SoapAction"), 1<<20)
	if err != nil || req.Operazione.Local != s.nomi.Nome("richiesta") || req.Operazione.Space != s.nomi.Nome("spazio") {
		rec := httptest.NewRecorder()
		_ = soap.WriteFault(rec, soap.V11, &soap.Fault{Codice: soap.Client, Messaggio: "Richiesta non riconosciuta."}) // a recorder takes everything
		s.Rispondi(w, r, simulatore.Domanda{Risorsa: "visure"}, simulatore.Risposta{Stato: http.StatusInternalServerError, Tipo: "text/xml", Corpo: rec.Body.Bytes()})
		return
	}
	chiave, codice, v, guasto := s.cerca(req.Corpo)
	rec := httptest.NewRecorder()
	_ = soap.WriteAnswer(rec, soap.V11, risposta{s, codice, v})
	s.Rispondi(w, r, simulatore.Domanda{Risorsa: "visure", Chiave: chiave, Guasto: guasto},
		simulatore.Risposta{Stato: http.StatusOK, Tipo: "text/xml; charset=utf-8", Corpo: rec.Body.Bytes()})
}

// cerca checks the caller and the request, and finds the vehicle; codice is the outcome.
func (s *Simulatore) cerca(e *soap.Element) (chiave, codice string, v motorizzazione.Veicolo, guasto simulatore.Guasto) {
	n := s.nomi.Nome
	dati := e.Figlio(n("DatiRichiesta"))
	chiave = dati.TestoDi(n("Targa"))
	giorno, err := time.Parse("02/01/2006", dati.TestoDi(n("DataRichiesta")))
	quando, oggi := giorno.Format(time.DateOnly), calendario.Da(s.o.Orologio.Adesso()).String()
	switch {
	case e.TestoDi(n("username")) != Utente || e.TestoDi(n("password")) != Password || e.TestoDi(n("canale")) != Canale:
		return chiave, n("esito.CREDENZIALI"), v, nil
	case !inOrdine(e, n("username"), n("password"), n("canale"), n("DatiRichiesta")),
		!inOrdine(dati, n("DataRichiesta"), n("TipoRichiesta"), n("SerieTarga"), n("Targa")),
		err != nil, quando > oggi, chiave != targa.Normalizza(chiave), dati.TestoDi(n("TipoRichiesta")) != n("tipo.TARGA"):
		return chiave, n("esito.DATI_ERRATI"), v, nil
	}
	v, parola, guasto := s.dati.Cerca(chiave, quando)
	if parola != "" || serie(targa.Tipo(v.Tipo)) != dati.TestoDi(n("SerieTarga")) {
		return chiave, n("esito.NON_TROVATO"), v, guasto
	}
	return chiave, n("esito.TROVATO"), v, guasto
}

func serie(tipo targa.Tipo) string {
	switch targa.ClasseDi(tipo) {
	case targa.ClasseMotoveicolo:
		return "4"
	case targa.ClasseRimorchio:
		return "2"
	case targa.ClasseAutoveicolo:
		return "1"
	default:
		return "" // it has no mopeds and no tractors
	}
}

func inOrdine(e *soap.Element, nomi ...string) bool {
	return e != nil && slices.EqualFunc(e.Figli, nomi, func(x soap.Element, n string) bool { return x.Nome.Local == n && x.Nome.Space == e.Nome.Space })
}

// risposta is the only child of the body.
type risposta struct {
	s      *Simulatore
	codice string
	v      motorizzazione.Veicolo
}

// Scrivi writes the outcome and, where there is a vehicle, its data.
func (r risposta) Scrivi(w *soap.Writer) {
	n := r.s.nomi.Nome
	w.Radice(n("spazio"), n("risposta"))
	w.Apri(n("DatiRisposta"))
	w.Apri(n("Esito"))
	w.Testo(n("CodiceEsito"), r.codice)
	w.Chiudi(n("Esito"))
	if r.codice == n("esito.TROVATO") {
		w.Apri(n("DatiRecuperati"))
		r.veicolo(w)
		w.Chiudi(n("DatiRecuperati"))
	}
	w.Chiudi(n("DatiRisposta"))
	w.Chiudi(n("risposta"))
}

func (r risposta) veicolo(w *soap.Writer) {
	n := r.s.nomi.Nome
	w.Apri(n("DatiVeicolo"))
	w.Testo(n("Targa"), r.v.Targa)
	w.Testo(n("SerieTarga"), serie(targa.Tipo(r.v.Tipo)))
	if c := r.v.Cessazione; c != nil {
		w.Apri(n("UltimaFormalita"))
		w.Testo(n("Data"), italiana(c.Data))
		w.Testo(n("CausaleRadiazione"), c.Causa)
		w.Chiudi(n("UltimaFormalita"))
	}
	w.Chiudi(n("DatiVeicolo"))
	w.Apri(n("DatiTecnici"))
	w.Testo(n("Telaio"), r.v.Telaio)
	w.Apri(n("ModelloCommerciale"))
	w.Testo(n("Fabbrica"), r.v.Marca)
	w.Testo(n("Tipo"), r.v.Modello)
	w.Chiudi(n("ModelloCommerciale"))
	w.Chiudi(n("DatiTecnici"))
	for _, g := range []struct{ gruppo, titolo string }{
		{"DatiIntestazione", "PROPRIETARIO"}, {"DatiLocazione", "LOCATARIO"}, {"DatiUsufrutto", "USUFRUTTUARIO"}, {"DatiPrd", "ACQUIRENTE"},
	} {
		r.gruppo(w, n(g.gruppo), g.titolo)
	}
}

// gruppo writes the holders with a title, with the day of their formality.
func (r risposta) gruppo(w *soap.Writer, gruppo, titolo string) {
	n := r.s.nomi.Nome
	var suoi []motorizzazione.Intestatario
	for _, i := range r.v.Intestatari {
		if i.Titolo == titolo {
			suoi = append(suoi, i)
		}
	}
	if len(suoi) == 0 {
		return
	}
	w.Apri(gruppo)
	w.Apri(n("Formalita"))
	w.Testo(n("Data"), italiana(suoi[0].Dal))
	w.Chiudi(n("Formalita"))
	for _, i := range suoi {
		w.Apri(n("Intestatario"))
		r.intestatario(w, i)
		w.Chiudi(n("Intestatario"))
	}
	w.Chiudi(gruppo)
}

func (r risposta) intestatario(w *soap.Writer, i motorizzazione.Intestatario) {
	n := r.s.nomi.Nome
	w.Apri(n("Denominazione"))
	if i.Tipo == "SOCIETA" {
		w.Testo(n("TipoSocieta"), "S")
		w.Testo(n("RagioneSociale"), strings.ToUpper(i.Denominazione))
		w.Testo(n("PartitaIva"), i.CodiceFiscale)
	} else {
		w.Testo(n("Cognome"), strings.ToUpper(i.Cognome))
		w.Testo(n("Nome"), strings.ToUpper(i.Nome))
		w.Testo(n("Sesso"), i.Sesso)
		w.Testo(n("CodiceFiscale"), i.CodiceFiscale)
	}
	w.Chiudi(n("Denominazione"))
	if i.DataNascita != "" {
		w.Apri(n("Nascita"))
		w.Testo(n("Data"), i.DataNascita+"+01:00")
		w.Chiudi(n("Nascita"))
	}
	a := i.Indirizzo
	dug, toponimo, _ := strings.Cut(a.Via, " ")
	w.Apri(n("Residenza"))
	w.Testo(n("Dug"), dug)
	w.Opzionale(n("Toponimo"), toponimo)
	w.Opzionale(n("NumeroCivico"), a.Civico)
	w.Opzionale(n("Cap"), a.CAP)
	w.Testo(n("Comune"), a.Comune)
	w.Opzionale(n("Provincia"), a.Provincia)
	if a.Nazione == "IT" {
		w.Testo(n("Stato"), n("stato.IT"))
	} else {
		w.Testo(n("Stato"), "SVIZZERA")
	}
	w.Opzionale(n("ComuneResidenzaIstat"), a.CodiceIstat)
	w.Chiudi(n("Residenza"))
}

func italiana(giorno string) string {
	t, err := time.Parse(time.DateOnly, giorno)
	if err != nil {
		return giorno
	}
	return t.Format("02/01/2006")
}
