package revisione_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/legge/revisione"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"
)

func suo(nome string) uuid.UUID { return uuid.NewSHA1(uuid.Nil, []byte(nome)) }

func giorno(s string) calendario.Giorno { return calendario.MustParse(s) }

// unVerbale is a fine of 10 September 2026 for art. 15 c. 2, whose row asked ten times what the law asks: accepted, with
// its notices, and an act on its way.
func unVerbale(cambia ...func(*lettura.Verbale)) *lettura.Verbale {
	v := &lettura.Verbale{
		Voce: lettura.Voce{ID: suo("v"), Anno: 2026, Numero: 7, DataViolazione: time.Date(2026, 9, 10, 11, 0, 0, 0, calendario.Roma()),
			Procedura: verbale.InNotifica, Debito: verbale.NonEsigibile, Ricorso: verbale.RicorsoNessuno},
		Punti: verbale.PuntiNonDovuti, Riscossione: verbale.RiscossioneNessuna, DataAccertamento: giorno("2026-09-10"),
		Violazioni: []lettura.Violazione{{Codice: "15-2", Articolo: "15", Comma: "2", MinimoCent: 43000, MassimoCent: 173100, Sconto30: true, PagamentoRidotto: true,
			Accessoria: "Ripristino dello stato dei luoghi", VersioneTabella: "prima"}},
		Posizioni: []lettura.Posizione{{ID: suo("p"), Titolo: verbale.Obbligato, SpeseCent: 1000}},
		Avvisi: []lettura.Avviso{{ID: suo("a1"), Posizione: suo("p"), Tipo: cds.Ridotto30, ImportoCent: 31100, SpeseCent: 1000, Stato: verbale.AvvisoEmesso, Giorni: 5},
			{ID: suo("a2"), Posizione: suo("p"), Tipo: cds.Ridotto, ImportoCent: 44000, SpeseCent: 1000, Stato: verbale.AvvisoEmesso, Giorni: 60}},
	}
	for _, f := range cambia {
		f(v)
	}
	return v
}

func servito(v *lettura.Verbale) {
	v.Procedura, v.Debito = verbale.Notificato, verbale.DebitoRidotto
	v.Posizioni[0].GiornoZero, v.Posizioni[0].Prova = giorno("2026-10-01"), "AR 1"
}

func pagato(cent importo.Cent) func(*lettura.Verbale) {
	return func(v *lettura.Verbale) {
		v.Debito, v.VersatoCent, v.PrezzoCent = verbale.Pagato, cent, cent
		v.Pagamenti = []lettura.Pagamento{{ID: suo("g"), Avviso: suo("a2"), Posizione: suo("p"), ImportoCent: cent, Data: giorno("2026-11-02")}}
	}
}

func conRiga(codice string, minimo, massimo importo.Cent) func(*lettura.Verbale) {
	return func(v *lettura.Verbale) {
		x := &v.Violazioni[0]
		x.Codice, x.MinimoCent, x.MassimoCent, x.Accessoria = codice, minimo, massimo, ""
	}
}

func TestRimedi(t *testing.T) {
	t.Parallel()
	casi := []struct {
		regola  string
		cambia  []func(*lettura.Verbale)
		rimedio revisione.Rimedio
		parole  []string
		chiesto importo.Cent
		dovuto  importo.Cent
		entro   string
	}{
		{"non ancora accettato", []func(*lettura.Verbale){func(v *lettura.Verbale) { v.Procedura, v.Avvisi = verbale.DaValidare, nil }},
			revisione.Riscegli, []string{"si sceglie di nuovo la riga"}, 31100, 3940, ""},
		{"accettato, senza atto", []func(*lettura.Verbale){func(v *lettura.Verbale) { v.Procedura = verbale.IntestatarioChiesto }},
			revisione.Scarta, []string{"scartare", "entro il 09/12/2026"}, 31100, 3940, "2026-12-09"},
		{"con un atto che nessuno ha", nil, revisione.Annulla, []string{"annullarlo in autotutela prima che l'atto parta", "entro il 09/12/2026"}, 31100, 3940, "2026-12-09"},
		{"oltre il termine dell'art. 201", []func(*lettura.Verbale){func(v *lettura.Verbale) { v.DataAccertamento = giorno("2026-03-01") }},
			revisione.Annulla, []string{"è finito il 30/05/2026"}, 31100, 3940, ""},
		{"chi ne risponde risiede all'estero: 360 giorni", []func(*lettura.Verbale){func(v *lettura.Verbale) {
			v.Posizioni[0].Soggetto = &lettura.Soggetto{Nazione: "DE"}
		}}, revisione.Annulla, []string{"entro il 05/09/2027"}, 31100, 3940, "2027-09-05"},
		{"contestato al conducente, all'obbligato resta da notificare: 100 giorni", []func(*lettura.Verbale){servito, func(v *lettura.Verbale) {
			v.Contestato, v.Posizioni[0].Titolo = true, verbale.Trasgressore
			v.Posizioni = append(v.Posizioni, lettura.Posizione{ID: suo("o"), Titolo: verbale.Obbligato, SpeseCent: 1000})
		}}, revisione.Rettifica, []string{"entro il 19/12/2026"}, 44000, 5200, "2026-12-19"},
		{"servito e non pagato", []func(*lettura.Verbale){servito}, revisione.Rettifica,
			[]string{"rettificare la violazione in autotutela", "la differenza di 388,00 € non si chiede più", "entro il 09/12/2026"}, 44000, 5200, "2026-12-09"},
		{"pagato in più", []func(*lettura.Verbale){servito, pagato(44000)}, revisione.Rimborsa,
			[]string{"rettificare la violazione", "rimborsare 388,00 €"}, 44000, 5200, ""},
		{"pagato in più, con un ricorso e a ruolo", []func(*lettura.Verbale){servito, pagato(44000), func(v *lettura.Verbale) {
			v.Ricorso, v.Riscossione = verbale.RicorsoPresentato, verbale.InRuolo
		}}, revisione.Rimborsa, []string{"Pende un ricorso", "avvisare chi riscuote"}, 44000, 5200, ""},
		{"fu chiesto meno di quanto la legge chiede", []func(*lettura.Verbale){servito, conRiga("15-2", 2000, 8000)}, revisione.Lascia,
			[]string{"non si chiede di più"}, 3000, 5200, ""},
		{"pagato meno di quanto la legge chiede", []func(*lettura.Verbale){servito, conRiga("15-2", 2000, 8000), pagato(3000)}, revisione.Lascia,
			[]string{"nulla si chiede in più"}, 3000, 5200, ""},
		{"annullato", []func(*lettura.Verbale){servito, func(v *lettura.Verbale) { v.Procedura = verbale.AnnullatoAutotutela }}, revisione.Lascia,
			[]string{"nulla è chiesto"}, 0, 0, ""},
		{"con il ricorso accolto", []func(*lettura.Verbale){servito, func(v *lettura.Verbale) { v.Ricorso = verbale.RicorsoAccolto }}, revisione.Lascia,
			[]string{"nulla è chiesto"}, 0, 0, ""},
		{"la somma è giusta, i punti no", []func(*lettura.Verbale){servito, conRiga("173-3", 25000, 100000), func(v *lettura.Verbale) {
			v.Violazioni[0].Codice, v.Violazioni[0].MinimoCent, v.Violazioni[0].MassimoCent, v.Violazioni[0].Punti = "173-3", 8300, 33200, 5
			v.Punti = verbale.PuntiComunicati
		}}, revisione.CorreggiPunti, []string{"La somma è giusta", "sono 8, il verbale ne dice 5", "rettificare"}, 9300, 9300, ""},
		{"la somma è giusta, le accessorie no", []func(*lettura.Verbale){servito, conRiga("164-8", 8700, 34400), func(v *lettura.Verbale) { v.Violazioni[0].Punti = 3 }},
			revisione.Accessorie, []string{"La somma è giusta", "avvisare chi le applica"}, 9700, 9700, ""},
		{"lo sconto negato", []func(*lettura.Verbale){servito, conRiga("7-15-bis", 76900, 309500), func(v *lettura.Verbale) {
			v.Violazioni[0].Sconto30, v.Violazioni[0].Accessoria = false, "Confisca delle somme percepite"
		}}, revisione.Rettifica, []string{"più di quanto la legge chiede"}, 77900, 77900, "2026-12-09"},
		{"lo sconto dato a torto", []func(*lettura.Verbale){servito, conRiga("6-12", 43000, 173100)}, revisione.Lascia,
			[]string{"non si chiede di più", "accessorie"}, 44000, 44000, ""},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			x, diverso, err := revisione.Di(sanzione.Iniziale(), unVerbale(c.cambia...), giorno("2026-11-23"))
			if err != nil || !diverso {
				t.Fatalf("%v %v", diverso, err)
			}
			entro := ""
			if !x.Entro.IsZero() {
				entro = x.Entro.String()
			}
			if x.Rimedio != c.rimedio || x.ChiestoCent != c.chiesto || x.DovutoCent == nil || *x.DovutoCent != c.dovuto || entro != c.entro {
				t.Errorf("%s, chiesto %d, dovuto %v, entro %s: %s", x.Rimedio, x.ChiestoCent, x.DovutoCent, entro, x.CheFare)
			}
			for _, p := range c.parole {
				if !strings.Contains(x.CheFare, p) {
					t.Errorf("manca %q in %q", p, x.CheFare)
				}
			}
			if strings.Contains(x.CheFare, "  ") || strings.TrimSpace(x.CheFare) != x.CheFare {
				t.Errorf("%q", x.CheFare)
			}
		})
	}
}

func TestLeSommeDegliAvvisi(t *testing.T) {
	t.Parallel()
	x, _, err := revisione.Di(sanzione.Iniziale(), unVerbale(servito), giorno("2026-11-23"))
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]revisione.Somma{{Tipo: cds.Ridotto30, ImportoCent: 31100}, {Tipo: cds.Ridotto, ImportoCent: 44000}}, x.Chiesti); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]revisione.Somma{{Tipo: cds.Ridotto30, ImportoCent: 3940}, {Tipo: cds.Ridotto, ImportoCent: 5200}}, x.Dovuti); d != "" {
		t.Error(d)
	}
	if !strings.Contains(x.Testo(), "15-2 (importo)") || !strings.Contains(x.Testo(), "Fu chiesto 440,00 €, la legge chiede 52,00 €") {
		t.Errorf("%q", x.Testo())
	}
}

// What only facts can tell is not priced: a person says the row first.
func TestUnaRigaDivisa(t *testing.T) {
	t.Parallel()
	divisa := conRiga("6-14", 8700, 34400)
	for regola, c := range map[string]struct {
		cambia  []func(*lettura.Verbale)
		rimedio revisione.Rimedio
		parola  string
	}{
		"servito":     {[]func(*lettura.Verbale){divisa, servito}, revisione.Stabilisci, "fra 6-14-p1, 6-14-p2"},
		"da validare": {[]func(*lettura.Verbale){divisa, func(v *lettura.Verbale) { v.Procedura = verbale.DaValidare }}, revisione.Riscegli, "prima di validarlo"},
		"chiuso":      {[]func(*lettura.Verbale){divisa, func(v *lettura.Verbale) { v.Procedura = verbale.Archiviato }}, revisione.Lascia, "nulla è chiesto"},
		"senza righe": {[]func(*lettura.Verbale){conRiga("999-1", 100, 400), servito}, revisione.Stabilisci, "non ha più la riga"},
	} {
		t.Run(regola, func(t *testing.T) {
			t.Parallel()
			x, diverso, err := revisione.Di(sanzione.Iniziale(), unVerbale(c.cambia...), giorno("2026-11-23"))
			if err != nil || !diverso || x.Rimedio != c.rimedio || x.DovutoCent != nil || len(x.Dovuti) > 0 || !strings.Contains(x.CheFare, c.parola) {
				t.Errorf("%v %v %+v", err, diverso, x)
			}
		})
	}
}

// None of these is listed: its row stands, nobody has priced it yet, or another system did.
func TestNonSiElenca(t *testing.T) {
	t.Parallel()
	adesso := sanzione.Iniziale()
	for regola, cambia := range map[string]func(*lettura.Verbale){
		"la riga non è cambiata":        conRiga("158-2", 4200, 17300),
		"è importato":                   func(v *lettura.Verbale) { v.Importato = true },
		"la riga è ancora da scegliere": func(v *lettura.Verbale) { v.Violazioni[0].Candidati = []string{"15-2", "15-3-altre"} },
		"è di questa tabella":           func(v *lettura.Verbale) { v.Violazioni[0].VersioneTabella = adesso.Versione() },
	} {
		t.Run(regola, func(t *testing.T) {
			t.Parallel()
			if x, diverso, err := revisione.Di(adesso, unVerbale(cambia), giorno("2026-11-23")); diverso || err != nil {
				t.Errorf("%v %+v", err, x)
			}
		})
	}
}

// The same correction has the same mark; another has another.
func TestImpronta(t *testing.T) {
	t.Parallel()
	di := func(cambia ...func(*lettura.Verbale)) string {
		x, _, err := revisione.Di(sanzione.Iniziale(), unVerbale(cambia...), giorno("2026-11-23"))
		if err != nil {
			t.Fatal(err)
		}
		return x.Impronta()
	}
	if a, b := di(), di(servito, pagato(44000)); a != b || len(a) != 16 {
		t.Errorf("%s %s: the state of the fine is no other correction", a, b)
	}
	if di() == di(conRiga("15-2", 43000, 170000)) {
		t.Error("another price has the same mark")
	}
}

func TestOgniRimedioHaLeSueParole(t *testing.T) {
	t.Parallel()
	for _, r := range revisione.Rimedi() {
		if r.Parola() == "" || r.Parola() == verbale.Leggibile(string(r)) {
			t.Errorf("%s: %q", r, r.Parola())
		}
	}
	for _, d := range sanzione.Differenze() {
		if d.Parola() == "" {
			t.Errorf("%s has no words", d)
		}
	}
}
