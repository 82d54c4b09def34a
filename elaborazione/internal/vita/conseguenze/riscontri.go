package conseguenze

import (
	"slices"
	"strings"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/shared/codici/comune"
	"github.com/piattaforma-verbali/verbali/shared/codici/targa"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/riscontro"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Difetti says what forbids an act to somebody for a violation of a day; none of nobody.
func Difetti(s vita.Soggetto, violazione calendario.Giorno, comuni *comune.Tabella) []riscontro.Difetto {
	var tutti []riscontro.Difetto
	if s.Tipo == vita.Persona {
		tutti = comePersona(s).Difetti(violazione)
	}
	return append(append(tutti, DiIndirizzo(s, comuni)...), DiScrittura(s)...)
}

// DiScrittura judges what an act writes of its addressee and of his address.
func DiScrittura(s vita.Soggetto) []riscontro.Difetto {
	return riscontro.Scrittura(riscontro.Scritto{Nome: "cognome", Testo: s.Cognome}, riscontro.Scritto{Nome: "nome", Testo: s.Nome},
		riscontro.Scritto{Nome: "denominazione", Testo: s.Denominazione}, riscontro.Scritto{Nome: "luogo di nascita", Testo: s.LuogoNascita},
		riscontro.Scritto{Nome: "indirizzo", Testo: s.Indirizzo}, riscontro.Scritto{Nome: "civico", Testo: s.Civico},
		riscontro.Scritto{Nome: "CAP", Testo: s.Cap}, riscontro.Scritto{Nome: "comune", Testo: s.Comune},
		riscontro.Scritto{Nome: "provincia", Testo: s.Provincia})
}

func comePersona(s vita.Soggetto) riscontro.Persona {
	return riscontro.Persona{Cognome: s.Cognome, Nome: s.Nome, CodiceFiscale: s.CodiceFiscale, Sesso: s.Sesso, Nascita: s.DataNascita}
}

// NascitaPresunta is the day of birth that a tax code alone is taken to say, though it may be a small child's; zero where
// there is no such doubt.
func NascitaPresunta(s vita.Soggetto, violazione calendario.Giorno) calendario.Giorno {
	if s.Tipo != vita.Persona {
		return calendario.Giorno{}
	}
	return comePersona(s).Presunta(violazione)
}

// DiIndirizzo judges the address of who lives in Italy.
func DiIndirizzo(s vita.Soggetto, comuni *comune.Tabella) []riscontro.Difetto {
	if comuni == nil || !targa.Italia(s.Nazione) {
		return nil
	}
	difetti, _ := riscontro.Indirizzo(comuni, indirizzo(s))
	return difetti
}

// ComuneIgnoto reports an Italian address in a comune that the table does not have: it may be the seed.
func ComuneIgnoto(s vita.Soggetto, comuni *comune.Tabella) bool {
	if s.Comune == "" || !targa.Italia(s.Nazione) {
		return false
	}
	_, noto := riscontro.Indirizzo(comuni, indirizzo(s))
	return !noto
}

func indirizzo(s vita.Soggetto) comune.Indirizzo {
	return comune.Indirizzo{Cap: s.Cap, Comune: s.Comune, CodiceIstat: s.ComuneIstat, Provincia: s.Provincia}
}

// Minorenne says why somebody is no addressee of a violation of a day, being under age; empty: he may be one.
func Minorenne(s vita.Soggetto, violazione calendario.Giorno) string {
	for _, d := range Difetti(s, violazione, nil) {
		if d.Regola == riscontro.Minorenne {
			return d.Testo
		}
	}
	return ""
}

// Chi names who answers by a title, within a sentence.
func Chi(t verbale.Titolo) string {
	if t == verbale.Trasgressore {
		return "il trasgressore"
	}
	return "l'obbligato in solido"
}

// Frase makes a sentence of a clause that begins with a letter without accent.
func Frase(testo string) string { return strings.ToUpper(testo[:1]) + testo[1:] + "." }

// AnomaliaDi is the kind that holds the acts of a fine for what a rule has against one of its addressees.
func AnomaliaDi(r riscontro.Regola) verbale.TipoAnomalia {
	switch r {
	case riscontro.Minorenne:
		return verbale.AnomaliaMinorenne
	case riscontro.CodiceFiscaleDiscorde:
		return verbale.AnomaliaIdentita
	case riscontro.NonStampabile:
		return verbale.AnomaliaNonStampabile
	default:
		return verbale.AnomaliaIndirizzo
	}
}

// ApreMinorenne is the anomaly that holds the acts of a fine one of whose addressees is under age; none where it is open.
func ApreMinorenne(s vita.Stato, p vita.Posizione, perche string) []vita.Evento {
	return ApreAnomalie(s, p, []riscontro.Difetto{{Regola: riscontro.Minorenne, Testo: perche}})
}

// ApreAnomalie are the anomalies that hold the acts of a fine for what the rules have against an addressee who is still to be
// served; those that are open already are not opened again.
func ApreAnomalie(s vita.Stato, p vita.Posizione, difetti []riscontro.Difetto) []vita.Evento {
	if !p.Aperta() {
		return nil
	}
	var eventi []vita.Evento
	for _, d := range difetti {
		tipo := AnomaliaDi(d.Regola)
		if slices.ContainsFunc(s.Anomalie, func(a vita.Anomalia) bool { return a.Tipo == tipo && a.Posizione == p.ID }) {
			continue
		}
		eventi = append(eventi, vita.Evento{Posizione: p.ID, Attore: vita.AttoreSistema, Dati: vita.Fatto{Quale: verbale.EventoAnomaliaAperta},
			Apre: &vita.Anomalia{ID: vita.NuovoID(), Tipo: tipo, Posizione: p.ID, Testo: Frase(Chi(p.Titolo) + " " + d.Testo)}})
	}
	return eventi
}

// RilascioImpossibile refuses a licence older than its holder can have had one, born on a day (art. 115 c. 1 CdS).
func RilascioImpossibile(nascita calendario.Giorno) string {
	return "il trasgressore, nato " + nascita.Detto("il") + ", non aveva ancora quattordici anni"
}
