package storico

import (
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/piattaforma-verbali/verbali/shared/codici/targa"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

const (
	chiaveAlPiu  = 100 // bytes: what the index of the keys takes, and more than any register writes
	targaAlPiu   = 64  // bytes, as targa.Valida looks at
	lettereAlPiu = 3
)

// primoGiorno is the first day of a history that is taken for true.
func primoGiorno() calendario.Giorno { return calendario.MustParse("1900-01-01") }

// ammetti refuses what cannot be in any history, the same in a try and in an import.
func (t *traduttore) ammetti() error {
	c, oggi := t.storia.Caso, calendario.Da(t.adesso)
	if len(c.Chiave) > chiaveAlPiu {
		return t.rifiuto(&c.Righe[0], ruoloCaso, fmt.Sprintf("la chiave supera %d caratteri", chiaveAlPiu))
	}
	for i := range c.Righe {
		r := &c.Righe[i]
		switch {
		case r.Giorno.Before(primoGiorno()):
			return t.rifiuto(r, ruoloGiorno, r.Giorno.Detto("il")+" viene prima "+primoGiorno().Detto("del"))
		case r.Giorno.After(oggi):
			return t.rifiuto(r, ruoloGiorno, r.Giorno.Detto("il")+" viene dopo oggi, "+oggi.Italiano())
		case r.passo == passoPagamento && r.VersatoCent == 0:
			return t.rifiuto(r, ruoloVersato, "un pagamento di zero euro non è un pagamento")
		case r.passo == passoInserito && len(r.celle[ruoloTarga]) > targaAlPiu:
			return t.rifiuto(r, ruoloTarga, fmt.Sprintf("la targa supera %d caratteri", targaAlPiu))
		}
	}
	return nil
}

// rifiuto names the cell for which the case stays out.
func (t *traduttore) rifiuto(r *Riga, x ruolo, motivo string) error {
	return &Rifiuto{Caso: t.storia.Caso.Chiave, Riga: int(r.posti[x].riga), Carattere: int(r.posti[x].carattere),
		Colonna: t.mappa.Colonne[ruoli()[x]], Motivo: motivo}
}

// lettere reports the letters of a series.
func lettere(s string) bool {
	return len(s) <= lettereAlPiu && strings.Trim(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}

// targaDi is the plate as searches look for it. A text that is no plate of any country stays as it is
// written.
func targaDi(scritta string) string {
	scritta = strings.TrimSpace(scritta)
	e := targa.ValidaEstera(scritta)
	if e.Valida || targa.Valida(scritta, "").Valida || soloLettereECifre(e.Normalizzata) {
		return e.Normalizzata
	}
	return scritta
}

// soloLettereECifre reports a key of at least two letters and digits, in whatever alphabet.
func soloLettereECifre(chiave string) bool {
	return utf8.RuneCountInString(chiave) > 1 && !strings.ContainsFunc(chiave, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// targa notes a plate that nobody can have, or none of ours: no history is lost for it.
func (t *traduttore) targa(r *Riga) {
	scritta := strings.TrimSpace(r.celle[ruoloTarga])
	italiana, straniera := targa.Valida(scritta, ""), targa.ValidaEstera(scritta)
	switch {
	case scritta == "" || italiana.Valida:
	case straniera.Valida:
		t.anomalia(AnomaliaTargaIgnota, r, fmt.Sprintf("%q: %s; straniera o scritta male, si cerca come %s",
			scritta, italiana.Motivo, straniera.Normalizzata))
	default:
		t.anomalia(AnomaliaTargaIllecita, r, fmt.Sprintf("%q: %s; resta com'è scritta", scritta, straniera.Motivo))
	}
}

// orario notes an hour of Rome that was never, or twice: the history keeps what we make of it.
func (t *traduttore) orario(r *Riga) {
	scritta := r.celle[ruoloOra]
	if scritta == "" {
		return
	}
	preso := r.istante()
	// The clocks go back by an hour at most, ever since they do.
	for _, altro := range []time.Time{preso.Add(-time.Hour), preso.Add(time.Hour)} {
		if altro.Format(oraPiena) == preso.Format(oraPiena) {
			t.anomalia(AnomaliaOraAmbigua, r, fmt.Sprintf("le %s %s ci sono state due volte (fine dell'ora legale): vale %s",
				scritta, r.Giorno.Detto("del"), preso.Format(oraPiena+" -07:00")))
			return
		}
	}
	if o, err := time.Parse(formaOra, scritta); err == nil && (o.Hour() != preso.Hour() || o.Minute() != preso.Minute()) {
		t.anomalia(AnomaliaOraInesistente, r, fmt.Sprintf("le %s %s non ci sono state (inizio dell'ora legale): vale %s",
			scritta, r.Giorno.Detto("del"), preso.Format(oraPiena+" -07:00")))
	}
}

// oraPiena is the day and hour of a clock on the wall.
const oraPiena = "2006-01-02 15:04"
