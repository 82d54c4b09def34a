package sanzione_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
)

// comeAllora is a first violation by day as a fine priced by the row keeps it.
func comeAllora(s sanzione.Sanzione) sanzione.Prezzata {
	return sanzione.Prezzata{Codice: s.Codice, Lettera: s.LetteraCitata(""), MinCent: s.MinCent, MaxCent: s.MaxCent, Sconto30: s.AmmetteSconto(false),
		PagamentoRidotto: s.PagamentoRidotto, Punti: s.Punti, Atto: &sanzione.Atto{Accessoria: s.Accessoria}}
}

func TestRivediLaTabellaDiPrima(t *testing.T) {
	t.Parallel()
	prima, adesso := tabellaPrecedente(t), sanzione.Iniziale()
	const fra2024, oggi = "2024-06-10", "2026-10-01"
	casi := []struct {
		codice, giorno string
		vuole          []sanzione.Differenza
	}{
		{"6-12", oggi, []sanzione.Differenza{sanzione.DiversoSconto, sanzione.DiverseConseguenze}},
		{"7-14-1", fra2024, nil}, // its own days stay
		{"7-14-1", oggi, []sanzione.Differenza{sanzione.CodiceDiviso}},
		{"7-15", fra2024, nil},
		{"7-15", oggi, []sanzione.Differenza{sanzione.CodiceDiviso}},
		{"7-15-bis", oggi, []sanzione.Differenza{sanzione.DiversoSconto}},
		{"15-2", oggi, []sanzione.Differenza{sanzione.DiversoImporto}},
		{"20-4", oggi, nil}, // other words for the same
		{"142-7", oggi, nil},
		{"142-8", oggi, nil},
		{"158-2", oggi, nil},
		{"158-2-d", oggi, nil},
		{"158-2-h", fra2024, []sanzione.Differenza{sanzione.DiverseConseguenze}},
		{"158-2-h", oggi, []sanzione.Differenza{sanzione.DiversoImporto, sanzione.DiverseConseguenze}},
		{"164-8", oggi, []sanzione.Differenza{sanzione.DiverseConseguenze}},
		{"173-3", oggi, []sanzione.Differenza{sanzione.DiversiPunti}},
		{"189-5", oggi, []sanzione.Differenza{sanzione.CodiceDiviso}},
		{"191-1", oggi, nil}, // of a repeat only
		{"L160-75-area", oggi, []sanzione.Differenza{sanzione.DiversoImporto}},
	}
	for _, c := range casi {
		t.Run(c.codice+" "+c.giorno, func(t *testing.T) {
			t.Parallel()
			giorno := calendario.MustParse(c.giorno)
			s, ok := prima.Cerca(c.codice, giorno)
			if !ok {
				t.Fatal("the earlier table has no row")
			}
			r := adesso.Rivedi(comeAllora(s), giorno)
			if d := cmp.Diff(c.vuole, r.Differenze); d != "" {
				t.Errorf("%s\n%+v", d, r.Righe)
			}
		})
	}
}

// What a table prices itself, it has nothing against.
func TestRivediSeStessa(t *testing.T) {
	t.Parallel()
	adesso := sanzione.Iniziale()
	for _, x := range adesso.Intervalli() {
		p := comeAllora(x.Riga)
		p.Atto.Conseguenze = x.Riga.Conseguenze
		if r := adesso.Rivedi(p, x.Dal); len(r.Differenze) > 0 || len(r.Righe) != 1 {
			t.Errorf("%s: %v %d righe", x.Riga.Chiave(), r.Differenze, len(r.Righe))
		}
	}
}

func TestRivedi(t *testing.T) {
	t.Parallel()
	adesso, oggi := sanzione.Iniziale(), calendario.MustParse("2026-10-01")
	velocita, _ := adesso.Cerca("142-8", oggi)
	condizionata := sanzione.Sanzione{MinCent: 10000, MaxCent: 40000, Sconto30: sanzione.ScontoCondizionato, ScontoSe: sanzione.SeConfisca,
		PagamentoRidotto: true, RidottoSe: sanzione.SeConfisca}
	pedoni, _ := adesso.Cerca("191-1", oggi)
	si, no := true, false
	casi := []struct {
		regola string
		riga   sanzione.Sanzione
		cambia func(*sanzione.Prezzata)
		vuole  []sanzione.Differenza
	}{
		{"di notte senza l'aumento", velocita, func(p *sanzione.Prezzata) { p.Notte = &si }, []sanzione.Differenza{sanzione.DiversoImporto}},
		{"di giorno senza l'aumento", velocita, func(p *sanzione.Prezzata) { p.Notte = &no }, nil},
		{"di un'ora che nessuno sa", velocita, func(*sanzione.Prezzata) {}, nil},
		{"con l'aumento che la riga non ha", condizionata, func(p *sanzione.Prezzata) { p.Notturna = true }, []sanzione.Differenza{sanzione.DiversoImporto}},
		{"un fatto ha tolto lo sconto", condizionata, func(p *sanzione.Prezzata) { p.Sconto30 = false }, nil},
		{"un fatto ha tolto il pagamento ridotto", condizionata, func(p *sanzione.Prezzata) { p.PagamentoRidotto, p.Sconto30 = false, false }, nil},
		{"lo sconto negato dove la legge lo dà", velocita, func(p *sanzione.Prezzata) { p.Sconto30 = !p.Sconto30 }, []sanzione.Differenza{sanzione.DiversoSconto}},
		{"lo sconto negato per la sospensione breve, che l'atto dice", pedoni, func(p *sanzione.Prezzata) {
			p.Sconto30, p.Atto.Accessoria = false, sanzione.ConSospensioneBreve(pedoni.Accessoria, 15)
		}, nil},
		{"lo sconto negato e l'atto non dice perché", pedoni, func(p *sanzione.Prezzata) { p.Sconto30 = false }, []sanzione.Differenza{sanzione.DiversoSconto}},
		{"la sospensione breve di una riga che non la prevede", velocita, func(p *sanzione.Prezzata) {
			p.Sconto30, p.Atto.Accessoria = false, sanzione.ConSospensioneBreve("", 7)
		}, []sanzione.Differenza{sanzione.DiversoSconto}},
		{"punti che nessuno sa", velocita, func(p *sanzione.Prezzata) { p.Punti = 0 }, []sanzione.Differenza{sanzione.DiversiPunti}},
		{"gli stessi nomi con altre parole", velocita, func(p *sanzione.Prezzata) {
			p.Atto = &sanzione.Atto{Accessoria: "Altre parole", Conseguenze: velocita.Conseguenze}
		}, nil},
		{"una sanzione in più", velocita, func(p *sanzione.Prezzata) {
			p.Atto = &sanzione.Atto{Accessoria: "x", Conseguenze: append(slices.Clone(velocita.Conseguenze), sanzione.Rimozione)}
		}, []sanzione.Differenza{sanzione.DiverseConseguenze}},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			p := comeAllora(c.riga)
			c.cambia(&p)
			if d := cmp.Diff(c.vuole, c.riga.Differenze(p)); d != "" {
				t.Error(d)
			}
		})
	}
	if r := adesso.Rivedi(sanzione.Prezzata{Codice: "999-1"}, oggi); !slices.Equal(r.Differenze, []sanzione.Differenza{sanzione.NonInVigore}) {
		t.Errorf("a codice that the table does not know: %v", r.Differenze)
	}
	if r := adesso.Rivedi(comeAllora(velocita), calendario.MustParse("1990-01-01")); !slices.Equal(r.Differenze, []sanzione.Differenza{sanzione.NonInVigore}) {
		t.Errorf("a day before the first row: %v", r.Differenze)
	}
}

// The letter that the act cites tells the rows apart.
func TestRivediLaLettera(t *testing.T) {
	t.Parallel()
	adesso, oggi := sanzione.Iniziale(), calendario.MustParse("2026-10-01")
	una := adesso.Sostitute("158-1", "f", oggi)
	if len(una) != 1 || una[0].Codice != "158-1-f" {
		t.Errorf("%v", una)
	}
	if sua := adesso.Sostitute("158-2-i", "i", oggi); len(sua) != 2 {
		t.Errorf("la lettera del codice diviso non dice quale: %v", codiciDi(sua))
	}
	if tutte := adesso.Sostitute("158-2-i", "", oggi); len(tutte) != 2 {
		t.Errorf("%d righe senza lettera", len(tutte))
	}
	if n := len(adesso.Sostitute("142-8", "", oggi)); n != 0 {
		t.Errorf("%d rows instead of a codice in use", n)
	}
}

func TestConseguenzeDette(t *testing.T) {
	t.Parallel()
	for testo, vuole := range map[string][]sanzione.Conseguenza{
		"": nil,
		"Provvedimenti sulla patente dell'art. 222 CdS":                                                                   {sanzione.SospensionePatente, sanzione.AltraConseguenza},
		"In caso di seconda violazione nel biennio, sospensione della patente da uno a tre mesi":                          nil,
		"Fermo amministrativo del veicolo per tre mesi o, in caso di reiterazione, confisca":                              {sanzione.FermoVeicolo},
		"Fermo amministrativo del veicolo; in caso di reiterazione, confisca":                                             {sanzione.FermoVeicolo},
		"Sospensione della patente e del documento di circolazione da due a sei mesi":                                     {sanzione.SospensionePatente, sanzione.SospensioneDocumento},
		"Sequestro del veicolo; confisca se la sanzione non è pagata e il veicolo non è assicurato entro sessanta giorni": {sanzione.SequestroVeicolo},
		"Sospensione della patente da uno a due mesi e fermo del veicolo per quarantacinque giorni":                       {sanzione.SospensionePatente, sanzione.FermoVeicolo},
		"Sequestro e confisca dei caschi":                                                                                 {sanzione.ConfiscaCose},
		"Rimozione del mezzo pubblicitario":                                                                               {sanzione.Ripristino},
		"Rimozione del veicolo":                                                                                           {sanzione.Rimozione},
		"Sospensione della patente da sei a dodici mesi; in caso di seconda violazione nel biennio, revoca":               {sanzione.SospensionePatente},
	} {
		if d := cmp.Diff(vuole, sanzione.ConseguenzeDette(testo)); d != "" {
			t.Errorf("%q: %s", testo, d)
		}
	}
}
