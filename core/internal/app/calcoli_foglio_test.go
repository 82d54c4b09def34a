package app_test

import (
	"cmp"
	"encoding/csv"
	"html"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
)

// tabellaIniziale is the program's table, read once for all the rows.
var tabellaIniziale = sync.OnceValue(sanzione.Iniziale)

// rigaCalcolata is a row of the sheet on one of its days.
type rigaCalcolata struct {
	codice, giorno string
	foglio         map[string]string
}

// scrittaAllaScrivania is what the desk says of a row on a day: the sum of that day, the points, whether the discount of 30 % is
// allowed and why not, the accessory sanctions. Fascia is whether the band is said.
type scrittaAllaScrivania struct {
	Somma, Punti, Sconto string
	Fascia               bool
	Accessorie           []string
}

// righeDaCalcolare are the rows of the sheet, each on its first day and on its last until a day.
func righeDaCalcolare(t *testing.T, oggi calendario.Giorno) (tutte []rigaCalcolata) {
	t.Helper()
	f, err := os.Open("../../../shared/legge/sanzione/testdata/foglio.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	lettore := csv.NewReader(f)
	lettore.Comma = ';'
	righe, err := lettore.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, celle := range righe[1:] {
		r := map[string]string{}
		for i, nome := range righe[0] {
			r[nome] = celle[i]
		}
		dal, al := calendario.MustParse(r["valid_from"]), oggi
		if fine := r["valid_to"]; fine != "" && calendario.MustParse(fine).Before(oggi) {
			al = calendario.MustParse(fine)
		}
		for _, g := range []calendario.Giorno{dal, al} {
			tutte = append(tutte, rigaCalcolata{r["codice"], g.String(), r})
		}
	}
	return tutte
}

// reato and senzaRidotto are what the sheet says among the consequences.
func (x rigaCalcolata) reato() bool {
	return strings.Contains(x.foglio["accessory"], "criminal offence")
}

func (x rigaCalcolata) ammesso() bool {
	return slices.Contains([]string{"yes", "conditional"}, x.foglio["discount30"])
}

func (x rigaCalcolata) senzaRidotto() bool {
	return x.reato() || strings.Contains(x.foglio["accessory"], "no reduced payment") && !x.ammesso()
}

// fascia is the band of the sheet as people read it.
func (x rigaCalcolata) fascia(t *testing.T) (minimo importo.Cent, parole string) {
	t.Helper()
	if x.reato() {
		return 0, "reato"
	}
	da, errMin := strconv.Atoi(x.foglio["min_cents"])
	a, errMax := strconv.Atoi(x.foglio["max_cents"])
	if errMin != nil || errMax != nil {
		t.Fatalf("%s: the sheet has no band", x.codice)
	}
	return importo.Cent(da), "da " + importo.Cent(da).Euro() + " a " + importo.Cent(a).Euro()
}

// attesa is what the sheet asks of the desk; the accessory sanctions are in the words of the act.
func (x rigaCalcolata) attesa(t *testing.T) scrittaAllaScrivania {
	t.Helper()
	minimo, _ := x.fascia(t)
	s := scrittaAllaScrivania{Fascia: true, Punti: cmp.Or(x.foglio["points"], "non noti"), Sconto: "ammesso", Somma: minimo.Euro()}
	if s.Punti == "0" {
		s.Punti = "nessuno"
	}
	if !x.ammesso() {
		s.Sconto = "non ammesso: " + x.perche()
	} else {
		s.Somma = ((minimo*7 + 5) / 10).Euro()
	}
	if x.senzaRidotto() {
		s.Somma = "Nessuna somma"
	}
	riga, c := tabellaIniziale().Cerca(x.codice, calendario.MustParse(x.giorno))
	if !c {
		t.Fatalf("%s is not in force on %s", x.codice, x.giorno)
	}
	s.Accessorie = riga.Accessorie()
	return s
}

// perche is why the sheet refuses the discount.
func (x rigaCalcolata) perche() string {
	switch dette := x.foglio["accessory"]; {
	case x.reato():
		return "è un reato e nessuna somma va indicata (art. 220 CdS)"
	case x.senzaRidotto():
		return "non è ammesso il pagamento in misura ridotta (art. 202, commi 3 e 3-bis, CdS)"
	case strings.HasPrefix(x.foglio["check"], "not confirmed: whether art. 202"):
		return "è in dubbio, e nel dubbio la tabella non lo ammette"
	case regexp.MustCompile("licence (and.* document )?suspended|suspension doubled|licence measures").MatchString(dette):
		return "è prevista la sospensione della patente (art. 202, comma 1, CdS)"
	case strings.Contains(dette, "licence revoked"):
		return "è prevista la revoca della patente (art. 202, comma 1, CdS)"
	case strings.Contains(dette, "confiscated"):
		return "è prevista la confisca del veicolo (art. 202, comma 1, CdS)"
	default:
		return "?"
	}
}

// conseguenzeDelFoglio are the words of the act for those of the sheet.
func conseguenzeDelFoglio() map[string]string {
	return map[string]string{"licence suspended": "sospensione della patente", "licence revoked": "revoca della patente", "confisca": "confisca",
		"vehicle stopped": "fermo", "towing": "rimozione", "may be removed": "rimosso", "registration document": "di circolazione",
		"plate withdrawn":   "ritiro della targa",
		"licence withdrawn": "della patente", "seized": "sequestro", "restore the place": "ripristino", "remove the works": "opere"}
}

// senzaParole are the consequences of the sheet that the page does not name.
func (x rigaCalcolata) senzaParole(accessorie []string) (mancano []string) {
	dette := strings.ToLower(strings.Join(accessorie, "; "))
	for inglese, italiano := range conseguenzeDelFoglio() {
		if strings.Contains(x.foglio["accessory"], inglese) && !strings.Contains(dette, italiano) {
			mancano = append(mancano, italiano)
		}
	}
	return mancano
}

// letta is what the page of an answer says.
func (x rigaCalcolata) letta(t *testing.T, corpo string) scrittaAllaScrivania {
	t.Helper()
	_, esito, _ := strings.Cut(corpo, "Da pagare ") // behind the list of all rows
	esito, _, _ = strings.Cut(html.UnescapeString(esito), "</section>")
	uno := func(espressione string) string {
		if m := regexp.MustCompile(espressione).FindStringSubmatch(esito); m != nil {
			return m[1]
		}
		return ""
	}
	_, fascia := x.fascia(t)
	s := scrittaAllaScrivania{Fascia: strings.Contains(esito, fascia), Somma: uno(`<p class="display-5[^>]*>([^<]*)</p>`),
		Punti: uno(`>Punti</dt>\s*<dd[^>]*>([0-9]+|[a-z ]+)`), Sconto: uno(`>Sconto del 30 %</dt>\s*<dd[^>]*>([^<]*)<`), Accessorie: []string{}}
	_, elenco, _ := strings.Cut(esito, "Sanzioni accessorie")
	for _, m := range regexp.MustCompile(`<li>([^<]*)</li>`).FindAllStringSubmatch(elenco, -1) {
		s.Accessorie = append(s.Accessorie, m[1])
	}
	return s
}

// TestOgniRigaDelFoglioAllaScrivania: the calculator, asked as an officer asks it, says of each row the band of the sheet, the sum
// within five days, points, discount and accessory sanctions, on the first and on the last of its days: the last of a row that
// was changed is the day before.
func TestOgniRigaDelFoglioAllaScrivania(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	righe := righeDaCalcolare(t, calendario.MustParse("2026-11-20"))
	if len(righe) != 2*354 {
		t.Fatalf("%d rows", len(righe))
	}
	for parte := range slices.Chunk(righe, len(righe)/4) {
		t.Run("from "+parte[0].codice, func(t *testing.T) {
			t.Parallel()
			n := b.dentro(t, "agente")
			for _, x := range parte {
				q := url.Values{"violazione": {x.codice}, "giorno": {x.giorno}, "pagamento": {x.giorno}}
				r := n.apri("/CoreService/calcoli/importo?" + q.Encode())
				if r.stato != http.StatusOK {
					t.Errorf("%s on %s: %d", x.codice, x.giorno, r.stato)
					continue
				}
				letta := x.letta(t, r.corpo)
				if d := gocmp.Diff(x.attesa(t), letta); d != "" {
					t.Errorf("%s on %s (-sheet +desk):\n%s", x.codice, x.giorno, d)
				}
				if mancano := x.senzaParole(letta.Accessorie); mancano != nil {
					t.Errorf("%s on %s does not say %v of %q", x.codice, x.giorno, mancano, x.foglio["accessory"])
				}
			}
		})
	}
}
