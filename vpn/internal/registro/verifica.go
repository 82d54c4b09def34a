package registro

import (
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/piattaforma-verbali/verbali/shared/codici/codicefiscale"
	"github.com/piattaforma-verbali/verbali/shared/codici/nominativo"
	"github.com/piattaforma-verbali/verbali/shared/codici/targa"
	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

// Regola is one thing that must hold of an answer.
type Regola struct {
	Vale  bool
	Altro string // the mismatch, by names of fields, never values
}

// Prima is the first rule that does not hold, as an error of esterno; nil when all do.
func Prima(regole ...Regola) error {
	for _, r := range regole {
		if !r.Vale {
			return esterno.Invalid("%s", r.Altro)
		}
	}
	return nil
}

// Verifica refuses an answer that is incomplete or contradicts itself or the question: chiave is the plate as Chiave gives it,
// giorno the day asked for. What a register need not give may be missing; where it is there it is good. The warnings are
// written then.
func (v *Veicolo) Verifica(chiave string, giorno calendario.Giorno) error {
	if err := v.verifica(chiave, giorno); err != nil {
		return err
	}
	v.avverti()
	return nil
}

func (v *Veicolo) verifica(chiave string, giorno calendario.Giorno) error {
	err := Prima(
		Regola{targa.Normalizza(v.Targa) == chiave, "targa diversa da quella chiesta"},
		Regola{v.Data == giorno, "data diversa da quella chiesta"},
		Regola{Testo(v.Tipo), "tipo mancante"},
		Regola{facoltativo(v.Classe, parola) && facoltativo(v.Categoria, parola), "classe o categoria non valida"},
		Regola{facoltativo(v.Marca, Testo) && facoltativo(v.Modello, Testo), "marca o modello non validi"},
		Regola{facoltativo(v.Telaio, Testo) && len(v.Telaio) <= 17, "telaio non valido o troppo lungo"},
		Regola{v.PrimaImmatricolazione.IsZero() || Credibile(v.PrimaImmatricolazione), "primaImmatricolazione impossibile"},
		Regola{!v.PrimaImmatricolazione.After(giorno), "primaImmatricolazione dopo la data"},
		Regola{v.Intestatari != nil, "intestatari mancante"},
		Regola{len(v.Intestatari) <= 100, "oltre cento intestatari"},
		Regola{v.Rubato != v.DataFurto.IsZero(), "rubato e dataFurto si contraddicono"},
		Regola{!v.DataFurto.After(giorno), "dataFurto dopo la data"},
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
		return Prima(Regola{len(v.Intestatari) > 0, "nessun intestatario"})
	}
	return Prima(
		Regola{!v.Cessazione.Data.IsZero() && Testo(v.Cessazione.Causa), "cessazione incompleta"},
		Regola{!v.Cessazione.Data.After(v.Data), "cessazione dopo la data"},
		Regola{v.Cessazione.Nazione == "" || Nazione(v.Cessazione.Nazione), "cessazione: nazione non valida"},
	)
}

func (v *Veicolo) verificaIntestatari() error {
	visti := map[string]bool{}
	for i := range v.Intestatari {
		h := &v.Intestatari[i]
		if err := h.verifica(v.Data); err != nil {
			return err
		}
		chiave := strings.Join([]string{h.CodiceFiscale, h.Cognome, h.Nome, h.Denominazione, string(h.Titolo)}, "|")
		if h.CodiceFiscale != "" {
			chiave = h.CodiceFiscale + "|" + string(h.Titolo)
		}
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
	err := Prima(
		Regola{cf.Valido || h.CodiceFiscale == "", "codice fiscale dell'intestatario errato"},
		Regola{slices.Contains([]Titolo{Proprietario, Usufruttuario, Locatario, Acquirente}, h.Titolo), "titolo mancante o sconosciuto"},
		Regola{h.Dal.IsZero() || Credibile(h.Dal), "dal impossibile"},
		Regola{!h.Dal.After(giorno), "intestatario dopo la data"},
		Regola{h.Al.IsZero() || !h.Al.Before(giorno), "intestatario prima della data"},
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
		return Prima(
			Regola{Testo(h.Denominazione), "denominazione mancante"},
			Regola{h.Cognome == "" && h.Nome == "" && h.DataNascita.IsZero() && h.Decesso.IsZero(), "società con dati di persona"},
		)
	default:
		return esterno.Invalid("tipo di intestatario mancante o sconosciuto")
	}
}

func (h *Intestatario) verificaPersona(giorno calendario.Giorno) error {
	if h.Denominazione != "" {
		return esterno.Invalid("persona con denominazione")
	}
	pulisci(&h.Cognome, &h.Nome)
	if h.DataNascita.After(giorno) {
		return esterno.Invalid("intestatario nato dopo la data")
	}
	return h.titolare().verifica()
}

// pulisci leaves out what the register writes for a name that the person does not have.
func pulisci(cognome, nome *string) {
	*cognome, *nome = nominativo.Pulito(*cognome), nominativo.Pulito(*nome)
}

// titolare is the person of a holder, whose rules are those of a licence's.
func (h *Intestatario) titolare() Titolare {
	return Titolare{CodiceFiscale: h.CodiceFiscale, Cognome: h.Cognome, Nome: h.Nome, DataNascita: h.DataNascita,
		CodiceCatastaleNascita: h.CodiceCatastaleNascita, Sesso: h.Sesso, Indirizzo: h.Indirizzo, Decesso: h.Decesso}
}

func (t Titolare) verifica() error {
	return Prima(
		Regola{t.Cognome != "" || t.Nome != "", "cognome e nome mancanti"},
		Regola{facoltativo(t.Cognome, Testo) && facoltativo(t.Nome, Testo), "cognome o nome non stampabili"},
		Regola{t.DataNascita.IsZero() || Credibile(t.DataNascita), "dataNascita impossibile"},
		Regola{t.Sesso == "" || t.Sesso == "M" || t.Sesso == "F", "sesso sconosciuto"},
		Regola{t.CodiceCatastaleNascita == "" || Forma(t.CodiceCatastaleNascita, "L999"), "codiceCatastaleNascita errato"},
		Regola{t.Decesso.IsZero() || !t.Decesso.Before(t.DataNascita), "decesso prima della nascita"},
	)
}

func (i Indirizzo) verifica() error {
	err := Prima(
		Regola{Testo(i.Via) && Testo(i.Comune), "indirizzo senza via o comune"},
		Regola{i.Civico == "" || Testo(i.Civico), "civico non valido"},
		Regola{Nazione(i.Nazione), "indirizzo senza nazione"},
	)
	if err != nil || i.Nazione != "IT" {
		return err
	}
	return Prima(
		Regola{i.CAP == "" || Forma(i.CAP, "99999") && i.CAP != "00000", "CAP errato"},
		Regola{i.CodiceIstat == "" || Forma(i.CodiceIstat, "999999"), "codiceIstat errato"},
		Regola{i.Provincia == "" || Forma(i.Provincia, "LL"), "provincia errata"},
	)
}

// Testo reports a value fit to be printed on an act and an envelope: a letter or a digit at least, at most 200 bytes,
// and nothing but what the register of a country that writes in Latin letters holds. Anything else (signs of
// direction, pictures, other alphabets) is a damaged answer.
func Testo(s string) bool {
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

// facoltativo reports a value that is not there, or good.
func facoltativo(s string, buono func(string) bool) bool { return s == "" || buono(s) }

// parola is a word of capital letters, digits and underscores.
func parola(s string) bool {
	return len(s) <= 40 && strings.Trim(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == ""
}

// primaDiTutti is before anybody's birth and any vehicle: a day like that is a field left empty.
const primaDiTutti = 1880

// Credibile reports a day that somebody may have been born, or a vehicle registered, on.
func Credibile(g calendario.Giorno) bool { return !g.IsZero() && g.Anno() > primaDiTutti }

// Nazione reports a code of ISO 3166-1 alpha-2, by its shape.
func Nazione(s string) bool { return Forma(s, "LL") }

// Forma compares with a picture: 9 is a digit, L a capital letter.
func Forma(s, figura string) bool {
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
	if t.CodiceFiscale == "" || t.DataNascita.IsZero() {
		return nil
	}
	anno, mese, giorno := t.DataNascita.Date()
	return codicefiscale.Discordanze(t.CodiceFiscale, codicefiscale.Persona{Cognome: t.Cognome, Nome: t.Nome,
		Nascita: time.Date(anno, mese, giorno, 0, 0, 0, 0, time.UTC), Sesso: codicefiscale.Sesso(t.Sesso), CodiceCatastale: t.CodiceCatastaleNascita})
}
