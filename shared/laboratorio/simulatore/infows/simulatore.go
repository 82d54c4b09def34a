// Package infows answers as the Motorizzazione's SOAP services (Info-ws): it lets in who shows the right UsernameToken and PIN
// with a password that has not expired, wants each request on its own path with its elements in order, and refuses the rest with a
// Fault. The people are those of the package motorizzazione, with the same plates; it knows the holders of today alone. The names that
// no source confirms are those of shared/registri, as the client has them: what passes here is no proof that the real
// register is understood.
package infows

import (
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/motorizzazione"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/registri"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/infows"
	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
	"github.com/piattaforma-verbali/verbali/shared/spine/soap"
)

// Opzioni of the simulator. Zero credentials are those of the local stack.
type Opzioni struct {
	Orologio              motorizzazione.Orologio
	Utente, Password, Pin string
	PasswordDal           time.Time // when the password was last changed; zero: at the start
	Persone               *motorizzazione.Persone
}

// The credentials of the local stack.
const (
	Utente   = "CMRM000001"
	Password = "Infows-demo-2026"
	Pin      = "12345678"
)

// durata is how long a password is good.
const durata = 90 * 24 * time.Hour

// Simulatore is one register. It is safe for concurrent use.
type Simulatore struct {
	*simulatore.Banco
	o    Opzioni
	dati *motorizzazione.Simulatore
	nomi registri.Linguaggio

	mu       sync.Mutex
	password string
	dal      time.Time
}

// Nuovo returns a register that behaves normally.
func Nuovo(o Opzioni) *Simulatore {
	if o.Orologio == nil {
		o.Orologio = orologio{}
	}
	if o.Utente == "" {
		o.Utente, o.Password, o.Pin = Utente, Password, Pin
	}
	if o.PasswordDal.IsZero() {
		o.PasswordDal = o.Orologio.Adesso()
	}
	nomi, err := parole.Nomi()
	if err != nil {
		nomi = registri.Linguaggio{} // a file of ours: its own test reports its faults
	}
	return &Simulatore{Banco: simulatore.Nuovo("infows", strings.ToUpper), o: o, dati: motorizzazione.Nuovo(motorizzazione.Opzioni{Orologio: o.Orologio, Persone: o.Persone}),
		nomi: nomi, password: o.Password, dal: o.PasswordDal}
}

type orologio struct{}

// Adesso is the machine's time.
func (orologio) Adesso() time.Time { return clock.Now() }

// Registra mounts the services under /infows/services and their control under /controllo/infows.
func (s *Simulatore) Registra(mux *http.ServeMux) {
	for _, o := range parole.Operazioni() {
		mux.HandleFunc("POST /infows/services/"+o.Servizio+"/{$}", func(w http.ResponseWriter, r *http.Request) { s.rispondi(w, r, o) })
	}
	s.Banco.Registra(mux)
}

// Handler is a server of this register alone, for tests.
func (s *Simulatore) Handler() http.Handler {
	mux := http.NewServeMux()
	s.Registra(mux)
	return mux
}

// PasswordInUso is the password that the register takes now.
func (s *Simulatore) PasswordInUso() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.password
}

func (s *Simulatore) oggi() string { return calendario.Da(s.o.Orologio.Adesso()).String() }

// rispondi reads a request of an operation, lets its caller in, and answers.
func (s *Simulatore) rispondi(w http.ResponseWriter, r *http.Request, o parole.Operazione) {
	req, err := soap.Read(r.Body, r.Header.Get("Content-Type"), r.Header.Get("SoapAction"), 1<<20)
	var (
		chiave string
		esito  risposta
		guasto simulatore.Guasto
	)
	switch {
	case err != nil:
		esito = s.fault("Client", "", soap.As(err).Messaggio)
	case req.Versione != soap.V11:
		esito = s.fault("VersionMismatch", "", "Serve SOAP 1.1.")
	case req.Operazione.Local != o.Richiesta || req.Operazione.Space != s.spazioDi(o):
		esito = s.fault("Client", "", "La richiesta non è quella del servizio.")
	default:
		chiave, esito, guasto = s.servi(req, o)
	}
	s.Rispondi(w, r, simulatore.Domanda{Risorsa: o.Servizio, Chiave: chiave, Guasto: guasto}, esito.scrivi())
}

func (s *Simulatore) spazioDi(o parole.Operazione) string {
	if o.Nome == parole.OperazioneCambioPassword {
		return s.nomi.Nome("spazioPassword")
	}
	return s.nomi.Nome("spazio")
}

// servi answers a request of the right operation: the caller first, then the question.
func (s *Simulatore) servi(req soap.Request, o parole.Operazione) (chiave string, esito risposta, guasto simulatore.Guasto) {
	if codice := s.ammetti(req, o); codice != "" {
		return "", s.fault("Client", codice, "Accesso negato."), nil
	}
	switch o.Nome {
	case parole.OperazioneCambioPassword:
		return "", s.cambia(req.Corpo, o), nil
	case parole.OperazionePatente:
		return s.patente(req.Corpo, o)
	case parole.OperazioneCopertura:
		return s.copertura(req.Corpo, o)
	}
	return s.veicolo(req.Corpo, o)
}

// ammetti gives the code with which a caller is refused; empty for one who may ask. The change of an expired password is
// let through, and has no PIN.
func (s *Simulatore) ammetti(req soap.Request, o parole.Operazione) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := req.Credenziali
	cambio := o.Nome == parole.OperazioneCambioPassword
	switch {
	case t == nil || t.Utente != s.o.Utente || t.Password != s.password:
		return s.nomi.Nome("esito.CREDENZIALI")
	case cambio:
		return ""
	case s.o.Orologio.Adesso().After(s.dal.Add(durata)):
		return s.nomi.Nome("esito.PASSWORD_SCADUTA")
	}
	if len(req.Corpo.Figli) == 0 || req.Corpo.Figli[0].Nome.Local != s.nomi.Nome("login") || req.Corpo.Figli[0].TestoDi(s.nomi.Nome("codicePin")) != s.o.Pin {
		return s.nomi.Nome("esito.PIN")
	}
	return ""
}

// cambia changes the password: the old one must be right, the two new ones equal and other than the old.
func (s *Simulatore) cambia(e *soap.Element, o parole.Operazione) risposta {
	n := s.nomi.Nome
	if !s.inOrdine(e, n("utente"), n("vecchiaPassword"), n("nuovaPassword"), n("confermaNuovaPassword")) {
		return s.fault("Client", "", "Elementi mancanti o fuori posto.")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	vecchia, nuova := e.TestoDi(n("vecchiaPassword")), e.TestoDi(n("nuovaPassword"))
	switch {
	case vecchia != s.password || e.TestoDi(n("utente")) != s.o.Utente:
		return s.errore(o, n("esito.CREDENZIALI"))
	case nuova != e.TestoDi(n("confermaNuovaPassword")) || nuova == vecchia || nuova == "":
		return s.errore(o, n("esito.DATI_ERRATI"))
	}
	s.password, s.dal = nuova, s.o.Orologio.Adesso()
	return s.bene(o, func(w *soap.Writer) {
		w.Apri(n("messaggio"))
		w.Testo(n("codiceMessaggio"), n("esito.PASSWORD_CAMBIATA"))
		w.Chiudi(n("messaggio"))
	})
}

// inOrdine reports that an element has these children and no others, in this order and namespace.
func (s *Simulatore) inOrdine(e *soap.Element, nomi ...string) bool {
	if e == nil || len(e.Figli) != len(nomi) {
		return false
	}
	for i, n := range nomi {
		if e.Figli[i].Nome.Local != n || e.Figli[i].Nome.Space != e.Nome.Space {
			return false
		}
	}
	return true
}

// booleano reports the word true or false.
func booleano(testo string) bool { return testo == "true" || testo == "false" }
