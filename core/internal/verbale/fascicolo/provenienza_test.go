package fascicolo

import (
	"testing"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"
)

// TestDaDoveVieneLIndirizzo: the register that gave or confirmed the address last, with its day; a person; the insertion.
func TestDaDoveVieneLIndirizzo(t *testing.T) {
	t.Parallel()
	id, altra := uuid.New(), uuid.New()
	giorno := calendario.MustParse("2026-11-20")
	evento := func(tipo verbale.TipoEvento, registro string, segue verbale.StatoVisura) lettura.Evento {
		return lettura.Evento{Tipo: tipo, Posizione: id, DataLegale: giorno, Registro: registro, Segue: segue}
	}
	trovato := evento(verbale.EventoIntestatarioTrovato, "INFOWS", "")
	risposta := func(segue verbale.StatoVisura) lettura.Evento {
		return evento(verbale.EventoVisuraRisposta, "RESIDENZA", segue)
	}
	recapito := evento(verbale.EventoRecapitoIndicato, "", "")
	diAltra := risposta(verbale.VisuraConforme)
	diAltra.Posizione = altra
	for nome, c := range map[string]struct {
		eventi []lettura.Evento
		codice string
		vuole  string
	}{
		"il registro dei veicoli":       {[]lettura.Evento{trovato}, "RSSMRA80A01H501U", "Motorizzazione (Info-ws) il 20/11/2026"},
		"una persona":                   {[]lettura.Evento{evento(verbale.EventoIntestatarioTrovato, "", "")}, "", "indicato da una persona il 20/11/2026"},
		"confermato":                    {[]lettura.Evento{trovato, risposta(verbale.VisuraConforme)}, "RSSMRA80A01H501U", "confermato da ANPR il 20/11/2026"},
		"confermato di un'impresa":      {[]lettura.Evento{trovato, risposta(verbale.VisuraConforme)}, "01234567897", "confermato da registro delle imprese il 20/11/2026"},
		"applicato da solo":             {[]lettura.Evento{trovato, risposta(verbale.VisuraApplicata), recapito}, "RSSMRA80A01H501U", "ANPR il 20/11/2026"},
		"applicato da una persona":      {[]lettura.Evento{trovato, risposta(verbale.VisuraConflitto), evento(verbale.EventoVisuraApplicata, "", ""), recapito}, "", "ANPR il 20/11/2026"},
		"indicato a mano dopo un invio": {[]lettura.Evento{trovato, risposta(verbale.VisuraConflitto), recapito}, "", "indicato da una persona il 20/11/2026"},
		"di un altro destinatario":      {[]lettura.Evento{trovato, diAltra}, "", "Motorizzazione (Info-ws) il 20/11/2026"},
	} {
		p := lettura.Posizione{ID: id, Soggetto: &lettura.Soggetto{CodiceFiscale: c.codice}}
		v := Verbale{}
		v.Eventi, v.Posizioni = c.eventi, []lettura.Posizione{p}
		if da := v.Provenienza(p); da != c.vuole {
			t.Errorf("%s: %q, want %q", nome, da, c.vuole)
		}
	}
}
