package codicefiscale

import (
	"fmt"
	"slices"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/codici/nominativo"
)

// discordanza is a datum of a person that the code contradicts.
type discordanza struct{ campo, atteso, trovato string }

// Discordanze lists, in Italian, where a person's code and the data we hold disagree: a warning
// for the operator, never a refusal (the register may have the name in another order). A date, a sex or a
// place left empty is not compared, nor are names when both are. A name agrees when one of the ways in which
// offices have read it gives the code: see [nomiDiscordi]. Nil when raw is not the valid code of a person.
func Discordanze(raw string, p Persona) []string {
	var note []string
	for _, d := range discordanze(raw, p) {
		note = append(note, fmt.Sprintf("%s: il codice fiscale porta %s, dai dati risulta %s", d.campo, d.trovato, d.atteso))
	}
	return note
}

// CampiDiscordi names, in Italian, the data that [Discordanze] compares and the code contradicts, without what either
// says: for texts that must not name a person.
func CampiDiscordi(raw string, p Persona) []string {
	var campi []string
	for _, d := range discordanze(raw, p) {
		campi = append(campi, d.campo)
	}
	return campi
}

func discordanze(raw string, p Persona) []discordanza {
	esito := Valida(raw)
	if !esito.Valido || esito.Numerico {
		return nil
	}
	base := esito.Dati.Base
	tutte := nomiDiscordi(base, nominativo.Pulito(p.Cognome), nominativo.Pulito(p.Nome))
	confronta := func(campo, atteso, trovato string) {
		if atteso != trovato {
			tutte = append(tutte, discordanza{campo, atteso, trovato})
		}
	}
	if p.Sesso != "" {
		confronta("sesso", string(p.Sesso), string(esito.Dati.Sesso))
	}
	if data, err := dataESesso(p.Nascita, esito.Dati.Sesso); err == nil {
		confronta("data di nascita", string(data[:]), base[6:11])
	}
	if p.CodiceCatastale != "" {
		confronta("luogo di nascita", Normalizza(p.CodiceCatastale), base[11:15])
	}
	return tutte
}

// nomiDiscordi compares the names with the first six letters of a code. A person with one name only is in the code as a
// surname or as a first name, whichever the register took it for, and many systems repeat the one name in both fields or
// write surname and first name in one: the identity is the same in each, so one reading that fits is enough.
func nomiDiscordi(base, cognome, nome string) []discordanza {
	letture := [][2]string{{cognome, nome}}
	switch {
	case cognome == "" && nome == "":
		return nil
	case cognome == "" || nome == "":
		letture = append(letture, [2]string{nome, cognome})
		letture = append(letture, divisioni(strings.Fields(cognome+nome))...)
	case stessoNome(cognome, nome):
		letture = append(letture, [2]string{"", nome}, [2]string{cognome, ""})
	}
	var prime []discordanza
	for i, l := range letture {
		d := slices.Concat(confronto("cognome", l[0], base[:3], treLettere), confronto("nome", l[1], base[3:6], treDelNome))
		if len(d) == 0 {
			return nil
		}
		if i == 0 {
			prime = d
		}
	}
	return prime
}

// divisioni are the ways to part words into surname and first name, in either order.
func divisioni(parole []string) (tutte [][2]string) {
	for i := 1; i < len(parole); i++ {
		prima, dopo := strings.Join(parole[:i], " "), strings.Join(parole[i:], " ")
		tutte = append(tutte, [2]string{prima, dopo}, [2]string{dopo, prima})
	}
	return tutte
}

func stessoNome(a, b string) bool {
	return slices.Equal(leggiNome(a).prima(nil), leggiNome(b).prima(nil))
}

// confronto is what the code says otherwise of one name; nothing where a reading of it fits, or where it cannot be read.
func confronto(campo, testo, trovato string, riduci func([]byte) tre) []discordanza {
	if testo == "" {
		if trovato == senza().String() {
			return nil
		}
		return []discordanza{{campo, senza().String(), trovato}}
	}
	atteso := ""
	for _, scrittura := range scritture(testo) {
		n := leggiNome(scrittura)
		if n.ignoto != 0 || len(n.segni) == 0 {
			continue
		}
		possibili, tutte := n.possibili(riduci)
		if !tutte || slices.Contains(possibili, trovato) {
			return nil
		}
		if atteso == "" {
			atteso = riduci(n.prima(nil)).String()
		}
	}
	if atteso == "" {
		return nil
	}
	return []discordanza{{campo, atteso, trovato}}
}

// scritture are the names that one field may hold: those before a comma, or all (before the D.P.R. 396/2000); what
// stands outside brackets, or inside ("Rossi (nata Bianchi)"); either side of a slash.
func scritture(testo string) []string {
	tutte := []string{primaDellaVirgola(testo), strings.ReplaceAll(testo, ",", " ")}
	taglia := func(r rune) bool { return strings.ContainsRune(`()[]{}/\|"«»“”;`, r) }
	for _, parte := range strings.FieldsFunc(testo, taglia) {
		tutte = append(tutte, parte)
		if parole := strings.Fields(parte); len(parole) > 1 && premessa(parole[0]) {
			tutte = append(tutte, strings.Join(parole[1:], " "))
		}
	}
	return tutte
}

// premessa reports a word that introduces another name of the same person.
func premessa(parola string) bool {
	return slices.Contains([]string{"nata", "nato", "detto", "detta", "alias", "ved.", "vedova", "in", "già"}, strings.ToLower(parola))
}

// massimeLetture bounds the readings of a name: with more, its letters outside the table would decide anyway.
const massimeLetture = 512

// possibili are the letters that the readings of a name leave in the code; tutte is false where there are too many.
func (n nome) possibili(riduci func([]byte) tre) (lettere []string, tutte bool) {
	stati := []string{""}
	for _, s := range n.segni {
		var poi []string
		for _, stato := range stati {
			for _, lettura := range s.letture {
				if x := utili(stato + lettura); !slices.Contains(poi, x) {
					poi = append(poi, x)
				}
			}
		}
		if stati = poi; len(stati) > massimeLetture {
			return nil, false
		}
	}
	for _, stato := range stati {
		if x := riduci([]byte(stato)).String(); stato != "" && !slices.Contains(lettere, x) {
			lettere = append(lettere, x)
		}
	}
	return lettere, true
}

// utili keeps the letters of a name that can enter the code: four consonants, then three vowels.
func utili(lettere string) string {
	var consonanti, vocali []byte
	for i := range len(lettere) {
		switch c := lettere[i]; {
		case vocale(c) && len(vocali) < 3:
			vocali = append(vocali, c)
		case !vocale(c) && len(consonanti) < 4:
			consonanti = append(consonanti, c)
		}
	}
	return string(consonanti) + string(vocali)
}
