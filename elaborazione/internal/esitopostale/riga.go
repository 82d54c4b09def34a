package esitopostale

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/posta"
	"github.com/piattaforma-verbali/verbali/shared/codici"
	"github.com/piattaforma-verbali/verbali/shared/codici/raccomandata"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

// chiavi name the letter of a row.
type chiavi struct {
	lotto                  string
	sequenza               int
	notifica, destinatario uuid.UUID
	documento              documento
	codiceAG               string // its digits
}

// documento is the number of a fine; the zero value is none.
type documento struct {
	numero  int64
	lettera string
	anno    int
}

// interpretata is a row whose cells were read.
type interpretata struct {
	chiavi

	significato
	esito      posta.Esito
	avvertenze []string
}

// difetto is the fault of a row, with its column.
type difetto struct{ colonna, motivo string }

// lettore reads the cells of a row and keeps the first fault.
type lettore struct {
	celle   celle
	difetto *difetto
}

func (l *lettore) rifiuta(colonna, motivo string) {
	if l.difetto == nil {
		l.difetto = &difetto{colonna, motivo}
	}
}

func (l *lettore) id(colonna string) uuid.UUID {
	testo := l.celle[colonna]
	if testo == "" {
		return uuid.Nil
	}
	id, ok := codici.ID(testo)
	if !ok || id == uuid.Nil {
		l.rifiuta(colonna, "non è un identificativo")
	}
	return id
}

// giorno reads a day, written 2026-11-20 or 20/11/2026, or an instant: the published receipts write a day
// as midnight Z, which is not to be brought to the clock of Rome.
func (l *lettore) giorno(colonna string) calendario.Giorno {
	testo := l.celle[colonna]
	if testo == "" {
		return calendario.Giorno{}
	}
	if g, ok := leggiGiorno(testo); ok {
		return g
	}
	l.rifiuta(colonna, "non è un giorno, da scrivere AAAA-MM-GG o GG/MM/AAAA")
	return calendario.Giorno{}
}

func leggiGiorno(testo string) (calendario.Giorno, bool) {
	if t, err := time.Parse("02/01/2006", testo); err == nil {
		testo = t.Format(time.DateOnly)
	}
	if t, err := time.Parse(time.RFC3339, testo); err == nil {
		if !strings.Contains(testo, "T00:00:00") {
			return calendario.Da(t), true
		}
		testo = testo[:len(time.DateOnly)]
	}
	g, err := calendario.Parse(testo)
	return g, err == nil
}

// documento reads number, letters and year as the index writes them: 123/2026, 123/A/2026.
func (l *lettore) documento() (d documento) {
	testo := l.celle[colDocumento]
	if testo == "" {
		return d
	}
	parti := strings.Split(strings.ToUpper(testo), "/")
	var errA, errB error
	if len(parti) == 2 || len(parti) == 3 {
		d.numero, errA = strconv.ParseInt(parti[0], 10, 64)
		d.anno, errB = strconv.Atoi(parti[len(parti)-1])
	}
	if len(parti) == 3 {
		d.lettera = strings.TrimSpace(parti[1])
	}
	if errA != nil || errB != nil || d.numero <= 0 || d.anno <= 0 {
		l.rifiuta(colDocumento, "non è il numero di un verbale, da scrivere numero/anno o numero/lettera/anno")
	}
	return d
}

// chiavi reads which letter the row is about.
func (l *lettore) chiavi() (k chiavi) {
	for _, colonna := range []string{colLotto, colSequenza, colNotifica, colDocumento, colDestinatario, colCodiceAG} {
		if motivo := codici.Distrutto(l.celle[colonna]); motivo != "" {
			l.rifiuta(colonna, motivo)
		}
	}
	k.lotto, k.notifica, k.destinatario, k.documento = l.celle[colLotto], l.id(colNotifica), l.id(colDestinatario), l.documento()
	k.codiceAG = strings.NewReplacer("-", "", " ", "").Replace(l.celle[colCodiceAG])
	if testo := l.celle[colSequenza]; testo != "" {
		n, err := strconv.Atoi(testo)
		if err != nil || n < 1 || n > 1<<30 {
			l.rifiuta(colSequenza, "non è un numero da 1 in su")
		}
		k.sequenza = n
	}
	switch {
	case k.lotto != "" && k.sequenza == 0:
		l.rifiuta(colSequenza, "manca")
	case k.lotto == "" && k.sequenza != 0:
		l.rifiuta(colLotto, "manca")
	case k.lotto == "" && k.notifica == uuid.Nil && (k.destinatario == uuid.Nil || k.documento == documento{}):
		l.rifiuta(colLotto, "serve lotto con sequenza, oppure notifica, oppure documento con destinatario")
	}
	return k
}

// interpreta reads a row; nil difetto when all of it can be read.
func interpreta(c celle) (interpretata, *difetto) {
	l := &lettore{celle: c}
	r := interpretata{chiavi: l.chiavi()}
	nome, colonna, motivo := riconosci(c[colEsito], c[colCausa])
	if motivo != "" {
		l.rifiuta(colonna, motivo)
		return r, l.difetto
	}
	r.significato = esiti()[nome]
	x := &r.esito
	x.Nome, x.Canale, x.Motivo, x.Decesso, x.Affidato = nome, r.canale, r.motivo, r.decesso, l.giorno(colAffidamento)
	data, cad, ritiro := l.giorno(colData), l.giorno(colDataCad), l.giorno(colDataRitiro)
	switch {
	case r.genere == consegnato:
		x.Fatto = data
		l.manca(colData, data)
		l.estraneo(colDataCad, nome)
		l.estraneo(colDataRitiro, nome)
	case nome == esitoRitirato:
		x.Fatto, x.Ritiro = cad, cmp.Or(ritiro, data)
		l.manca(colDataCad, cad)
		l.manca(colDataRitiro, x.Ritiro)
		if !data.IsZero() && data != x.Ritiro {
			l.rifiuta(colData, "è diversa dal giorno del ritiro")
		}
	case r.genere == depositato:
		x.Fatto, x.Ritiro = cad, ritiro
		l.manca(colDataCad, cad)
	case r.genere == nonRiuscito:
		x.Fatto = data
		l.manca(colData, data)
		l.estraneo(colDataRitiro, nome)
	}
	r.prove(l)
	return r, l.difetto
}

func (l *lettore) manca(colonna string, g calendario.Giorno) {
	if g.IsZero() {
		l.rifiuta(colonna, "manca")
	}
}

// estraneo refuses a day that the outcome does not have: the row says two things at once.
func (l *lettore) estraneo(colonna, nome string) {
	if l.celle[colonna] != "" {
		l.rifiuta(colonna, "non riguarda l'esito "+nome)
	}
}

// prove puts together the proof of a service. Without the letter that the law asks for (the receipt 23L;
// the CAN where another took the act, art. 7 L. 890/1982; the receipt of the CAD after ten days in
// deposit, Cass. S.U. 10012/2021) there is none: the day stands, surcharge and enforcement wait. A text that no letter has
// as its number is as an empty cell; a number that a spreadsheet has destroyed sets the row aside.
func (r *interpretata) prove(l *lettore) {
	var prove []string
	numeri := map[string]string{}
	for _, x := range []struct{ colonna, nome string }{{colRaccomandata, "AG"}, {colRicevuta, "23L"}, {colCan, "CAN"}, {colCad, "CAD"}, {colArcad, "ARCAD"}} {
		scritto := l.celle[x.colonna]
		p := raccomandata.LeggiProva(scritto)
		switch {
		case p.Valore == raccomandata.Perduta:
			l.rifiuta(x.colonna, p.Motivo)
		case p.Motivo != "":
			r.avvertenze = append(r.avvertenze, fmt.Sprintf("%s «%s»: %s", x.colonna, scritto, p.Motivo))
		}
		if numeri[x.colonna] = p.Numero; p.Numero != "" {
			prove = append(prove, x.nome+" "+p.Numero)
		}
	}
	if altra := l.celle[colProva]; altra != "" {
		switch motivo := raccomandata.ProvaScritta(altra); {
		case codici.Distrutto(altra) != "":
			l.rifiuta(colProva, motivo)
		case motivo != "":
			r.avvertenze = append(r.avvertenze, colProva+": "+motivo)
		default:
			prove, numeri[colProva] = append(prove, altra), altra
		}
	}
	manca := r.provaMancante(numeri)
	if manca == "" {
		r.esito.Prova = breve(strings.Join(prove, ", "))
		return
	}
	r.avvertenze = append(r.avvertenze, "manca la prova ("+manca+"): maggiorazione e riscossione restano ferme finché non è confermata")
}

// provaMancante is the column without which a service has no proof; empty when it has one.
func (r *interpretata) provaMancante(numeri map[string]string) string {
	switch {
	case r.genere != consegnato && r.genere != depositato:
		return ""
	case r.esito.Nome == esitoGiacenza && numeri[colArcad] == "":
		return colArcad
	case r.esito.Nome == esitoTerzo && numeri[colCan] == "":
		return colCan
	case numeri[colRicevuta] == "" && numeri[colProva] == "" && numeri[colArcad] == "":
		return colRicevuta
	}
	return ""
}
