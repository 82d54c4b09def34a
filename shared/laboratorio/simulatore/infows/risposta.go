package infows

import (
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/codici/targa"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/motorizzazione"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/infows"
	"github.com/piattaforma-verbali/verbali/shared/spine/soap"
)

// risposta is an answer before it is written: a document, or a fault.
type risposta struct {
	corpo func(w *soap.Writer)
	fault *soap.Fault
}

// Scrivi is the child of the body, or the detail of the fault.
func (r risposta) Scrivi(w *soap.Writer) { r.corpo(w) }

func (r risposta) scrivi() simulatore.Risposta {
	w := httptest.NewRecorder()
	if r.fault != nil {
		_ = soap.WriteFault(w, soap.V11, r.fault) // a recorder takes everything
		return simulatore.Risposta{Stato: http.StatusInternalServerError, Tipo: "text/xml; charset=utf-8", Corpo: w.Body.Bytes()}
	}
	_ = soap.WriteAnswer(w, soap.V11, r)
	return simulatore.Risposta{Stato: http.StatusOK, Tipo: "text/xml; charset=utf-8", Corpo: w.Body.Bytes()}
}

// fault refuses, with a code of the register where there is one.
func (s *Simulatore) fault(di soap.FaultCode, codice, testo string) risposta {
	f := &soap.Fault{Codice: di, Messaggio: testo}
	if codice != "" {
		f.Dettaglio = risposta{corpo: func(w *soap.Writer) {
			w.Radice(s.nomi.Nome("spazio"), s.nomi.Nome("errore"))
			w.Testo(s.nomi.Nome("codiceErrore"), codice)
			w.Testo(s.nomi.Nome("descrizioneErrore"), testo)
			w.Chiudi(s.nomi.Nome("errore"))
		}}
	}
	return risposta{fault: f}
}

func (s *Simulatore) bene(o parole.Operazione, dati func(w *soap.Writer)) risposta {
	return risposta{corpo: func(w *soap.Writer) {
		w.Radice(s.spazioDi(o), o.Servizio+"Response")
		dati(w)
		w.Chiudi(o.Servizio + "Response")
	}}
}

// errore is a good answer that brings a code and no data.
func (s *Simulatore) errore(o parole.Operazione, codice string) risposta {
	return s.bene(o, func(w *soap.Writer) {
		w.Apri(s.nomi.Nome("errore"))
		w.Testo(s.nomi.Nome("codiceErrore"), codice)
		w.Testo(s.nomi.Nome("descrizioneErrore"), "Esito della ricerca.")
		w.Chiudi(s.nomi.Nome("errore"))
	})
}

// servizioDi is the operation that holds a kind of plate.
func servizioDi(tipo targa.Tipo) string {
	switch targa.ClasseDi(tipo) {
	case targa.ClasseMotoveicolo:
		return parole.OperazioneMotoveicolo
	case targa.ClasseCiclomotore:
		return parole.OperazioneCiclomotore
	case targa.ClasseRimorchio:
		return parole.OperazioneRimorchio
	default:
		return parole.OperazioneAutoveicolo
	}
}

// veicolo answers with the holders of today.
func (s *Simulatore) veicolo(e *soap.Element, o parole.Operazione) (chiave string, esito risposta, guasto simulatore.Guasto) {
	n := s.nomi.Nome
	input := e.Figlio(o.Input)
	if !s.inOrdine(e, n("login"), o.Input, n("pdf")) || !s.inOrdine(input, n("targa")) ||
		!s.inOrdine(&input.Figli[0], n("numeroTarga")) || !booleano(e.TestoDi(n("pdf"))) {
		return "", s.fault("Client", "", "Elementi mancanti o fuori posto."), nil
	}
	chiave = input.Figli[0].Figli[0].Testo
	if chiave != targa.Normalizza(chiave) || chiave == "" {
		return chiave, s.errore(o, n("esito.DATI_ERRATI")), nil
	}
	v, parola, guasto := s.dati.Cerca(chiave, s.oggi())
	switch {
	case parola == "TARGA_NON_VALIDA":
		return chiave, s.errore(o, n("esito.DATI_ERRATI")), guasto
	case parola != "", servizioDi(targa.Tipo(v.Tipo)) != o.Nome:
		return chiave, s.errore(o, n("esito.NON_TROVATO")), guasto
	}
	return chiave, s.bene(o, func(w *soap.Writer) { s.scriviVeicolo(w, v) }), guasto
}

// scriviVeicolo writes upper case with blanks behind, as the register does; accents become a letter and an apostrophe.
func (s *Simulatore) scriviVeicolo(w *soap.Writer, v motorizzazione.Veicolo) {
	n := s.nomi.Nome
	w.Apri(n("uscitaVeicolo"))
	w.Apri(n("datiVeicolo"))
	w.Apri(n("targa"))
	w.Testo(n("numeroTarga"), v.Targa+"  ")
	w.Chiudi(n("targa"))
	w.Testo(n("numeroTelaio"), v.Telaio)
	w.Testo(n("fabbrica"), v.Marca+"   ")
	w.Testo(n("modello"), v.Modello)
	w.Opzionale(n("classe"), v.Classe)
	w.Opzionale(n("categoria"), v.Categoria)
	w.Testo(n("dataPrimaImmatricolazione"), v.PrimaImmatricolazione+"+01:00")
	if c := v.Cessazione; c != nil {
		w.Testo(n("dataCessazione"), c.Data)
		w.Testo(n("causaleCessazione"), c.Causa)
	}
	for _, i := range v.Intestatari {
		w.Apri(n("comproprietario"))
		w.Testo(n("titolo"), n("titolo."+i.Titolo))
		w.Testo(n("dataInizioProprieta"), i.Dal)
		s.scriviPersona(w, i)
		w.Chiudi(n("comproprietario"))
	}
	w.Chiudi(n("datiVeicolo"))
	w.Chiudi(n("uscitaVeicolo"))
}

func (s *Simulatore) scriviPersona(w *soap.Writer, i motorizzazione.Intestatario) {
	n := s.nomi.Nome
	w.Opzionale(n("cognome"), grande(i.Cognome))
	w.Opzionale(n("nome"), grande(i.Nome))
	w.Opzionale(n("ragioneSociale"), grande(i.Denominazione))
	w.Testo(n("codiceFiscale"), i.CodiceFiscale+" ")
	w.Opzionale(n("sesso"), i.Sesso)
	w.Opzionale(n("dataNascita"), i.DataNascita)
	w.Opzionale(n("dataDecesso"), i.Decesso)
	toponimo, via, _ := strings.Cut(i.Indirizzo.Via, " ")
	w.Testo(n("toponimoResidenza"), grande(toponimo))
	w.Opzionale(n("indirizzoResidenza"), grande(via))
	w.Opzionale(n("numeroCivicoResidenza"), i.Indirizzo.Civico)
	w.Opzionale(n("capResidenza"), i.Indirizzo.CAP)
	w.Testo(n("comuneResidenza"), grande(i.Indirizzo.Comune))
	w.Opzionale(n("provinciaResidenza"), i.Indirizzo.Provincia)
	if i.Indirizzo.Nazione != "IT" {
		w.Testo(n("statoEstero"), "SVI") // the register's own code, which is no ISO code
	}
}

// grande is the register's alphabet.
func grande(s string) string {
	return strings.NewReplacer("À", "A'", "È", "E'", "É", "E'", "Ì", "I'", "Ò", "O'", "Ù", "U'").Replace(strings.ToUpper(s))
}

func (s *Simulatore) patente(e *soap.Element, o parole.Operazione) (chiave string, esito risposta, guasto simulatore.Guasto) {
	n := s.nomi.Nome
	input := e.Figlio(o.Input)
	if !s.inOrdine(e, n("login"), o.Input, n("pdf"), n("pdfAnteprimaPatente")) || !s.inOrdine(input, n("patente")) ||
		!s.inOrdine(&input.Figli[0], n("numeroPatente")) {
		return "", s.fault("Client", "", "Elementi mancanti o fuori posto."), nil
	}
	chiave = input.Figli[0].Figli[0].Testo
	p, parola, guasto := s.dati.CercaPatente(chiave)
	if parola != "" {
		return chiave, s.errore(o, n("esito.NON_TROVATO")), guasto
	}
	return chiave, s.bene(o, func(w *soap.Writer) { s.scriviPatente(w, p) }), guasto
}

func (s *Simulatore) scriviPatente(w *soap.Writer, p motorizzazione.Patente) {
	n := s.nomi.Nome
	w.Apri(n("uscitaPatente"))
	w.Apri(n("patente"))
	w.Testo(n("numeroPatente"), p.Numero)
	w.Chiudi(n("patente"))
	w.Testo(n("statoPatente"), n("stato."+p.Stato))
	w.Testo(n("dataRilascio"), p.Rilascio)
	w.Testo(n("dataScadenza"), p.Scadenza)
	w.Testo(n("saldoPunti"), strconv.Itoa(p.Punti))
	w.Opzionale(n("sospesaFinoAl"), p.SospesaFinoAl)
	for _, c := range p.Categorie {
		w.Apri(n("categoriaPatente"))
		w.Testo(n("codiceCategoria"), c.Codice)
		w.Testo(n("dataConseguimento"), c.Dal)
		w.Testo(n("dataScadenza"), c.Scadenza)
		w.Chiudi(n("categoriaPatente"))
	}
	t := p.Titolare
	w.Apri(n("titolare"))
	s.scriviPersona(w, motorizzazione.Intestatario{Cognome: t.Cognome, Nome: t.Nome, CodiceFiscale: t.CodiceFiscale, Sesso: t.Sesso,
		DataNascita: t.DataNascita, Decesso: t.Decesso, Indirizzo: t.Indirizzo})
	w.Chiudi(n("titolare"))
	w.Chiudi(n("uscitaPatente"))
}

// copertura tells four stories by the last figure of the plate: insured (0 to 5), in grace (6), expired (7), no data (8, 9).
func (s *Simulatore) copertura(e *soap.Element, o parole.Operazione) (chiave string, esito risposta, guasto simulatore.Guasto) {
	n := s.nomi.Nome
	giorno, err := calendario.Parse(e.TestoDi(n("dataRiferimento")))
	if !s.inOrdine(e, n("login"), n("codiceTarga"), n("codiceTipoVeicolo"), n("dataRiferimento")) || err != nil {
		return "", s.fault("Client", "", "Elementi mancanti o fuori posto."), nil
	}
	chiave = e.TestoDi(n("codiceTarga"))
	v, parola, guasto := s.dati.Cerca(chiave, s.oggi())
	if parola != "" || servizioDi(targa.Tipo(v.Tipo)) != e.TestoDi(n("codiceTipoVeicolo")) {
		return chiave, s.errore(o, n("esito.NON_TROVATO")), guasto
	}
	scade, assicurato, noto := giorno.AddDays(100), "true", true
	switch ultima := chiave[strings.LastIndexAny(chiave, "0123456789")]; {
	case ultima == '6':
		scade = giorno.AddDays(-10)
	case ultima == '7':
		scade, assicurato = giorno.AddDays(-40), "false"
	case ultima >= '8':
		noto = false
	}
	return chiave, s.bene(o, func(w *soap.Writer) {
		w.Apri(n("uscitaCopertura"))
		w.Testo(n("targa"), chiave)
		w.Testo(n("situazioneAl"), giorno.String())
		if noto {
			w.Testo(n("compagniaAssicuratrice"), "ASSICURAZIONI DI PROVA")
			w.Testo(n("numeroPolizza"), "00"+chiave)
			w.Testo(n("veicoloAssicurato"), assicurato)
			w.Testo(n("dataDecorrenzaAssicurazione"), scade.AddDays(-365).String())
			w.Testo(n("dataScadenzaAssicurazione"), scade.String())
			w.Testo(n("dataFineComporto"), scade.AddDays(15).String())
		}
		w.Testo(n("revisioneValida"), "true")
		w.Testo(n("dataScadenzaRevisione"), giorno.AddDays(300).String())
		w.Chiudi(n("uscitaCopertura"))
	}), guasto
}
