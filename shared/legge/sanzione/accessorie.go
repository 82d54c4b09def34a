package sanzione

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Accessorie are the accessory sanctions one by one, each with a capital letter; empty, never nil, where
// there is none.
func (s Sanzione) Accessorie() []string {
	accessorie := []string{}
	for parte := range strings.SplitSeq(s.Accessoria, ";") {
		if parte = strings.TrimSpace(parte); parte != "" {
			r, n := utf8.DecodeRuneInString(parte)
			accessorie = append(accessorie, string(unicode.ToUpper(r))+parte[n:])
		}
	}
	return accessorie
}

// SeguitoRecidiva is what the words of the accessory sanctions say of a repeat, such as a longer suspension; empty where they say
// nothing of it.
func (s Sanzione) SeguitoRecidiva() string {
	for parte := range strings.SplitSeq(s.Accessoria, ";") {
		if parte = strings.TrimSpace(parte); strings.HasPrefix(strings.ToLower(parte), "in caso di ") {
			_, seguito, _ := strings.Cut(parte, ", ")
			return seguito
		}
	}
	return ""
}

// CambiaPerRecidiva reports a row of which something changes with the repeat: a named sanction, its length, the discount.
func (s Sanzione) CambiaPerRecidiva() bool {
	return len(s.ConseguenzeRecidiva) > 0 || s.SeguitoRecidiva() != "" || s.Sconto30 == ScontoCondizionato && s.PerPrecedenti()
}

// frase is how tables that had no names yet, and imported acts, wrote an accessory sanction.
type frase struct {
	parole      string
	conseguenze []Conseguenza
}

func frasi() []frase {
	return []frase{
		{"sospensione della patente", []Conseguenza{SospensionePatente}},
		{"sospensione della patente e del documento di circolazione", []Conseguenza{SospensioneDocumento}},
		{"provvedimenti sulla patente", []Conseguenza{SospensionePatente, AltraConseguenza}},
		{"revoca della patente", []Conseguenza{RevocaPatente}},
		{"ritiro della patente", []Conseguenza{RitiroPatente}},
		{"ritiro del documento di circolazione", []Conseguenza{RitiroDocumento}},
		{"ritiro della targa", []Conseguenza{RitiroTarga}},
		{"fermo amministrativo", []Conseguenza{FermoVeicolo}},
		{"fermo del veicolo", []Conseguenza{FermoVeicolo}},
		{"sequestro del veicolo", []Conseguenza{SequestroVeicolo}},
		{"confisca del veicolo", []Conseguenza{ConfiscaVeicolo}},
		{"confisca dei ", []Conseguenza{ConfiscaCose}},
		{"confisca delle ", []Conseguenza{ConfiscaCose}},
		{"sospensione del veicolo", []Conseguenza{SospensioneCircolazione}},
		{"rimozione del veicolo", []Conseguenza{Rimozione}},
		{"rimozione del mezzo pubblicitario", []Conseguenza{Ripristino}},
		{"rimozione delle opere", []Conseguenza{Ripristino}},
		{"ripristino", []Conseguenza{Ripristino}},
	}
}

// ConseguenzeDette are the accessory sanctions of a first violation that a text names in words: acts were written before
// the table named them. What follows a repeat, and what follows only if something is not done, is left out.
func ConseguenzeDette(accessoria string) (dette []Conseguenza) {
	for parte := range strings.SplitSeq(strings.ToLower(accessoria), ";") {
		parte, _, _ = strings.Cut(strings.TrimSpace(parte), "in caso di ")
		if strings.HasPrefix(parte, "confisca se ") {
			continue
		}
		for _, f := range frasi() {
			if strings.Contains(parte, f.parole) {
				dette = append(dette, f.conseguenze...)
			}
		}
	}
	return dette
}

// sospensioneBreve is how an act names the short suspension of the licence (art. 218-ter CdS).
const sospensioneBreve = "Sospensione breve della patente per "

// ConSospensioneBreve adds the days of the short suspension, 0 for none, to the accessory sanctions that an act says.
func ConSospensioneBreve(accessoria string, giorni int) string {
	if giorni == 0 {
		return accessoria
	}
	if accessoria != "" {
		accessoria += "; "
	}
	return accessoria + sospensioneBreve + strconv.Itoa(giorni) + " giorni (art. 218-ter CdS)"
}

// ScontoPerSospensioneBreve reports that the discount of 30 % of a row was refused because of the short suspension that the act
// says: no source gives or takes it then, and the command has decided.
func (s Sanzione) ScontoPerSospensioneBreve(sconto bool, accessoria string) bool {
	return !sconto && s.SospensioneBreve != "" && strings.Contains(accessoria, sospensioneBreve)
}
