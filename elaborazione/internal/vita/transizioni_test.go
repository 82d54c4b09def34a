package vita_test

import (
	"reflect"
	"slices"
	"sync"
	"testing"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/transizioni"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// The states of the five axes, as the design lists them; the empty one is a fine that is not there yet.
func procedure() []verbale.Procedura {
	return []verbale.Procedura{"", "RILEVATO", "PREAVVISATO", "DA_VALIDARE", "VALIDATO", "SCARTATO", "INTESTATARIO_RICHIESTO", "INTESTATARIO_TROVATO",
		"INTESTATARIO_ANOMALO", "ATTO_GENERATO", "IN_NOTIFICA", "NOTIFICATO", "NON_NOTIFICABILE", "DEFINITO", "ARCHIVIATO", "ANNULLATO_AUTOTUTELA",
		"ESTINTO_TERMINI", "ESTINTO_DECESSO"}
}

func debiti() []verbale.Debito {
	return []verbale.Debito{"", "NON_ESIGIBILE", "RIDOTTO_30", "RIDOTTO", "INTERO", "ORDINANZA", "RATEIZZATO", "PAGATO_PARZIALE", "PAGATO",
		"ECCEDENZA", "RIMBORSATO", "SOSPESO", "SGRAVATO"}
}

func ricorsi() []verbale.Ricorso {
	return []verbale.Ricorso{"", "NESSUNO", "PRESENTATO", "TRASMESSO", "SOSPENSIVA", "ACCOLTO", "RESPINTO", "RIDETERMINATO", "INAMMISSIBILE",
		"IMPUGNATO", "DEFINITIVO"}
}

func punti() []verbale.Punti {
	return []verbale.Punti{"", "NON_DOVUTI", "DATI_RICHIESTI", "DATI_RICEVUTI", "DATI_OMESSI", "DA_COMUNICARE", "COMUNICATI", "SCARTATI"}
}

func riscossioni() []verbale.Riscossione {
	return []verbale.Riscossione{"", "NESSUNA", "SOLLECITATO", "SELEZIONATO", "IN_RUOLO", "INGIUNTO", "RISCOSSO", "INESIGIBILE",
		"DISCARICATO", "BLOCCATO"}
}

// ogniStato calls f with every combination of the five axes.
func ogniStato(f func(vita.Assi)) {
	for _, p := range procedure() {
		for _, d := range debiti() {
			for _, r := range ricorsi() {
				for _, q := range punti() {
					for _, c := range riscossioni() {
						f(vita.Assi{Procedura: p, Debito: d, Ricorso: r, Punti: q, Riscossione: c})
					}
				}
			}
		}
	}
}

// righe is the table as a person reads it: by event, in its order.
var righe = sync.OnceValue(func() map[verbale.TipoEvento][]transizioni.Transizione {
	per := map[verbale.TipoEvento][]transizioni.Transizione{}
	for _, x := range transizioni.Tutte() {
		per[x.Evento] = append(per[x.Evento], x)
	}
	return per
})

// parte reports that a row starts from these axes.
func parte(x transizioni.Transizione, a vita.Assi) bool {
	return dentro(x.Procedura, a.Procedura) && dentro(x.Debito, a.Debito) && dentro(x.Ricorso, a.Ricorso) && dentro(x.Punti, a.Punti) &&
		dentro(x.Riscossione, a.Riscossione)
}

func dentro[S ~string](p transizioni.Passaggio[S], s S) bool {
	return len(p.Da) == 0 || slices.Contains(p.Da, s)
}

// TestTabella asks the table about every event in every combination of the five axes: what a row admits
// happens as the row says, everything else does not.
func TestTabella(t *testing.T) {
	t.Parallel()
	for _, tipo := range tipi() {
		t.Run(string(tipo), func(t *testing.T) {
			t.Parallel()
			ammessi := 0
			ogniStato(func(a vita.Assi) {
				_, dopo, si := a.Passo(tipo, vita.Assi{})
				i := slices.IndexFunc(righe()[tipo], func(x transizioni.Transizione) bool { return parte(x, a) })
				if si != (i >= 0) {
					t.Fatalf("da %+v: ammesso %v, la tabella dice %v", a, si, i >= 0)
				}
				if si {
					ammessi++
					a = attesi(righe()[tipo][i], a)
				}
				if dopo != a {
					t.Fatalf("va in %+v, la tabella dice %+v", dopo, a)
				}
			})
			if ammessi == 0 {
				t.Error("nessuno stato lo ammette")
			}
		})
	}
}

// attesi are the axes after a row when the event decides nothing.
func attesi(x transizioni.Transizione, a vita.Assi) vita.Assi {
	return vita.Assi{Procedura: atteso(x.Procedura, a.Procedura), Debito: atteso(x.Debito, a.Debito), Ricorso: atteso(x.Ricorso, a.Ricorso),
		Punti: atteso(x.Punti, a.Punti), Riscossione: atteso(x.Riscossione, a.Riscossione)}
}

func atteso[S ~string](p transizioni.Passaggio[S], adesso S) S {
	if len(p.Da) == 0 || len(p.A) == 0 || slices.Contains(p.A, adesso) {
		return adesso
	}
	return p.A[0]
}

// TestPassaggi tries every choice of an event on every step of every row: only what the row names.
func TestPassaggi(t *testing.T) {
	t.Parallel()
	for _, x := range transizioni.Tutte() {
		scelto(t, x, x.Procedura, procedure())
		scelto(t, x, x.Debito, debiti())
		scelto(t, x, x.Ricorso, ricorsi())
		scelto(t, x, x.Punti, punti())
		scelto(t, x, x.Riscossione, riscossioni())
	}
}

func scelto[S ~string](t *testing.T, x transizioni.Transizione, p transizioni.Passaggio[S], stati []S) {
	t.Helper()
	for _, da := range p.Da {
		if !slices.Contains(stati, da) {
			t.Errorf("%s: stato sconosciuto %q", x.Evento, da)
		}
	}
	for _, adesso := range stati {
		for _, deciso := range stati {
			dopo, ok := p.Dopo(adesso, deciso)
			vuole := dentro(p, adesso) && (deciso == "" || deciso == adesso && len(p.A) == 0 || slices.Contains(p.A, deciso))
			if ok != vuole || ok && deciso != "" && dopo != deciso {
				t.Errorf("%s: da %q scegliendo %q: %q %v", x.Evento, adesso, deciso, dopo, ok)
			}
		}
	}
}

// TestApplicaSegueLaTabella applies the example of every kind to fines on many axes: a refusal of the
// table is TRANSIZIONE_NON_AMMESSA, one of the rules INVARIANTE_VIOLATA, and both change nothing.
func TestApplicaSegueLaTabella(t *testing.T) {
	t.Parallel()
	for tipo, e := range esempi() {
		t.Run(string(tipo), func(t *testing.T) {
			t.Parallel()
			for _, a := range assiDaProvare() {
				applicato(t, a, e)
			}
		})
	}
}

// assiDaProvare are every procedura with every debito, and every ricorso with every punti and riscossione.
func assiDaProvare() []vita.Assi {
	tutti := []vita.Assi{{}}
	for _, p := range procedure()[1:] {
		for _, d := range debiti()[1:] {
			tutti = append(tutti, vita.Assi{Procedura: p, Debito: d, Ricorso: "NESSUNO", Punti: "NON_DOVUTI", Riscossione: "NESSUNA"})
		}
	}
	for _, r := range ricorsi()[1:] {
		for _, q := range punti()[1:] {
			for _, c := range riscossioni()[1:] {
				tutti = append(tutti, vita.Assi{Procedura: "NOTIFICATO", Debito: "INTERO", Ricorso: r, Punti: q, Riscossione: c})
			}
		}
	}
	return tutti
}

func applicato(t *testing.T, a vita.Assi, e vita.Evento) {
	t.Helper()
	s, com := inStato(a), inStato(a)
	dopo, err := vita.Applica(s, e)
	if !reflect.DeepEqual(s, com) {
		t.Fatalf("%s da %+v ha toccato lo stato di prima", e.Tipo(), a)
	}
	deciso := e.Deciso
	switch x := e.Dati.(type) {
	case vita.Inserito:
		deciso.Punti = x.Punti
	case vita.Contestato:
		deciso.Debito = x.Debito
	}
	_, assi, ammesso := a.Passo(e.Tipo(), deciso)
	switch {
	case !ammesso && !problem.Is(err, "TRANSIZIONE_NON_AMMESSA"):
		t.Errorf("%s da %+v: %v, la tabella non lo ammette", e.Tipo(), a, err)
	case ammesso && err != nil && !problem.Is(err, "INVARIANTE_VIOLATA"):
		t.Errorf("%s da %+v: %v, la tabella lo ammette", e.Tipo(), a, err)
	case err != nil && !reflect.DeepEqual(dopo, com):
		t.Errorf("%s da %+v: rifiutato, ma lo stato è cambiato", e.Tipo(), a)
	case err == nil && (dopo.Assi != assi || dopo.Sequenza != s.Sequenza+1):
		t.Errorf("%s da %+v: %+v, sequenza %d", e.Tipo(), a, dopo.Assi, dopo.Sequenza)
	}
}

// TestTabellaLeggibile: a row says what it means, who may record it, and where it starts; the rows of an
// event agree about who.
func TestTabellaLeggibile(t *testing.T) {
	t.Parallel()
	for _, x := range transizioni.Tutte() {
		if x.Significato == "" || x.Chi == "" || x.Chi != righe()[x.Evento][0].Chi {
			t.Errorf("%s: la riga non dice che cosa significa o chi la registra", x.Evento)
		}
		if len(x.Procedura.Da)+len(x.Debito.Da)+len(x.Ricorso.Da)+len(x.Punti.Da)+len(x.Riscossione.Da) == 0 {
			t.Errorf("%s: la riga non dice da dove parte", x.Evento)
		}
		if _, _, daNiente := (vita.Assi{}).Passo(x.Evento, vita.Assi{}); daNiente != (x.Evento == verbale.EventoInserito) {
			t.Errorf("%s: ammesso su un verbale che non c'è: %v", x.Evento, daNiente)
		}
	}
}
