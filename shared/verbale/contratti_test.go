package verbale

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gopkg.in/yaml.v3"

	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
)

// enumerata is a list of values that a contract admits.
type enumerata struct {
	dove   string // module and path in the document
	valori []string
}

// contratti reads the enumerations of every contract.
func contratti(t *testing.T) []enumerata {
	t.Helper()
	file, err := filepath.Glob("../../*/api/openapi.yaml")
	if err != nil || len(file) < 6 {
		t.Fatalf("%v: %v", file, err)
	}
	var tutte []enumerata
	for _, f := range append(file, "../../docs/asyncapi.yaml") {
		dati, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		var documento yaml.Node
		if err := yaml.Unmarshal(dati, &documento); err != nil {
			t.Fatalf("%s: %v", f, err)
		}
		modulo := strings.Split(filepath.ToSlash(f), "/")[2]
		tutte = append(tutte, enumera(modulo, documento.Content[0])...)
	}
	return tutte
}

func enumera(dove string, n *yaml.Node) (tutte []enumerata) {
	if n.Kind != yaml.MappingNode {
		for _, x := range n.Content {
			tutte = append(tutte, enumera(dove, x)...)
		}
		return tutte
	}
	for i := 0; i < len(n.Content); i += 2 {
		chiave, valore := n.Content[i].Value, n.Content[i+1]
		if chiave != "enum" || valore.Kind != yaml.SequenceNode {
			tutte = append(tutte, enumera(dove+"/"+chiave, valore)...)
			continue
		}
		e := enumerata{dove: dove}
		for _, x := range valore.Content {
			if x.Tag == "!!str" && x.Value != "" {
				e.valori = append(e.valori, x.Value)
			}
		}
		tutte = append(tutte, e)
	}
	return tutte
}

// nelVocabolario are the enumerations of the contracts that are a kind of the vocabulary or a group of one, by
// module and schema.
func nelVocabolario() map[string][]string {
	stati, scopi := testi(StatiLotto()), testi([]cds.Tipo{cds.Ridotto30, cds.Ridotto, cds.Intero, cds.Ordinanza, cds.Rata})
	lavorati := testi([]TipoLotto{LottoPdf, LottoPostale, LottoSend, LottoRettifica, LottoVisura}) // today
	partenze := testi([]TipoLotto{LottoPostale, LottoSend})
	veicoli := testi([]Archivio{ArchivioMotorizzazione, ArchivioInfows, ArchivioPra})
	accodati := testi(slices.DeleteFunc(MotiviVisura(), func(m MotivoVisura) bool { return m == MotivoAltro })) // work has no note
	return map[string][]string{
		"docs/DomandaSimulazione/canali/items":        partenze,
		"elaborazione/AnteprimaLotto/tipo":            partenze,
		"docs/AnteprimaLotto/tipo":                    partenze,
		"connessione/ChiedeDomicilio/motivo":          testi(MotiviVisura()),
		"connessione/ChiedeVerifica/motivo":           testi(MotiviVisura()),
		"connessione/ChiedeElenco/motivo":             testi(MotiviVisura()),
		"connessione/ChiedeVisura/motivo":             testi(MotiviVisura()),
		"connessione/ChiedeVisuraPerDati/motivo":      testi(MotiviVisura()),
		"connessione/ChiedeVisure/motivo":             testi(MotiviVisura()),
		"connessione/Domicilio/fonte":                 testi([]Archivio{ArchivioInad, ArchivioInipec, ArchivioIpa}),
		"vpn/components/parameters/Causa/schema":      testi(CauseConsulta()),
		"vpn/Collegamento/registro":                   veicoli,
		"vpn/Spesa/registro":                          veicoli,
		"docs/LavoroDomicilio/motivo":                 accodati,
		"docs/LavoroVisura/motivo":                    accodati,
		"connessione/TipoImporto":                     append(scopi, string(cds.InteroMaggiorato)),
		"connessione/StatoElenco":                     testi([]StatoLotto{LottoAccodato, LottoInCorso, LottoInPausa, LottoCompletato, LottoCompletatoConErrori}),
		"connessione/StatoVoce":                       testi([]StatoVoce{VoceInAttesa, VoceOK, VoceErroreDefinitivo}),
		"connessione/Posizione/titolo":                testi(Titoli()),
		"connessione/Documento/tipo":                  testi(valori(documenti())),
		"connessione/Versamento/canale":               testi(CanaliPagamento()),
		"elaborazione/CanalePagamento":                testi(CanaliPagamento()),
		"elaborazione/Notifica/stato":                 testi(valori(statiNotifica())),
		"connessione/StatoNotifica":                   testi(StatiInvio()),
		"elaborazione/Ricorso/autorita":               testi(valori(autorita())),
		"elaborazione/EsitoPostale/stato":             testi(valori(statiEsiti())),
		"elaborazione/StatoRigaEsito":                 testi(StatiRiga()),
		"elaborazione/StatoVisura":                    testi(StatiVisura()),
		"elaborazione/RegistroVisura":                 testi(RegistriVisura()),
		"elaborazione/StatoVoce":                      testi(StatiVoce()),
		"elaborazione/RichiestaLotto/tipo":            lavorati,
		"elaborazione/Lotto/tipo":                     testi(TipiLotto()),
		"elaborazione/Lotto/stato":                    stati,
		"elaborazione/Posizione/titolo":               testi(Titoli()),
		"elaborazione/Avviso/tipo":                    scopi,
		"elaborazione/Documento/tipo":                 testi(valori(documenti())),
		"elaborazione/DatiPosizioneAperta/titolo":     testi(Titoli()),
		"elaborazione/DatiRicorsoPresentato/autorita": testi([]Autorita{Prefetto, GiudiceDiPace}),
		"elaborazione/DatiRicorsoImpugnato/autorita":  testi([]Autorita{GiudiceDiPace, Tribunale, AltraAutorita}),
		"elaborazione/DatiNotificaAvviata/canale":     testi(append(CanaliDiInvio(), CanaleAltro)),
		"tenantapi/Richiesta/procedura/items":         testi(Procedure()),
		"tenantapi/Richiesta/debito/items":            testi(Debiti()),
		"tenantapi/Richiesta/ricorso/items":           testi(Ricorsi()),
		"tenantapi/Richiesta/fonte/items":             testi(Fonti()),
		"vpn/Veicolo/responsabile/codice": testi(slices.DeleteFunc(codiciIndagine(), func(c CodiceIndagine) bool {
			return slices.Contains(senzaVeicolo(), c)
		})),
		"ocr/Lettura/tipo": testi(TipiLettura()),
		"ocr/paths//OcrService/rest/letture/post/requestBody/content/multipart/form-data/schema/tipo": testi(TipiLettura()),
		"ocr/Lettura/stato":                          testi(StatiLettura()),
		"docs/RispostaAttese/domande/items/registro": append(testi(RegistriVisura()), AttesaVeicoli),
		"docs/LetturaConfermata/tipo":                testi([]TipoLettura{LetturaTarga, LetturaAvviso, LetturaBollettino}),
		"docs/AvanzamentoLotto/stato":                stati,
		"docs/DomandaNuovoLotto/tipo":                lavorati,
	}
}

// senzaVeicolo are the answers in which there is no vehicle to show.
func senzaVeicolo() []CodiceIndagine {
	return []CodiceIndagine{IndagineTargaEstera, IndagineAltroGiorno, IndagineTargaNonValida, IndagineRispostaNonUtilizzabile, IndagineRichiestaRifiutata,
		IndagineNonPresente, IndagineNonImmatricolato}
}

// TestIContrattiParlanoIlVocabolario: an enumeration of a contract that is the vocabulary's has its values, all
// and no other; one that is new has to be listed here.
func TestIContrattiParlanoIlVocabolario(t *testing.T) {
	t.Parallel()
	attese, eventi := nelVocabolario(), testi(TipiEvento())
	accorcia := strings.NewReplacer("/components/schemas", "", "/properties", "")
	for _, e := range contratti(t) {
		dove := accorcia.Replace(e.dove)
		if strings.HasPrefix(dove, "elaborazione/RichiestaEvento/") {
			for _, x := range e.valori {
				if !slices.Contains(eventi, x) {
					t.Errorf("%s: %s is no event", dove, x)
				}
			}
			continue
		}
		vuole, c := attese[dove]
		delete(attese, dove)
		slices.Sort(vuole)
		slices.Sort(e.valori)
		if diff := cmp.Diff(vuole, e.valori); c && diff != "" {
			t.Errorf("%s: vocabulary against contract:\n%s", dove, diff)
		}
		for tipo, tutti := range enumerazioni() {
			fuori := func(x string) bool { return !slices.Contains(tutti, x) }
			if !c && len(e.valori) > 1 && !slices.ContainsFunc(e.valori, fuori) {
				t.Errorf("%s looks like %s and is checked against nothing: %v", dove, tipo, e.valori)
			}
		}
	}
	for dove := range attese {
		t.Errorf("%s is in no contract", dove)
	}
}
