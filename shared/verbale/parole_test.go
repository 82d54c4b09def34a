package verbale

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/riscontro"
)

// costanti are the constants of this package by their type: what the tables must have.
func costanti(t *testing.T) map[string][]string {
	t.Helper()
	pacchetto, err := parser.ParseDir(token.NewFileSet(), ".", nil, 0) //nolint:staticcheck // the files of one folder, no build tags
	if err != nil {
		t.Fatal(err)
	}
	tutte := map[string][]string{}
	for _, f := range pacchetto["verbale"].Files {
		ast.Inspect(f, func(n ast.Node) bool {
			v, ok := n.(*ast.ValueSpec)
			if !ok || len(v.Values) != 1 {
				return true
			}
			if tipo, ok := v.Type.(*ast.Ident); ok {
				if valore, ok := v.Values[0].(*ast.BasicLit); ok && valore.Kind == token.STRING {
					testo, err := strconv.Unquote(valore.Value)
					if err != nil {
						t.Fatal(err)
					}
					tutte[tipo.Name] = append(tutte[tipo.Name], testo)
				}
			}
			return true
		})
	}
	return tutte
}

func testi[T ~string](v []T) []string {
	tutti := make([]string, len(v))
	for i, x := range v {
		tutti[i] = string(x)
	}
	return tutti
}

// codiciIndagine are the words of an owner who was found, and of an answer from which a person has to decide.
func codiciIndagine() []CodiceIndagine {
	tutti := []CodiceIndagine{IndagineUnicoProprietario, IndagineLocatario, IndagineUsufruttuario, IndagineAcquirente}
	for _, v := range indagini() {
		tutti = append(tutti, v.valore)
	}
	return tutti
}

// enumerazioni are the kinds of the vocabulary with all their values.
func enumerazioni() map[string][]string {
	return map[string][]string{
		"Procedura": testi(Procedure()), "Debito": testi(Debiti()), "Ricorso": testi(Ricorsi()), "Punti": testi(StatiPunti()),
		"Riscossione": testi(Riscossioni()), "TipoEvento": testi(TipiEvento()), "TipoAnomalia": testi(TipiAnomalia()),
		"TipoDocumento": testi(valori(documenti())), "Fonte": testi(Fonti()), "Titolo": testi(Titoli()), "Autorita": testi(valori(autorita())),
		"StatoAvviso": testi(valori(statiAvviso())), "StatoNotifica": testi(valori(statiNotifica())), "StatoInvio": testi(StatiInvio()),
		"TipoLotto":  testi(TipiLotto()),
		"StatoLotto": testi(StatiLotto()), "StatoVoce": testi(StatiVoce()), "StatoEsiti": testi(valori(statiEsiti())),
		"StatoRiga": testi(StatiRiga()), "CodiceIndagine": testi(codiciIndagine()), "Avvertenza": testi(Avvertenze()),
		"CanalePagamento": testi(CanaliPagamento()), "ClasseConservazione": testi(classi()),
		"RegistroVisura": testi(RegistriVisura()), "StatoVisura": testi(StatiVisura()),
		"MotivoVisura": testi(MotiviVisura()), "CausaConsulta": testi(CauseConsulta()), "Archivio": testi(valori(archivi())),
		"AttesaNotifica": testi(AtteseNotifica()),
		"TipoLettura":    testi(TipiLettura()), "StatoLettura": testi(StatiLettura()),
	}
}

func classi() (tutte []ClasseConservazione) {
	for _, c := range Conservazioni() {
		tutte = append(tutte, c.Classe)
	}
	return tutte
}

// TestOgniCostanteHaParole: a constant that is in no table would be shown as its code, or hidden.
func TestOgniCostanteHaParole(t *testing.T) {
	t.Parallel()
	scritte := costanti(t)
	for tipo, valori := range enumerazioni() {
		slices.Sort(valori)
		slices.Sort(scritte[tipo])
		if diff := cmp.Diff(scritte[tipo], valori); diff != "" {
			t.Errorf("%s: constants against the table:\n%s", tipo, diff)
		}
		delete(scritte, tipo)
	}
	if resto := slices.DeleteFunc(slices.Collect(maps.Keys(scritte)), func(tipo string) bool { return tipo == "string" }); len(resto) > 0 {
		t.Errorf("types without a table: %v", resto)
	}
}

func controlla[T ~string](t *testing.T, tabella []voce[T]) {
	t.Helper()
	codice := regexp.MustCompile(`[A-Z]{2,}_|_[A-Z]{2,}`)
	visti := map[T]bool{}
	for _, v := range tabella {
		if v.ufficio == "" || v.ufficio == nonSiDice || codice.MatchString(v.ufficio) {
			t.Errorf("%s: the office reads %q", v.valore, v.ufficio)
		}
		if v.cittadino == "" || codice.MatchString(v.cittadino) {
			t.Errorf("%s: the citizen reads %q; what is not for the citizen says so", v.valore, v.cittadino)
		}
		if visti[v.valore] {
			t.Errorf("%s is there twice", v.valore)
		}
		visti[v.valore] = true
	}
}

// TestNessunaParolaMancaENessunaEUnCodice: each word has both registers, and the citizen's is a text or an
// explicit silence.
func TestNessunaParolaMancaENessunaEUnCodice(t *testing.T) {
	t.Parallel()
	controlla(t, procedure())
	controlla(t, debiti())
	controlla(t, ricorsi())
	controlla(t, punti())
	controlla(t, tipiLettura())
	controlla(t, statiLettura())
	controlla(t, riscossioni())
	controlla(t, eventi())
	controlla(t, documenti())
	controlla(t, fonti())
	controlla(t, titoli())
	controlla(t, autorita())
	controlla(t, statiAvviso())
	controlla(t, statiNotifica())
	controlla(t, statiInvio())
	controlla(t, canali())
	controlla(t, canaliPagamento())
	controlla(t, scopi())
	controlla(t, tipiLotto())
	controlla(t, statiLotto())
	controlla(t, statiVoce())
	controlla(t, statiEsiti())
	controlla(t, statiRiga())
	controlla(t, motiviVisura())
	controlla(t, archivi())
	for _, v := range anomalie() {
		if v.ufficio == "" || v.rimedio == "" {
			t.Errorf("%s has no words", v.valore)
		}
	}
	for _, v := range avvertenze() {
		if v.ufficio == "" || v.rimedio == "" {
			t.Errorf("%s has no words", v.valore)
		}
	}
	for _, v := range indagini() {
		if v.successo == "" || v.rimedio == "" {
			t.Errorf("%s has no words", v.valore)
		}
	}
	for _, c := range cds.Canali() {
		if CanaleCittadino(c) == CanaleCittadino("") {
			t.Errorf("%s: the citizen reads nothing", c)
		}
	}
}

// TestCioCheIlCittadinoLegge: which events a citizen is told, whom, and with which words.
func TestCioCheIlCittadinoLegge(t *testing.T) {
	t.Parallel()
	for vuole, letto := range map[string]string{
		"È arrivato un pagamento di 47,00 €.":                  EventoPagamento.Cittadino(false, "47,00 €"),
		"È arrivato un pagamento.":                             EventoPagamento.Cittadino(false, ""),
		"È stato disposto un rimborso di 5,00 €.":              EventoRimborso.Cittadino(true, "5,00 €"),
		"Il comando ha rinunciato a 1,00 €.":                   EventoSgravio.Cittadino(true, "1,00 €"),
		"Il comando ha rinunciato a quanto restava da pagare.": EventoSgravio.Cittadino(true, ""),
		"I punti non sono stati tolti.":                        EventoPuntiScartati.Cittadino(true, ""),
		"Il verbale è stato aggiornato.":                       TipoEvento("COSA_DI_DOMANI").Cittadino(false, ""),
		"È stato inviato un sollecito.":                        EventoSollecitoInviato.Cittadino(false, "1,00 €"),
		"si attende l'esito":                                   NotificaInCorso.Cittadino(),
		"Tentativo di notifica":                                CanaleCittadino("SCONOSCIUTO"),
		"foto.jpg":                                             DocumentoAllegato.Cittadino("foto.jpg"),
		"Verbale e avvisi di pagamento":                        DocumentoAtto.Cittadino("atto.pdf"),
	} {
		if letto != vuole {
			t.Errorf("%q, want %q", letto, vuole)
		}
	}
	var taciuti, riservati []TipoEvento
	for _, x := range TipiEvento() {
		switch {
		case x.Cittadino(true, "") == "":
			taciuti = append(taciuti, x)
		case x.Cittadino(false, "") == "":
			riservati = append(riservati, x)
		}
	}
	if diff := cmp.Diff([]TipoEvento{EventoDispositivoIndicato, EventoIntestatarioRichiesto, EventoIntestatarioAnomalo,
		EventoViaScelta, EventoVisuraChiesta, EventoVisuraRisposta, EventoVisuraApplicata, EventoVisuraScartata, EventoOrdinanzaEmessa,
		EventoPuntiDaComunicare,
		EventoCreditoSelezionato, EventoCreditoInesigibile, EventoAnomaliaAperta, EventoAnomaliaRisolta, EventoDocumentoAllegato,
		EventoNotaAggiunta}, taciuti); diff != "" {
		t.Errorf("told to no citizen (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]TipoEvento{EventoPosizioneAperta, EventoPosizioneChiusa, EventoRecapitoIndicato, EventoConducenteRichiesto,
		EventoConducenteRicevuto, EventoConducenteOmesso, EventoPuntiComunicati, EventoPuntiScartati}, riservati); diff != "" {
		t.Errorf("told to the person alone (-want +got):\n%s", diff)
	}
}

// TestParoleDelleAzioni: who records an event reads what the button does, each its own.
func TestParoleDelleAzioni(t *testing.T) {
	t.Parallel()
	viste := map[string]TipoEvento{}
	for tipo, parole := range azioni() {
		if altro, c := viste[parole]; c || parole == "" || parole == tipo.Parola() {
			t.Errorf("%s says %q, as %s", tipo, parole, altro)
		}
		viste[parole] = tipo
	}
	if parole := EventoAttoGenerato.Azione(); parole != EventoAttoGenerato.Parola() {
		t.Errorf("what nobody does: %q", parole)
	}
}

// TestParoleInFrase: inside a sentence a label has a small letter, and what is not known can be read.
func TestParoleInFrase(t *testing.T) {
	t.Parallel()
	for vuole, letto := range map[string]string{
		"pagato":                                Pagato.InFrase(),
		"in misura ridotta con sconto del 30 %": DebitoRidotto30.InFrase(),
		"nessuno stato":                         Procedura("").InFrase(),
		"«verbale validato»":                    EventoValidato.InFrase(),
		"trasmesso all'autorità":                RicorsoTrasmesso.InFrase(),
		"Cosa di domani":                        Procedura("COSA_DI_DOMANI").Parola(),
		"Il tribunale":                          Tribunale.Parola(),
		"L'autorità che decide sul ricorso":     Autorita("").Parola(),
	} {
		if letto != vuole {
			t.Errorf("%q, want %q", letto, vuole)
		}
	}
	for _, d := range Debiti() {
		if testo := d.InFrase(); strings.ToLower(testo[:1]) != testo[:1] {
			t.Errorf("%s: %q", d, testo)
		}
	}
}

// TestGruppi: the groups that divide a kind leave nothing out and nothing twice.
func TestGruppi(t *testing.T) {
	t.Parallel()
	for nome, c := range map[string]struct{ tutti, parti []string }{
		"procedures": {testi(Procedure()), testi(slices.Concat(ProcedureNonAccettate(), ProcedureInCorso(), ProcedureChiuse()))},
		"debts":      {testi(Debiti()), testi(slices.Concat(DebitiAperti(), DebitiChiusi()))},
	} {
		slices.Sort(c.tutti)
		slices.Sort(c.parti)
		if diff := cmp.Diff(c.tutti, c.parti); diff != "" {
			t.Errorf("%s:\n%s", nome, diff)
		}
	}
	for _, x := range AnomalieCadute() {
		if !slices.Contains(TipiAnomalia(), x) {
			t.Error(x)
		}
	}
}

// TestAvvertenze: each rule of what must never leave has the words of its warning, and a warning is read as it was written.
func TestAvvertenze(t *testing.T) {
	t.Parallel()
	for _, r := range []riscontro.Regola{riscontro.Minorenne, riscontro.CodiceFiscaleDiscorde, riscontro.IndirizzoDiscorde,
		riscontro.DispositivoMancante, riscontro.DispositivoIncompleto, riscontro.TaraturaScaduta} {
		a, testo := LeggiAvvertenza(ScriviAvvertenza(Avvertenza(r), "il trasgressore: così"))
		if a != Avvertenza(r) || testo != "il trasgressore: così" || !a.Trattiene() {
			t.Errorf("%s: %s %q", r, a, testo)
		}
	}
	if a, testo := LeggiAvvertenza("COSA_DI_DOMANI"); a.Parola() != "Cosa di domani" || a.Rimedio() == "" || a.Trattiene() || testo != "" {
		t.Errorf("%q %q", a.Parola(), testo)
	}
}
