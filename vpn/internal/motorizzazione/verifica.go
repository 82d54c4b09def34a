package motorizzazione

import (
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/piattaforma-verbali/verbali/shared/codici/codicefiscale"
	"github.com/piattaforma-verbali/verbali/shared/codici/targa"
	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

// regola is one thing that must hold of an answer.
type regola struct {
	vale  bool
	altro string // what is wrong when it does not; names fields, never values
}

func prima(regole ...regola) error {
	for _, r := range regole {
		if !r.vale {
			return esterno.Invalid("%s", r.altro)
		}
	}
	return nil
}

// leggiVeicolo parses an answer and refuses what is incomplete or contradicts
// itself or the question.
func leggiVeicolo(corpo []byte, chiave string, giorno calendario.Giorno) (Veicolo, error) {
	var letto struct {
		Veicolo
		Rubato *bool `json:"rubato"`
	}
	if err := esterno.JSON(corpo, &letto); err != nil {
		return Veicolo{}, err
	}
	v := letto.Veicolo
	if letto.Rubato == nil {
		return Veicolo{}, esterno.Invalid("rubato mancante")
	}
	v.Rubato = *letto.Rubato
	if err := v.verifica(chiave, giorno); err != nil {
		return Veicolo{}, err
	}
	v.avverti()
	return v, nil
}

func (v *Veicolo) verifica(chiave string, giorno calendario.Giorno) error {
	err := prima(
		regola{targa.Normalizza(v.Targa) == chiave, "targa diversa da quella chiesta"},
		regola{v.Data == giorno, "data diversa da quella chiesta"},
		regola{testo(v.Tipo), "tipo mancante"},
		regola{testo(v.Marca) && testo(v.Modello), "marca o modello mancanti"},
		regola{testo(v.Telaio) && len(v.Telaio) <= 17, "telaio mancante o troppo lungo"},
		regola{credibile(v.PrimaImmatricolazione), "primaImmatricolazione mancante o impossibile"},
		regola{!v.PrimaImmatricolazione.After(giorno), "primaImmatricolazione dopo la data"},
		regola{v.Intestatari != nil, "intestatari mancante"},
		regola{len(v.Intestatari) <= 100, "oltre cento intestatari"},
		regola{v.Rubato != v.DataFurto.IsZero(), "rubato e dataFurto si contraddicono"},
		regola{!v.DataFurto.After(giorno), "dataFurto dopo la data"},
	)
	if err != nil {
		return err
	}
	v.Targa = chiave
	if err := v.verificaCessazione(); err != nil {
		return err
	}
	return v.verificaIntestatari()
}

func (v *Veicolo) verificaCessazione() error {
	if v.Cessazione == nil {
		return prima(regola{len(v.Intestatari) > 0, "nessun intestatario"})
	}
	return prima(
		regola{!v.Cessazione.Data.IsZero() && testo(v.Cessazione.Causa), "cessazione incompleta"},
		regola{!v.Cessazione.Data.After(v.Data), "cessazione dopo la data"},
		regola{v.Cessazione.Nazione == "" || nazione(v.Cessazione.Nazione), "cessazione: nazione non valida"},
	)
}

func (v *Veicolo) verificaIntestatari() error {
	visti := map[string]bool{}
	for i := range v.Intestatari {
		h := &v.Intestatari[i]
		if err := h.verifica(v.Data); err != nil {
			return err
		}
		chiave := h.CodiceFiscale + "|" + string(h.Titolo)
		if visti[chiave] {
			return esterno.Invalid("intestatario ripetuto")
		}
		visti[chiave] = true
	}
	return nil
}

func (h *Intestatario) verifica(giorno calendario.Giorno) error {
	cf := codicefiscale.Valida(h.CodiceFiscale)
	h.CodiceFiscale = cf.Normalizzato
	err := prima(
		regola{cf.Valido, "codice fiscale dell'intestatario mancante o errato"},
		regola{slices.Contains([]Titolo{Proprietario, Usufruttuario, Locatario, Acquirente}, h.Titolo), "titolo mancante o sconosciuto"},
		regola{credibile(h.Dal), "dal mancante o impossibile"},
		regola{!h.Dal.After(giorno), "intestatario dopo la data"},
		regola{h.Al.IsZero() || !h.Al.Before(giorno), "intestatario prima della data"},
	)
	if err != nil {
		return err
	}
	if err := h.Indirizzo.verifica(); err != nil {
		return err
	}
	switch h.Tipo {
	case Persona:
		return h.verificaPersona(giorno)
	case Societa:
		return prima(
			regola{testo(h.Denominazione), "denominazione mancante"},
			regola{h.Cognome == "" && h.Nome == "" && h.DataNascita.IsZero() && h.Decesso.IsZero(), "società con dati di persona"},
		)
	default:
		return esterno.Invalid("tipo di intestatario mancante o sconosciuto")
	}
}

func (h *Intestatario) verificaPersona(giorno calendario.Giorno) error {
	if h.Denominazione != "" {
		return esterno.Invalid("persona con denominazione")
	}
	if h.DataNascita.After(giorno) {
		return esterno.Invalid("intestatario nato dopo la data")
	}
	return h.titolare().verifica()
}

// titolare is the person of a holder, whose rules are those of a licence's.
func (h *Intestatario) titolare() Titolare {
	return Titolare{CodiceFiscale: h.CodiceFiscale, Cognome: h.Cognome, Nome: h.Nome, DataNascita: h.DataNascita,
		CodiceCatastaleNascita: h.CodiceCatastaleNascita, Sesso: h.Sesso, Indirizzo: h.Indirizzo, Decesso: h.Decesso}
}

func (t Titolare) verifica() error {
	return prima(
		regola{testo(t.Cognome) && testo(t.Nome), "cognome o nome mancanti"},
		regola{credibile(t.DataNascita), "dataNascita mancante o impossibile"},
		regola{t.Sesso == "M" || t.Sesso == "F", "sesso mancante o sconosciuto"},
		regola{forma(t.CodiceCatastaleNascita, "L999"), "codiceCatastaleNascita mancante o errato"},
		regola{t.Decesso.IsZero() || !t.Decesso.Before(t.DataNascita), "decesso prima della nascita"},
	)
}

func (i Indirizzo) verifica() error {
	err := prima(
		regola{testo(i.Via) && testo(i.Comune), "indirizzo senza via o comune"},
		regola{i.Civico == "" || testo(i.Civico), "civico non valido"},
		regola{nazione(i.Nazione), "indirizzo senza nazione"},
	)
	if err != nil || i.Nazione != "IT" {
		return err
	}
	return prima(
		regola{forma(i.CAP, "99999") && i.CAP != "00000", "CAP mancante o errato"},
		regola{forma(i.CodiceIstat, "999999"), "codiceIstat mancante o errato"},
		regola{forma(i.Provincia, "LL"), "provincia mancante o errata"},
	)
}

// testo is a value fit to be printed on an act and an envelope: a letter or a digit at least, at most 200 bytes,
// and nothing but what the register of a country that writes in Latin letters holds. Anything else (signs of
// direction, pictures, other alphabets) is a damaged answer.
func testo(s string) bool {
	return len(s) <= 200 && strings.ContainsFunc(s, pieno) && !strings.ContainsFunc(s, estraneo)
}

func pieno(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

func estraneo(r rune) bool {
	switch {
	case unicode.IsLetter(r):
		return !unicode.Is(unicode.Latin, r)
	case unicode.IsDigit(r):
		return r > unicode.MaxASCII
	}
	return !unicode.In(r, unicode.Zs, unicode.Mn, unicode.P) && !strings.ContainsRune("°+´`€$", r)
}

// primaDiTutti is before anybody's birth and any vehicle: a day like that is a field left empty.
const primaDiTutti = 1880

func credibile(g calendario.Giorno) bool { return !g.IsZero() && g.Anno() > primaDiTutti }

func nazione(s string) bool { return forma(s, "LL") }

// forma compares with a picture: 9 is a digit, L a capital letter.
func forma(s, figura string) bool {
	if len(s) != len(figura) {
		return false
	}
	for i := range len(s) {
		basso, alto := byte('0'), byte('9')
		if figura[i] == 'L' {
			basso, alto = 'A', 'Z'
		}
		if s[i] < basso || s[i] > alto {
			return false
		}
	}
	return true
}

// avverti fills in Avvertenze.
func (v *Veicolo) avverti() {
	for i := range v.Intestatari {
		v.Avvertenze = append(v.Avvertenze, v.Intestatari[i].Discordanze()...)
	}
}

// Discordanze are Italian remarks on a tax code that does not fit the person beside it; none for a company.
func (h *Intestatario) Discordanze() []string {
	if h.Tipo != Persona {
		return nil
	}
	return h.titolare().discordanze()
}

// discordanze compares the tax code with the person: names in the register may
// be in another order, so it is a warning and never a refusal.
func (t Titolare) discordanze() []string {
	anno, mese, giorno := t.DataNascita.Date()
	return codicefiscale.Discordanze(t.CodiceFiscale, codicefiscale.Persona{Cognome: t.Cognome, Nome: t.Nome,
		Nascita: time.Date(anno, mese, giorno, 0, 0, 0, 0, time.UTC), Sesso: codicefiscale.Sesso(t.Sesso), CodiceCatastale: t.CodiceCatastaleNascita})
}
