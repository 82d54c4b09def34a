package targa

import "iter"

// forma is one shape of Italian plate. In schema a capital or a digit stands for itself, a small
// letter for a class of characters (see classeDi).
type forma struct {
	schema     string
	tipo       Tipo
	classe     Classe
	avvertenza string
}

const (
	avvisoCorpo      = "CC e CD davanti a tre cifre: ordinaria o del corpo diplomatico e consolare, decide il colore o il registro"
	avvisoEscursione = "targa per escursionisti esteri: l'intestatario risiede all'estero"
	avvisoVecchio    = "contrassegno di ciclomotore a cinque caratteri: non vale per circolare dal 13/2/2012 (L. 120/2010)"
	avvisoRimorchio  = "serie di rimorchi fino al 2013: stessa forma di un motoveicolo"
	avvisoCarta      = "targa provvisoria di carta: cinque cifre e codice di regione e provincia"
)

// forme is the table of shapes, likeliest reading first: shapes with fixed letters come before the general shapes that would
// swallow them. Read only. Sources: identifiers sheet, section 3.
//
//nolint:gochecknoglobals // a table of the law, too long to build at each plate
var forme = [...]forma{
	{"EIaaddd", Esercito, ClasseAutoveicolo, ""},
	{"EIadddd", Esercito, ClasseMotoveicolo, ""},
	{"CCllddd", Carabinieri, ClasseAutoveicolo, ""},
	{"MMllddd", Marina, ClasseAutoveicolo, ""},
	{"AMAHddd", Aeronautica, ClasseAutoveicolo, ""},
	{"AMAIddd", Aeronautica, ClasseAutoveicolo, ""},
	{"AMbaddd", Aeronautica, ClasseAutoveicolo, ""},
	{"AMadddd", Aeronautica, ClasseMotoveicolo, ""},
	{"GDIFdddll", GuardiaDiFinanza, ClasseAutoveicolo, ""},
	{"POLIZIAldddd", PoliziaDiStato, ClasseAutoveicolo, ""},
	{"POLIZIAPENITENZIARIAdddll", PoliziaPenitenziaria, ClasseAutoveicolo, ""},
	{"VFddddd", VigiliDelFuoco, ClasseAutoveicolo, ""},
	{"VFRdddd", VigiliDelFuoco, ClasseRimorchio, ""},
	{"VFPddddd", VigiliDelFuoco, ClasseAutoveicolo, ""},
	{"VFFWxxx", VigiliDelFuoco, ClasseAutoveicolo, ""},
	{"VFxxxTN", VigiliDelFuoco, ClasseAutoveicolo, ""},
	{"CRInnnnn", CroceRossa, ClasseAutoveicolo, ""},
	{"CRIddd", CroceRossa, ClasseMotoveicolo, ""},
	{"CRIdddd", CroceRossa, ClasseMotoveicolo, ""},
	{"CPdddd", GuardiaCostiera, ClasseAutoveicolo, ""},
	{"CPddddR", GuardiaCostiera, ClasseRimorchio, ""},
	{"DPCldddd", ProtezioneCivile, ClasseAutoveicolo, ""},
	{"PCZSxxx", ProtezioneCivile, ClasseAutoveicolo, ""},
	{"CFSdddll", Forestale, ClasseAutoveicolo, ""},
	{"UNdddaa", Diplomatica, ClasseAutoveicolo, ""},
	{"UNPdddaa", Diplomatica, ClasseAutoveicolo, ""},
	{"UNTdddaa", Diplomatica, ClasseAutoveicolo, ""},
	{"SMOMddd", Diplomatica, ClasseAutoveicolo, ""},
	{"SMOMMddd", Diplomatica, ClasseMotoveicolo, ""},
	{"EEdddll", EscursionistiEsteri, ClasseAutoveicolo, avvisoEscursione},
	{"Xldddll", Rimorchio, ClasseRimorchio, ""},
	{"Yldddll", PoliziaLocale, ClasseAutoveicolo, ""},
	{"Ylddddd", PoliziaLocale, ClasseMotoveicolo, ""},
	{"Ydddll", PoliziaLocale, ClasseCiclomotore, ""},
	{"lldddll", Autoveicolo, ClasseAutoveicolo, ""},
	{"CCdddaa", Diplomatica, ClasseAutoveicolo, avvisoCorpo},
	{"CDdddaa", Diplomatica, ClasseAutoveicolo, avvisoCorpo},
	{"llddddd", Motoveicolo, ClasseMotoveicolo, ""},
	{"mmmmmm", Ciclomotore, ClasseCiclomotore, ""},
	{"lldddl", Agricola, ClasseAgricola, ""},
	{"lllddd", Agricola, ClasseAgricola, ""},
	{"nnPnnnnn", Prova, ClasseAutoveicolo, ""},
	{"", Provinciale, ClasseAutoveicolo, ""},
	{"llddddd", Rimorchio, ClasseRimorchio, avvisoRimorchio},
	{"aaRdddddd", Rimorchio, ClasseRimorchio, ""},
	{"xxxxx", Ciclomotore, ClasseCiclomotore, avvisoVecchio},
	{"dddddad", Provvisoria, ClasseAutoveicolo, avvisoCarta},
}

// Candidati lists every reading of a normalised Italian plate, likeliest first.
func Candidati(normalizzata string) []Candidato {
	var candidati []Candidato
	for f := range letture(normalizzata) {
		candidati = append(candidati, Candidato{f.tipo, f.classe, f.avvertenza})
	}
	return candidati
}

// letture walks the shapes that admit a plate, in the order of the table.
func letture(normalizzata string) iter.Seq[*forma] {
	return func(yield func(*forma) bool) {
		for i := range forme {
			if forme[i].ammette(normalizzata) && !yield(&forme[i]) {
				return
			}
		}
	}
}

func (f *forma) ammette(s string) bool {
	switch len(f.schema) {
	case 0:
		return provinciale(s)
	case len(s):
		return corrisponde(f.schema, s) && !f.esclude(s)
	}
	return false
}

// esclude holds the exceptions that a shape alone cannot say.
func (f *forma) esclude(s string) bool {
	switch {
	case f.tipo == Autoveicolo:
		// X is for trailers, Y for the local police, EE for foreign excursionists.
		return s[0] == 'X' || s[0] == 'Y' || s[:2] == "EE"
	case f.tipo == Motoveicolo:
		// Pairs equal to a province were skipped in 1999; Y is the local police's.
		return s[0] == 'Y' || provinciaNel1999(s[:2])
	case f.schema == "xxxxx":
		return !contieneCifra(s)
	}
	return false
}

func corrisponde(schema, s string) bool {
	if len(schema) != len(s) || s == "" {
		return false
	}
	for i := range len(s) {
		if !classeDi(schema[i], s[i]) {
			return false
		}
	}
	return true
}

// classeDi says whether c belongs to the class that a small letter of a schema stands for:
// l the 22 letters used since 1994, a any letter, b any letter but A, d a digit, m the moped
// alphabet, n letters l and digits, x any letter or digit.
//
//nolint:cyclop // one line a class
func classeDi(segno, c byte) bool {
	lettera, cifra := 'A' <= c && c <= 'Z', '0' <= c && c <= '9'
	moderna := lettera && c != 'I' && c != 'O' && c != 'Q' && c != 'U'
	switch segno {
	case 'l':
		return moderna
	case 'a':
		return lettera
	case 'b':
		return lettera && c != 'A'
	case 'd':
		return cifra
	case 'm':
		return moderna && c != 'A' && c != 'E' || '2' <= c && c <= '9'
	case 'n':
		return moderna || cifra
	case 'x':
		return lettera || cifra
	}
	return segno == c
}

func contieneCifra(s string) bool {
	for i := range len(s) {
		if classeDi('d', s[i]) {
			return true
		}
	}
	return false
}
