package verbale_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/verbale"
	"github.com/piattaforma-verbali/verbali/shared/calendario"
	"github.com/piattaforma-verbali/verbali/shared/cds"
	"github.com/piattaforma-verbali/verbali/shared/problem"
)

func procedure() []verbale.Procedura {
	return []verbale.Procedura{"", verbale.Rilevato, verbale.Preavvisato, verbale.DaValidare, verbale.Validato, verbale.Scartato,
		verbale.IntestatarioChiesto, verbale.IntestatarioNoto, verbale.IntestatarioIncerto, verbale.ConAtto, verbale.InNotifica,
		verbale.Notificato, verbale.NonNotificabile, verbale.Definito, verbale.Archiviato, verbale.AnnullatoAutotutela,
		verbale.EstintoTermini, verbale.EstintoDecesso}
}

func debiti() []verbale.Debito {
	return []verbale.Debito{"", verbale.NonEsigibile, verbale.DebitoRidotto30, verbale.DebitoRidotto, verbale.DebitoIntero, verbale.DebitoOrdinanza,
		verbale.DebitoRateizzato, verbale.PagatoParziale, verbale.Pagato, verbale.Eccedenza, verbale.Rimborsato, verbale.Sospeso, verbale.Sgravato}
}

func id(n byte) uuid.UUID { return uuid.UUID{15: n} }

const (
	posObbligato    = 1
	posTrasgressore = 2
)

// esempi is an event of each kind that suits the state of inStato.
func esempi() map[verbale.Tipo]verbale.Evento {
	giorno := calendario.MustParse("2026-11-20")
	e := func(posizione byte, d verbale.Dati) verbale.Evento {
		return verbale.Evento{Posizione: id(posizione), DataLegale: giorno, Attore: "prova", Dati: d}
	}
	return map[verbale.Tipo]verbale.Evento{
		verbale.EventoInserito:   e(0, verbale.Inserito{Fonte: verbale.FonteSoap, Posizioni: posizioni(), Punti: verbale.PuntiNonDovuti}),
		verbale.EventoContestato: e(posTrasgressore, verbale.Contestato{Debito: verbale.DebitoRidotto30, ScadenzaPagamento: giorno.AddDays(60)}),
		verbale.EventoValidato:   e(0, verbale.ValidatoDati{Politica: verbale.Automatica}),
		verbale.EventoAvvisiEmessi: e(0, verbale.AvvisiEmessi{Avvisi: []verbale.Avviso{
			{ID: id(30), Posizione: id(posObbligato), Tipo: cds.Ridotto30, NumeroAvviso: "1", ImportoCent: 2940},
			{ID: id(31), Posizione: id(posObbligato), Tipo: cds.Ridotto, NumeroAvviso: "2", ImportoCent: 4200},
		}}),
		verbale.EventoIntestatarioRichiesto: e(posObbligato, verbale.IntestatarioRichiesto{}),
		verbale.EventoIntestatarioTrovato:   e(posObbligato, verbale.IntestatarioTrovato{IDSoggetto: id(40)}),
		verbale.EventoIntestatarioAnomalo:   e(posObbligato, verbale.IntestatarioAnomalo{Anomalia: id(50)}),
		verbale.EventoAttoGenerato:          e(posTrasgressore, verbale.AttoGenerato{Documenti: []verbale.Documento{{ID: id(60), Tipo: verbale.DocumentoAtto}}}),
	}
}

func posizioni() []verbale.Posizione {
	return []verbale.Posizione{
		{ID: id(posObbligato), Ordine: 1, Titolo: verbale.Obbligato},
		{ID: id(posTrasgressore), Ordine: 2, Titolo: verbale.Trasgressore, Soggetto: id(20)},
	}
}

// inStato is a fine on these axes in which nothing but the axes can refuse an example.
func inStato(p verbale.Procedura, d verbale.Debito) verbale.Stato {
	s := verbale.Stato{ID: id(9), Sequenza: 3, Assi: verbale.Assi{Procedura: p, Debito: d}}
	if p != "" {
		s.Posizioni = posizioni()
		s.Ricorso, s.Punti, s.Riscossione = verbale.RicorsoNessuno, verbale.PuntiNonDovuti, verbale.RiscossioneNessuna
	}
	return s
}

// TestTabella tries every event in every state of procedura and debito: what the table admits happens,
// everything else is refused and changes nothing.
func TestTabella(t *testing.T) {
	t.Parallel()
	for tipo, e := range esempi() {
		t.Run(string(tipo), func(t *testing.T) {
			t.Parallel()
			for _, p := range procedure() {
				for _, d := range debiti() {
					prova(t, inStato(p, d), e)
				}
			}
		})
	}
}

func prova(t *testing.T, s verbale.Stato, e verbale.Evento) {
	t.Helper()
	riga, ammesso := rigaPer(s, e.Tipo())
	dopo, err := verbale.Applica(s, e)
	if !ammesso {
		if !problem.E(err, "TRANSIZIONE_NON_AMMESSA") || !cmp.Equal(dopo, s) {
			t.Errorf("da %s/%s: %v", s.Procedura, s.Debito, err)
		}
		return
	}
	if s.DebitoChiuso() { // invariant (a) may still refuse; TestInvarianti looks at it
		return
	}
	if err != nil {
		t.Errorf("da %s/%s: rifiutato: %v", s.Procedura, s.Debito, err)
		return
	}
	if dopo.Sequenza != s.Sequenza+1 || !arriva(riga.Procedura, s.Procedura, dopo.Procedura) || !arriva(riga.Debito, s.Debito, dopo.Debito) ||
		!arriva(riga.Ricorso, s.Ricorso, dopo.Ricorso) || !arriva(riga.Punti, s.Punti, dopo.Punti) || !arriva(riga.Riscossione, s.Riscossione, dopo.Riscossione) {
		t.Errorf("da %+v a %+v", s.Assi, dopo.Assi)
	}
}

// rigaPer reads the table as a person would.
func rigaPer(s verbale.Stato, tipo verbale.Tipo) (verbale.Transizione, bool) {
	for _, x := range verbale.Transizioni() {
		if x.Evento == tipo && dentro(x.Procedura, s.Procedura) && dentro(x.Debito, s.Debito) && dentro(x.Ricorso, s.Ricorso) &&
			dentro(x.Punti, s.Punti) && dentro(x.Riscossione, s.Riscossione) {
			return x, true
		}
	}
	return verbale.Transizione{}, false
}

func dentro[S ~string](p verbale.Passaggio[S], s S) bool {
	return len(p.Da) == 0 || slices.Contains(p.Da, s)
}

func arriva[S ~string](p verbale.Passaggio[S], prima, dopo S) bool {
	if len(p.Da) == 0 || len(p.A) == 0 {
		return prima == dopo
	}
	return slices.Contains(p.A, dopo)
}

func TestTabellaLeggibile(t *testing.T) {
	t.Parallel()
	for tipo := range esempi() {
		if !slices.ContainsFunc(verbale.Transizioni(), func(x verbale.Transizione) bool { return x.Evento == tipo }) {
			t.Errorf("%s non ha righe", tipo)
		}
	}
	for _, x := range verbale.Transizioni() {
		if x.Significato == "" || len(x.Procedura.Da) == 0 {
			t.Errorf("%s: la riga non dice che cosa significa o da dove parte", x.Evento)
		}
		if _, noto := esempi()[x.Evento]; !noto {
			t.Errorf("%s: la tabella ha un evento che nessuna prova esercita", x.Evento)
		}
	}
}

// TestInvarianti breaks one rule at a time on a fine that the table would let pass.
func TestInvarianti(t *testing.T) {
	t.Parallel()
	e := esempi()
	conAvvisi := func() verbale.Stato {
		s, err := verbale.Applica(inStato(verbale.Validato, verbale.NonEsigibile), e[verbale.EventoAvvisiEmessi])
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	con := func(tipo verbale.Tipo, cambia func(*verbale.Evento)) verbale.Evento {
		x := e[tipo]
		cambia(&x)
		return x
	}
	avviso := func(a verbale.Avviso) verbale.Evento {
		return con(verbale.EventoAvvisiEmessi, func(x *verbale.Evento) { x.Dati = verbale.AvvisiEmessi{Avvisi: []verbale.Avviso{a}} })
	}
	trovato := inStato(verbale.IntestatarioChiesto, verbale.NonEsigibile)
	trovato.Posizioni[0].Soggetto = id(41)
	stampato := inStato(verbale.Validato, verbale.NonEsigibile)
	stampato.Posizioni[1].Atto = id(61)
	casi := map[string]struct {
		stato  verbale.Stato
		evento verbale.Evento
	}{
		"un verbale ha una posizione": {inStato("", ""), con(verbale.EventoInserito, func(x *verbale.Evento) { x.Dati = verbale.Inserito{Punti: verbale.PuntiNonDovuti} })},
		"il trasgressore ha un nome": {inStato("", ""), con(verbale.EventoInserito, func(x *verbale.Evento) {
			x.Dati = verbale.Inserito{Punti: verbale.PuntiNonDovuti, Posizioni: []verbale.Posizione{{ID: id(1), Ordine: 1, Titolo: verbale.Trasgressore}}}
		})},
		"si contesta al trasgressore, non all'obbligato": {inStato(verbale.DaValidare, verbale.NonEsigibile), con(verbale.EventoContestato, func(x *verbale.Evento) { x.Posizione = id(posObbligato) })},
		"l'evento è di una posizione del verbale":        {inStato(verbale.IntestatarioChiesto, verbale.NonEsigibile), con(verbale.EventoIntestatarioTrovato, func(x *verbale.Evento) { x.Posizione = id(77) })},
		"una persona non è mai sostituita in silenzio":   {trovato, e[verbale.EventoIntestatarioTrovato]},
		"chi è noto non si cerca":                        {func() verbale.Stato { s := trovato; s.Procedura = verbale.Validato; return s }(), e[verbale.EventoIntestatarioRichiesto]},
		"l'atto ha un destinatario":                      {inStato(verbale.Validato, verbale.NonEsigibile), con(verbale.EventoAttoGenerato, func(x *verbale.Evento) { x.Posizione = id(posObbligato) })},
		"ogni posizione ha un atto solo":                 {stampato, e[verbale.EventoAttoGenerato]},
		"il debito chiuso ferma gli atti":                {inStato(verbale.Validato, verbale.Pagato), e[verbale.EventoAttoGenerato]},
		"un numero di avviso non si usa due volte":       {conAvvisi(), avviso(verbale.Avviso{ID: id(33), Posizione: id(posTrasgressore), Tipo: cds.Ridotto, NumeroAvviso: "2", ImportoCent: 4200})},
		"una posizione ha un solo avviso per scopo":      {conAvvisi(), avviso(verbale.Avviso{ID: id(33), Posizione: id(posObbligato), Tipo: cds.Ridotto, NumeroAvviso: "3", ImportoCent: 4200})},
		"un avviso chiede qualcosa":                      {conAvvisi(), avviso(verbale.Avviso{ID: id(33), Posizione: id(posTrasgressore), Tipo: cds.Ridotto, NumeroAvviso: "3"})},
		"le spese non sono tutto":                        {conAvvisi(), avviso(verbale.Avviso{ID: id(33), Posizione: id(posTrasgressore), Tipo: cds.Ridotto, NumeroAvviso: "3", ImportoCent: 10, SpeseCent: 10})},
		"lo scontato non supera il ridotto": {inStato(verbale.Validato, verbale.NonEsigibile), con(verbale.EventoAvvisiEmessi, func(x *verbale.Evento) {
			x.Dati = verbale.AvvisiEmessi{Avvisi: []verbale.Avviso{
				{ID: id(30), Posizione: id(posObbligato), Tipo: cds.Ridotto30, NumeroAvviso: "1", ImportoCent: 5000},
				{ID: id(31), Posizione: id(posObbligato), Tipo: cds.Ridotto, NumeroAvviso: "2", ImportoCent: 4200},
			}}
		})},
		"un evento dice qualcosa": {inStato(verbale.Validato, verbale.NonEsigibile), verbale.Evento{}},
	}
	for nome, c := range casi {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			dopo, err := verbale.Applica(c.stato, c.evento)
			if !problem.E(err, "INVARIANTE_VIOLATA") || !cmp.Equal(dopo, c.stato) {
				t.Errorf("%v: %+v", err, dopo)
			}
		})
	}
}
