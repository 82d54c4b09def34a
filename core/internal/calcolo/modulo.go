package calcolo

import (
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/codici/codicefiscale"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// massimoTesto is the longest text of a field, in characters.
const massimoTesto = 100

// modulo is a form: the texts typed, and their faults by field.
type modulo struct {
	valori url.Values
	guasti voce.Guasti
}

func nuovoModulo(valori url.Values) *modulo { return &modulo{valori: valori} }

// vuoto is whether nobody has sent the form yet.
func (m *modulo) vuoto() bool { return len(m.valori) == 0 }

// proponi fills a field of a form that nobody has sent yet.
func (m *modulo) proponi(nome, valore string) { m.valori[nome] = []string{valore} }

// buono is whether nothing is wrong so far.
func (m *modulo) buono() bool { return len(m.guasti) == 0 }

// sbaglia notes the fault of a field.
func (m *modulo) sbaglia(nome, motivo string) {
	m.guasti = append(m.guasti, problem.Campo{Campo: nome, Messaggio: motivo})
}

// valore is the text typed, shown again.
func (m *modulo) valore(nome string) string { return m.valori.Get(nome) }

// testo reads a line; too long or not printable is a fault.
func (m *modulo) testo(nome string) string {
	valore := strings.TrimSpace(m.valore(nome))
	m.guasti.Testo(nome, valore, massimoTesto)
	return valore
}

// spunta reads a box.
func (m *modulo) spunta(nome string) bool { return m.valore(nome) != "" }

// giorno reads a day; nothing typed is no day.
func (m *modulo) giorno(nome string) calendario.Giorno {
	valore := m.testo(nome)
	if valore == "" {
		return calendario.Giorno{}
	}
	g, err := calendario.LeggiData(valore)
	if err != nil {
		m.sbaglia(nome, "non è una data: scriverla come 20/11/2026")
	}
	return g
}

// giornoDovuto reads a day that must be there.
func (m *modulo) giornoDovuto(nome string) calendario.Giorno {
	if strings.TrimSpace(m.valore(nome)) == "" {
		m.sbaglia(nome, "manca")
	}
	return m.giorno(nome)
}

// istante reads a time of that day by the clock in Rome; false when none was typed.
func (m *modulo) istante(nome string, giorno calendario.Giorno) (time.Time, bool) {
	valore := strings.ReplaceAll(m.testo(nome), ".", ":")
	if valore == "" {
		return time.Time{}, false
	}
	ora, err := time.Parse("15:04", valore)
	if err != nil {
		ora, err = time.Parse("15:04:05", valore)
	}
	if err != nil {
		m.sbaglia(nome, "non è un'ora: scriverla come 22:30")
		return time.Time{}, false
	}
	y, mese, g := giorno.Date()
	return time.Date(y, mese, g, ora.Hour(), ora.Minute(), ora.Second(), 0, calendario.Roma()), true
}

// euro reads a sum; nothing typed is zero.
func (m *modulo) euro(nome string) importo.Cent {
	valore := m.testo(nome)
	if valore == "" {
		return 0
	}
	cent, ok := leggiEuro(valore)
	if !ok {
		m.sbaglia(nome, "non è una somma in euro: scriverla come 87 oppure 87,50")
	}
	return cent
}

// decimi reads a number with one decimal at most, in tenths; nothing typed is a fault.
func (m *modulo) decimi(nome string) int {
	n, ok := leggiDecimi(m.testo(nome))
	if !ok {
		m.sbaglia(nome, "deve essere un numero, con al più un decimale")
	}
	return n
}

// intero reads a whole number; nothing typed is zero.
func (m *modulo) intero(nome string) int {
	valore := m.testo(nome)
	if valore == "" {
		return 0
	}
	n, ok := leggiCifre(valore)
	if !ok {
		m.sbaglia(nome, "deve essere un numero intero")
	}
	return n
}

// rifiuta notes an error of the law at the field of this form that it is about: campi translates the
// names of the law into those of the form. Any other error is internal and comes back.
func (m *modulo) rifiuta(err error, campi map[string]string) error {
	campo, motivo, suo := colpa(err)
	if !suo {
		return err
	}
	campo = campo[strings.LastIndex(campo, ".")+1:]
	if nome, tradotto := campi[campo]; tradotto {
		campo = nome
	}
	m.sbaglia(campo, motivo)
	return nil
}

// colpa takes the field and the reason out of an error of the packages of the law.
func colpa(err error) (campo, motivo string, suo bool) {
	if e, ok := errors.AsType[*cds.Errore](err); ok {
		return e.Campo, e.Motivo, true
	}
	if e, ok := errors.AsType[*codicefiscale.ErroreCampo](err); ok {
		return e.Campo, e.Motivo, true
	}
	return "", "", false
}

// Rifiuto is what the page says of a form that cannot be computed.
func (m *modulo) Rifiuto() pagine.Rifiuto {
	if m.buono() {
		return pagine.Rifiuto{}
	}
	return pagine.Rifiuto{Stato: http.StatusBadRequest, Frase: "Non si può calcolare: correggere i dati indicati.", Guasti: pagine.Guasti(m.guasti)}
}

// guasto is the fault of a field; empty without one.
func (m *modulo) guasto(nome string) string { return pagine.Guasti(m.guasti).Di(nome) }

// campo is a line of the form.
func (m *modulo) campo(nome, etichetta, aiuto string) pagine.Campo {
	return pagine.Campo{Nome: nome, Etichetta: etichetta, Aiuto: aiuto, Valore: m.valore(nome), Guasto: m.guasto(nome), Massimo: massimoTesto}
}

// campoGiorno is a day of the form.
func (m *modulo) campoGiorno(nome, etichetta, aiuto string) pagine.Campo {
	c := m.campo(nome, etichetta, aiuto)
	c.Tipo = "date"
	return c
}

// campoOra is a time of day of the form.
func (m *modulo) campoOra(nome, etichetta, aiuto string) pagine.Campo {
	c := m.campo(nome, etichetta, aiuto)
	c.Tipo = "time"
	return c
}
