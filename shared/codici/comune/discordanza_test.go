package comune_test

import (
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/codici/comune"
)

// TestIlNomeDiscordaDalCodice only where it is surely another's: not for a spelling, nor for what the table lacks.
func TestIlNomeDiscordaDalCodice(t *testing.T) {
	t.Parallel()
	tabella := comune.Iniziale()
	for _, c := range []struct {
		istat, nome, provincia string
		discorde               bool
	}{
		{"037006", "Bologna", "BO", false},
		{"037006", "BOLOGNA", "MI", false}, // the name is its own
		{"037006", "Milano", "MI", true},
		{"037006", "Milano", "BO", true},
		{"037006", "Topolinia", "BO", true},
		{"037006", "", "BO", true},
		{"999999", "Topolinia", "BO", false}, // the table does not have the code
		{"040012", "FORLI'", "FC", false},
		{"066049", "L AQUILA", "AQ", false},
		{"021008", "Bozen", "BZ", false},
		{"021008", "BOLZANO/BOZEN", "BZ", false},
		{"035033", "REGGIO EMILIA", "RE", false},
		{"035033", "Reggio nell'Em.", "RE", false},
		{"035033", "Reggio Calabria", "RC", true},
		{"080063", "Reggio Calabria", "RC", false},
		{"015149", "Monza", "MB", false}, // the code of the province that it left
	} {
		if ha := tabella.Discorde(c.istat, c.nome, c.provincia); ha != c.discorde {
			t.Errorf("%s %q %s: %v", c.istat, c.nome, c.provincia, ha)
		}
	}
}

// TestPaeseNoto: two letters are a country, or nobody's.
func TestPaeseNoto(t *testing.T) {
	t.Parallel()
	for sigla, noto := range map[string]bool{
		"IT": true, "CH": true, "FR": true, "SM": true, "VA": true, "XK": true,
		"DD": false, "UK": false, "XX": false, "ZZ": false, "QQ": false, "AA": false, "EU": false, "": false, "I": false, "ITA": false, "380": false,
	} {
		if comune.PaeseNoto(sigla) != noto {
			t.Errorf("%q: %v", sigla, !noto)
		}
	}
}
