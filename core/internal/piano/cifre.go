package piano

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/esterno/libro"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/verbale"

	"github.com/piattaforma-verbali/verbali/core/internal/verbale/fascicolo"
)

const (
	indirizzoCifre = Indirizzo + "/cifre"
	titoloCifre    = "Cifre per canale"
)

// mesiMostrati is how many months the figures go back, the present one among them.
const mesiMostrati = 12

// Cifra is what became of the acts that left by a way in a month. Mediana is in days from dispatch to service; nil where nothing was served.
type Cifra struct {
	Mese        string // YYYY-MM
	Via         cds.Canale
	Partite     int
	Notificate  int
	NonRiuscite int
	Annullate   int
	InCorso     int
	Mediana     *int
	Costo       *importo.Cent `db:"-"` // nil: not known
}

// maturo reports that no act of the month is still on its way.
func (c Cifra) maturo() bool { return c.InCorso == 0 }

// giorni is the median in words.
func (c Cifra) giorni() string {
	if c.Mediana == nil {
		return "non ancora noti"
	}
	return strconv.Itoa(*c.Mediana)
}

// costo is the cost in words.
func (c Cifra) costo() string {
	if c.Costo == nil {
		return "non noto"
	}
	return c.Costo.Euro()
}

// vie maps the channel of an attempt, which may say how it arrived, to the way by which it left.
const vie = `CASE WHEN canale = ANY ($2) THEN $3 WHEN canale = ANY ($4) THEN $5 ELSE canale END`

// Cifre are those of the last months, the latest first, with what SEND has cost so far.
func (s Store) Cifre(ctx context.Context) ([]Cifra, error) {
	questo := primoDelMese(calendario.Da(s.Adesso()))
	cifre, err := db.Every[Cifra](ctx, s.Pools, "cifre per canale", `SELECT to_char(avviata, 'YYYY-MM'), `+vie+`, count(*), count(*) FILTER (WHERE stato = $6),
			count(*) FILTER (WHERE stato = $7), count(*) FILTER (WHERE stato = $8), count(*) FILTER (WHERE stato = $9),
			percentile_disc(0.5) WITHIN GROUP (ORDER BY esito - avviata) FILTER (WHERE stato = $6 AND esito IS NOT NULL)
		FROM verbali_v1.notifica WHERE avviata >= $1 GROUP BY 1, 2 ORDER BY 1 DESC, 3 DESC, 2`, questo.AddMonths(1-mesiMostrati),
		[]cds.Canale{verbale.CanalePosta, cds.CanalePostaConsegna, cds.CanalePostaDeposito}, verbale.CanalePosta,
		[]cds.Canale{verbale.CanaleSend, cds.CanaleSendDigitale, cds.CanaleSendSatura, cds.CanaleSendCartaceo}, verbale.CanaleSend,
		verbale.NotificaRiuscita, verbale.NotificaFallita, verbale.NotificaTolta, verbale.NotificaInCorso)
	if err != nil {
		return nil, err
	}
	spese, err := libro.Conti{Pools: s.Pools, Libri: []string{"connessione_v1.spesa_invio"}}.Mesi(ctx, questo)
	if err = fascicolo.NonPronti(err); err != nil {
		return nil, err
	}
	for i, c := range cifre {
		for _, x := range spese {
			if c.Via == verbale.CanaleSend && x.Mese == c.Mese {
				cifre[i].Costo = new(importo.Cent)
				*cifre[i].Costo = importo.Cent(x.CostoMillesimi / millesimiPerCent)
			}
		}
	}
	return cifre, nil
}

const millesimiPerCent = 10

func primoDelMese(g calendario.Giorno) calendario.Giorno {
	return calendario.MustParse(g.String()[:len("2006-01")] + "-01")
}

// mese is a month as a person reads it.
func mese(nome string) string {
	anno, numero, _ := strings.Cut(nome, "-")
	return numero + "/" + anno
}

// paginaCifre is what the page of the figures shows.
type paginaCifre struct {
	Cifre []Cifra
	Oggi  calendario.Giorno
}

// mesi are the months of the plot, the earliest first.
func (p paginaCifre) mesi() (mesi []string) {
	questo := primoDelMese(p.Oggi)
	for i := range mesiMostrati {
		mesi = append(mesi, questo.AddMonths(i + 1 - mesiMostrati).String()[:len("2006-01")])
	}
	return mesi
}

// lineeMostrate is how many ways a plot has: more cannot be told apart.
const lineeMostrate = 3

// linea is a way in the plot.
type linea struct {
	Nome, Punti    string
	Tratto, Colore string
	X, Y           int // where its name stands
}

// The size of the plot and of its margins, in units of its view box.
const (
	larghezza = 720
	altezza   = 260
	sinistra  = 48
	destra    = 128
	sopra     = 16
	sotto     = 36
)

// passoX is the place of a month.
func passoX(i int) int { return sinistra + i*(larghezza-sinistra-destra)/(mesiMostrati-1) }

// altezzaDi is the place of a count below a greatest one.
func altezzaDi(n, massimo int) int { return altezza - sotto - n*(altezza-sopra-sotto)/max(massimo, 1) }

// massimo is the top of the scale.
func (p paginaCifre) massimo() (n int) {
	for _, c := range p.Cifre {
		n = max(n, c.Partite)
	}
	return max(n, 1)
}

// linee are the ways by which most acts left, each with its place in the plot.
func (p paginaCifre) linee() (linee []linea) {
	quante := map[cds.Canale]int{}
	per := map[string]int{}
	for _, c := range p.Cifre {
		quante[c.Via] += c.Partite
		per[c.Mese+string(c.Via)] = c.Partite
	}
	var vie []cds.Canale
	for via := range quante {
		vie = append(vie, via)
	}
	slices.SortFunc(vie, func(a, b cds.Canale) int { return cmp.Or(cmp.Compare(quante[b], quante[a]), cmp.Compare(a, b)) })
	massimo, ultima := p.massimo(), altezza
	for i, via := range vie[:min(len(vie), lineeMostrate)] {
		l := linea{Nome: verbale.ParolaCanale(via), Tratto: []string{"none", "8 4", "2 4"}[i], Colore: []string{"#004a99", "#47596a", "#17212b"}[i]}
		var punti []string
		for x, m := range p.mesi() {
			l.X, l.Y = passoX(x), altezzaDi(per[m+string(via)], massimo)
			punti = append(punti, strconv.Itoa(l.X)+","+strconv.Itoa(l.Y))
		}
		l.Punti, l.X, l.Y = strings.Join(punti, " "), l.X+8, l.Y+4
		linee = append(linee, l)
	}
	slices.SortFunc(linee, func(a, b linea) int { return cmp.Compare(b.Y, a.Y) })
	for i := range linee { // names that would lie on one another go apart
		linee[i].Y = min(linee[i].Y, ultima-riga)
		ultima = linee[i].Y
	}
	return linee
}

// riga is the height of a name in the plot.
const riga = 16

// altre reports that the table has ways that the plot has not.
func (p paginaCifre) altre() bool {
	vie := map[cds.Canale]bool{}
	for _, c := range p.Cifre {
		vie[c.Via] = true
	}
	return len(vie) > lineeMostrate
}
