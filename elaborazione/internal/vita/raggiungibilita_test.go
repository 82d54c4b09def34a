package vita_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/transizioni"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// nodo is a fine that events lead to.
type nodo struct {
	stato  vita.Stato
	giorno calendario.Giorno
	via    vita.Evento
	sa     *oracolo
	prima  *nodo
	dopo   []vita.Assi // where the events that it admits lead
}

// percorso tells how a fine came here.
func (n *nodo) percorso() string {
	var passi []string
	for ; n != nil && n.prima != nil; n = n.prima {
		passi = append(passi, fmt.Sprintf("%s → %s/%s/%s/%s/%s", n.via.Tipo(), n.stato.Procedura, n.stato.Debito, n.stato.Ricorso,
			n.stato.Punti, n.stato.Riscossione))
	}
	slices.Reverse(passi)
	return strings.Join(passi, "\n  ")
}

// esplorazione is what a search by breadth finds from the fine that is not there yet, through Applica and
// so with every rule.
type esplorazione struct {
	nodi   []*nodo
	coppie map[string]bool // two states of two axes, or a choice of a row, seen together
	righe  map[string]bool // of the table, used by some path
	mali   []string        // what the oracle has against an event that was accepted
}

// esplora keeps a fine when it shows two states of two axes together that none before it showed.
var esplora = sync.OnceValue(func() *esplorazione {
	x := &esplorazione{coppie: map[string]bool{}, righe: map[string]bool{}}
	x.nodi = []*nodo{{stato: vita.Stato{ID: id(9)}, giorno: calendario.MustParse("2026-01-10"), sa: nuovoOracolo()}}
	for i := 0; i < len(x.nodi); i++ { //nolint:intrange // it grows
		x.allarga(x.nodi[i])
	}
	return x
})

func (x *esplorazione) allarga(n *nodo) {
	for _, passati := range []int{1, 70} {
		giorno := n.giorno.AddDays(passati)
		for _, e := range conVarianti(mosse(n.stato, giorno)) {
			dopo, err := vita.Applica(n.stato, e)
			if err != nil {
				continue
			}
			n.dopo = append(n.dopo, dopo.Assi)
			sa := n.sa.copia()
			sa.impara(e)
			if male := sa.giudica(n.stato, dopo, e); male != "" {
				x.mali = append(x.mali, male+"\n  "+n.percorso())
			}
			x.righe[rigaUsata(n.stato.Assi, e)] = true
			if x.nuovo(dopo) {
				x.nodi = append(x.nodi, &nodo{stato: dopo, giorno: giorno, via: e, prima: n, sa: sa})
			}
		}
	}
}

// conVarianti adds to each event the same without its cause, proof and anomaly.
func conVarianti(eventi []vita.Evento) []vita.Evento {
	for _, e := range slices.Clip(eventi) {
		e.Causa, e.Prova = "", ""
		if e.Tipo() != verbale.EventoAnomaliaAperta && e.Tipo() != verbale.EventoVisuraRisposta {
			e.Apre = nil
		}
		eventi = append(eventi, e)
	}
	return eventi
}

// nuovo notes what a fine shows.
func (x *esplorazione) nuovo(s vita.Stato) bool {
	servite, aperte, pronte, partite, dubbie, tornate := 0, 0, 0, 0, 0, 0
	for _, p := range s.Posizioni {
		if !p.GiornoZero.IsZero() {
			servite++
		}
		if !p.GiornoZero.IsZero() && !p.Provata() {
			dubbie++
		}
		if p.Aperta() {
			aperte++
		}
		if s.NonRaggiunta(p) {
			tornate++
		}
		if p.Aperta() && p.Atto != uuid.Nil {
			pronte++
		}
	}
	for _, n := range s.Notifiche {
		if n.Stato == verbale.NotificaInCorso {
			partite++
		}
	}
	chieste, decidono := 0, 0
	for _, v := range s.Visure {
		switch v.Stato {
		case verbale.VisuraChiesta:
			chieste++
		case verbale.VisuraConflitto:
			decidono++
		default: // over
		}
	}
	daScegliere, _ := s.DaScegliere()
	segni := []string{fmt.Sprint("v", min(daScegliere, 1)),
		"p" + string(s.Procedura), "d" + string(s.Debito), "r" + string(s.Ricorso), "q" + string(s.Punti), "c" + string(s.Riscossione),
		fmt.Sprint("s", min(servite, 2), min(aperte, 1)), fmt.Sprint("n", min(pronte, 1), min(partite, 1), min(dubbie, 1)), fmt.Sprint("t", min(tornate, 1)),
		fmt.Sprint("a", min(len(s.Impugnazioni), 2), len(s.Anomalie) > 0), fmt.Sprint("w", min(chieste, 1), min(decidono, 1))}
	visto := false
	for i, a := range segni {
		for _, b := range segni[i+1:] {
			if !x.coppie[a+" "+b] {
				x.coppie[a+" "+b], visto = true, true
			}
		}
	}
	return visto
}

func rigaUsata(a vita.Assi, e vita.Evento) string {
	deciso := e.Deciso
	riga, _, _ := a.Passo(e.Tipo(), deciso)
	return string(riga.Evento) + ": " + riga.Significato
}

// TestOgniStatoSiRaggiunge: every state of every axis can be reached by events of the table, with every
// rule held, and every row of the table is used on some way.
func TestOgniStatoSiRaggiunge(t *testing.T) {
	t.Parallel()
	x := esplora()
	visti := map[string]bool{}
	for _, n := range x.nodi {
		a := n.stato.Assi
		visti["p"+string(a.Procedura)], visti["d"+string(a.Debito)], visti["r"+string(a.Ricorso)] = true, true, true
		visti["q"+string(a.Punti)], visti["c"+string(a.Riscossione)] = true, true
	}
	manca(t, visti, "p", procedure())
	manca(t, visti, "d", debiti())
	manca(t, visti, "r", ricorsi())
	manca(t, visti, "q", punti())
	manca(t, visti, "c", riscossioni())
	for _, riga := range transizioni.Tutte() {
		if nome := string(riga.Evento) + ": " + riga.Significato; !x.righe[nome] {
			t.Errorf("nessun percorso usa la riga %q", nome)
		}
	}
	t.Logf("%d verbali, %d coppie di stati", len(x.nodi), len(x.coppie))
}

func manca[S ~string](t *testing.T, visti map[string]bool, asse string, stati []S) {
	t.Helper()
	for _, s := range stati {
		if !visti[asse+string(s)] {
			t.Errorf("nessun evento porta a %s", s)
		}
	}
}

// TestOgniPassoObbedisce: of all that the search finds admitted, nothing breaks a rule of the design.
func TestOgniPassoObbedisce(t *testing.T) {
	t.Parallel()
	for i, male := range esplora().mali {
		if i == 5 {
			t.Fatalf("e altri %d", len(esplora().mali)-i)
		}
		t.Error(male)
	}
}

// TestNessunVicoloCieco: from every fine that is not closed events lead to one that is, and its debt with
// it; and a debt that is open can always be paid.
func TestNessunVicoloCieco(t *testing.T) {
	t.Parallel()
	nodi := esplora().nodi
	esce := map[vita.Assi]bool{}
	for cambia := true; cambia; {
		cambia = false
		for _, n := range nodi {
			a := n.stato.Assi
			if esce[a] || !slices.ContainsFunc(append(n.dopo, a),
				func(b vita.Assi) bool { return b.ProceduraChiusa() && b.DebitoChiuso() || esce[b] }) {
				continue
			}
			esce[a], cambia = true, true
		}
	}
	for _, n := range nodi {
		if !esce[n.stato.Assi] {
			t.Errorf("da qui non si esce:\n  %s", n.percorso())
		}
		if a := n.stato.Assi; a.Debito != "" && !a.DebitoChiuso() &&
			!slices.ContainsFunc(n.dopo, func(b vita.Assi) bool { return b.Debito == verbale.Pagato || b.Debito == verbale.Eccedenza }) {
			t.Errorf("qui non si può pagare:\n  %s", n.percorso())
		}
	}
}
