package targhe

import (
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/lettore"
)

const (
	cifre = "0123456789"
	// lettere are those of the national series since 1994: no I, O, Q, U.
	lettere = "ABCDEFGHJKLMNPRSTVWXYZ"
	tutte   = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	// ciclomotori are the characters of a moped's plate.
	ciclomotori = "BCDFGHJKLMNPRSTVWXY23456789"
)

// forma is a shape of Italian plate that the reader looks for, with what it costs against the ordinary ones (natural logarithm): a rare
// shape wants clearer characters. In righe a letter is itself; l stands for a letter of the national series, d for a digit, m for a
// moped's character; a bar parts the two lines of a square plate.
type forma struct {
	righe string
	costo float64
}

//nolint:gochecknoglobals // a table, read only
var forme = []forma{
	{"lldddll", 0}, {"ll|dddll", 0}, {"lld|ddll", 1}, {"llddd|ll", 2},
	{"llddddd", 1}, {"ll|ddddd", 0}, {"ll|dddddd", 4},
	{"mmm|mmm", 1}, {"mmmmmm", 6}, {"lldddl", 5}, {"lllddd", 5}, {"ll|dddl", 4},
	{"EIlllddd", 9}, {"EIllddd", 3}, {"CCllddd", 3}, {"MMllddd", 3}, {"AMllddd", 3}, {"GDIFdddll", 3},
	{"VFddddd", 2}, {"POLIZIAldddd", 3}, {"CRIddddl", 6}, {"CRIldddl", 4}, {"CRIdddd", 4}, {"CPdddd", 4}, {"DPCldddd", 4},
}

// righe are the grammars of a shape's lines.
func (f forma) schemi() []lettore.Schema {
	var esce []lettore.Schema
	for parte := range strings.SplitSeq(f.righe, "|") {
		var s lettore.Schema
		for i := range len(parte) {
			switch c := parte[i]; c {
			case 'l':
				s = append(s, lettere)
			case 'd':
				s = append(s, cifre)
			case 'm':
				s = append(s, ciclomotori)
			default:
				s = append(s, string(c))
			}
		}
		esce = append(esce, s)
	}
	return esce
}
