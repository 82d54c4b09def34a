// Package residenza decides what becomes of what the registers of the State say of the person of a position: equal data pass by
// themselves, a contradiction waits for a person with both sides and what each choice does. It is pure: the caller hands over
// the answer, and writes what comes out.
package residenza

import (
	"cmp"
	"strings"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/piano"
	"github.com/piattaforma-verbali/verbali/shared/codici/comune"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	registro "github.com/piattaforma-verbali/verbali/shared/registri/residenza"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Legge reads the address that an answer gives.
type Legge func(vita.Visura) (vita.Soggetto, error)

// Arrivo is an answer of a register to a question about a position, with what the decision looks at. Persona is the person of
// the position as the fine has them, Risposta what the population register says (the zero value for a domicile).
type Arrivo struct {
	ID        uuid.UUID // the row of connessione
	Esito     string    // as the fact says it
	Posizione uuid.UUID
	Registro  verbale.RegistroVisura

	Persona    vita.Soggetto
	Risposta   registro.Risposta
	Violazione calendario.Giorno
	Comuni     *comune.Tabella
	DaSola     bool // the command has a new residence written without asking a person
}

// Decidi says what the answer changes in a fine. An answer without a waiting question changes nothing: it came twice, or a
// person went on without it.
func (x Arrivo) Decidi(s vita.Stato) ([]vita.Evento, error) {
	v, ok := s.VisuraInAttesa(x.Posizione)
	if s.Cancellato || !ok || v.Stato != verbale.VisuraChiesta || v.Registro != x.Registro {
		return nil, nil
	}
	p, _ := s.Posizione(x.Posizione)
	segue, contrasto := x.segue(s, p, v)
	e := vita.Evento{Posizione: p.ID, Attore: vita.AttoreSistema, Causa: "visura " + x.ID.String(), Prova: x.ID.String(),
		Idempotenza: "visura:" + v.ID.String(), Dati: vita.VisuraRisposta{Visura: v.ID, Risposta: x.ID, Esito: x.Esito, Segue: segue}}
	if segue == verbale.VisuraConflitto {
		e.Apre = &vita.Anomalia{ID: vita.NuovoID(), Tipo: contrasto.Tipo, Posizione: p.ID,
			Testo: conseguenze.Frase(conseguenze.Chi(p.Titolo) + " " + contrasto.Testo)}
	}
	if segue != verbale.VisuraApplicata {
		return []vita.Evento{e}, nil
	}
	return []vita.Evento{e, {Posizione: p.ID, Attore: vita.AttoreSistema, Causa: e.Causa, Prova: e.Prova,
		Dati: vita.RecapitoIndicato{IDSoggetto: vita.NuovoID(), Precedente: p.Soggetto, Superato: p.Atto, Visura: v.ID, Recapito: Recapito(x.Risposta)}}}, nil
}

// segue says where the question goes, and the contradiction where there is one.
func (x Arrivo) segue(s vita.Stato, p vita.Posizione, v vita.Visura) (verbale.StatoVisura, Contrasto) {
	switch {
	case !p.Aperta() || p.Soggetto != v.Soggetto || s.DebitoChiuso() || !s.InCorso():
		return verbale.VisuraSuperata, Contrasto{}
	case v.Registro == verbale.VisuraDomicilio && x.Esito == event.DomicilioTrovato:
		return verbale.VisuraTrovata, Contrasto{}
	case v.Registro == verbale.VisuraDomicilio, x.Esito == registro.NonTrovato:
		return verbale.VisuraNonTrovata, Contrasto{} // the address of the vehicle's papers stays
	}
	c := x.Contrasto()
	switch {
	case c.Tipo == "":
		return verbale.VisuraConforme, c
	case c.Tipo == verbale.AnomaliaVisuraTrasferito && x.DaSola && s.Cedevole(p) && s.Ammette(verbale.EventoRecapitoIndicato):
		return verbale.VisuraApplicata, c
	}
	return verbale.VisuraConflitto, c
}

// Contrasto is what an answer has against the fine; a zero Tipo is nothing. Testo goes on after who the person is in the fine.
type Contrasto struct {
	Tipo  verbale.TipoAnomalia
	Testo string
}

// Contrasto compares the answer of the population register with the fine: who the person is, whether he answers, where he lives.
func (x Arrivo) Contrasto() Contrasto {
	r := x.Risposta
	switch {
	case x.Esito == registro.PiuSoggetti:
		return Contrasto{verbale.AnomaliaVisuraPiuSoggetti, "per il verbale è " + nome(x.Persona.Cognome, x.Persona.Nome) + "; per l'anagrafe ciò che si è chiesto riguarda più persone"}
	case x.Esito != registro.Trovato && x.Esito != registro.Deceduto && x.Esito != registro.AIRE:
		return Contrasto{verbale.AnomaliaVisuraIllegibile, "ha una risposta dell'anagrafe che la piattaforma non conosce: " + x.Esito}
	case !x.stessaPersona():
		return Contrasto{verbale.AnomaliaVisuraPersona, "per il verbale è " + x.chiNelVerbale() + "; per l'anagrafe è " + x.chiInAnagrafe()}
	case x.Esito == registro.Deceduto:
		return x.decesso()
	}
	nata := x.Persona
	nata.DataNascita = registro.Giorno(r.DataNascita)
	if perche := conseguenze.Minorenne(nata, x.Violazione); perche != "" {
		return Contrasto{verbale.AnomaliaVisuraMinorenne, "per l'anagrafe è nato " + nata.DataNascita.Detto("il") + ": " + perche}
	}
	lati := "per il verbale sta in " + indirizzo(x.Persona) + "; per " + x.registro() + " sta in " + indirizzo(Recapito(r))
	switch {
	case x.allEstero() && x.stessoEstero():
		return Contrasto{}
	case x.allEstero():
		return Contrasto{verbale.AnomaliaVisuraEstero, lati + estero(r.Residenza)}
	case !x.utilizzabile():
		return Contrasto{verbale.AnomaliaVisuraIndirizzo, lati}
	case !x.stessoLuogo():
		return Contrasto{verbale.AnomaliaVisuraTrasferito, lati + dal(r.Residenza)}
	}
	return Contrasto{}
}

// allEstero reports that the register has the person abroad.
func (x Arrivo) allEstero() bool {
	return x.Esito == registro.AIRE || x.Risposta.Residenza != nil && x.Risposta.Residenza.Nazione != ""
}

// stessoEstero reports that the fine has the foreign address of the register, or one where the register has none to compare.
func (x Arrivo) stessoEstero() bool {
	i := x.Risposta.Residenza
	return x.Persona.AllEstero() && (i == nil || i.Nazione == "" || x.stessoLuogo())
}

// registro is who says where the addressee is, as people call it.
func (x Arrivo) registro() string {
	if len(x.Persona.CodiceFiscale) == piano.CifreEnte {
		return "il registro delle imprese"
	}
	return "l'anagrafe"
}

// decesso: who was dead on the day of the violation did not commit it; who died later leaves no debt (art. 7 L. 689/1981). The
// day itself counts as after: nobody knows the hour.
func (x Arrivo) decesso() Contrasto {
	morto := registro.Giorno(x.Risposta.DataDecesso)
	violazione := "la violazione è " + x.Violazione.Detto("del")
	switch {
	case morto.IsZero():
		return Contrasto{verbale.AnomaliaVisuraDecesso, "per l'anagrafe è morto, non si sa in che giorno; " + violazione}
	case morto.Before(x.Violazione):
		return Contrasto{verbale.AnomaliaVisuraDecessoPrima, "per l'anagrafe è morto " + morto.Detto("il") + ", prima; " + violazione}
	}
	return Contrasto{verbale.AnomaliaVisuraDecessoDopo, "per l'anagrafe è morto " + morto.Detto("il") + "; " + violazione}
}

// utilizzabile reports an Italian address to which an act can be sent: with street and comune, and that the table of the comuni knows.
func (x Arrivo) utilizzabile() bool {
	nuovo := Recapito(x.Risposta)
	return nuovo.Indirizzo != "" && nuovo.Comune != "" && !conseguenze.ComuneIgnoto(nuovo, x.Comuni) && len(conseguenze.DiIndirizzo(nuovo, x.Comuni)) == 0
}

// Applicabile reports an answer whose address a person may have written: with street and comune and, of somebody abroad, a State whose
// code is known and is not Italy.
func Applicabile(r registro.Risposta) bool {
	i := r.Residenza
	if i == nil || i.Via == "" || i.Comune == "" {
		return false
	}
	sigla, noto := nazione(i.Nazione)
	return noto && (r.Esito != registro.AIRE || sigla != "IT")
}

// nazione is the code of the State of a residence; the register's own word where its code is not known, and then false.
func nazione(stato string) (string, bool) {
	if stato == "" {
		return "IT", true
	}
	sigla, noto := comune.PaeseDaNome(stato)
	return cmp.Or(sigla, stato), noto
}

// Recapito is the address of an answer, as the envelope has it; empty where it has none.
func Recapito(r registro.Risposta) vita.Soggetto {
	i := r.Residenza
	if i == nil {
		return vita.Soggetto{Nazione: "IT"}
	}
	via := i.Via
	if i.Presso != "" {
		via = "c/o " + i.Presso + ", " + via
	}
	if i.Frazione != "" && !strings.EqualFold(i.Frazione, i.Comune) {
		via += ", " + i.Frazione
	}
	sigla, _ := nazione(i.Nazione)
	return vita.Soggetto{Indirizzo: via, Civico: i.Civico, Cap: i.Cap, Comune: i.Comune, ComuneIstat: i.ComuneIstat, Provincia: i.Provincia, Nazione: sigla}
}

// Muovi is what a person does about the question of a position: VISURA_CHIESTA to a register, VISURA_APPLICATA with the address
// that legge reads, VISURA_SCARTATA. Where legge is nil only whether it may be is asked.
func Muovi(s vita.Stato, p vita.Posizione, tipo verbale.TipoEvento, registro verbale.RegistroVisura, legge Legge) ([]vita.Dati, error) {
	v, _ := s.VisuraInAttesa(p.ID)
	if tipo == verbale.EventoVisuraChiesta {
		return []vita.Dati{vita.VisuraChiesta{Visura: vita.NuovoID(), Registro: registro, Soggetto: p.Soggetto}}, nil
	}
	if tipo == verbale.EventoVisuraScartata {
		return []vita.Dati{vita.VisuraScartata{Visura: v.ID}}, nil
	}
	applicata := vita.VisuraApplicata{Visura: v.ID}
	if _, err := vita.Applica(s, vita.Evento{Posizione: p.ID, Dati: applicata}); err != nil {
		return nil, err
	}
	recapito := vita.RecapitoIndicato{IDSoggetto: vita.NuovoID(), Precedente: p.Soggetto, Superato: p.Atto, Visura: v.ID}
	if legge != nil {
		letto, err := legge(v)
		if err != nil {
			return nil, err
		}
		recapito.Recapito = letto
	}
	return []vita.Dati{applicata, recapito}, nil
}
