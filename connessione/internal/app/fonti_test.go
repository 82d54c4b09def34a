package app

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"maps"
	"math/big"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/connessione/internal/domicilio"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/inipec"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/ipa"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/registri/residenza"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// bancoFonti is a bench with the registers of companies and public bodies beside that of persons.
type bancoFonti struct {
	*bancoRegistri
	inipec *inipec.Simulatore
	ipa    *ipa.Simulatore
	dove   string // address of both
}

// collegamentoInipec is the setting of a connection that is in order; altro replaces or adds members.
func (b *bancoFonti) collegamentoInipec(altro oggetto) oggetto {
	o := oggetto{"indirizzo": b.dove + "/inipec", "cliente": inipec.Cliente, "ambito": inipec.Ambito, "firma": "domicilio-firma", "catena": "domicilio-catena",
		"costoCent": 10}
	maps.Copy(o, altro)
	return o
}

func (b *bancoFonti) collegamentoIpa() oggetto {
	return oggetto{"indirizzo": b.dove + "/ipa/ws", "accesso": "domicilio-ipa"}
}

// apparecchiaFonti is connected to nothing yet; attesa is how long INI-PEC prepares a list, by the clock of the bench.
func apparecchiaFonti(t *testing.T, attesa time.Duration) *bancoFonti {
	t.Helper()
	b := &bancoFonti{ipa: ipa.Nuovo()}
	segreti := t.TempDir()
	certificato := firmaDiProva(t, filepath.Join(segreti, "alfa"))
	b.bancoRegistri = apparecchiaRegistriCon(t, func(i *Impostazioni) { i.SegretiDir, i.RetiComandi = segreti, []string{"127.0.0.0/8"} })
	b.inipec = inipec.Nuovo(inipec.Opzioni{Adesso: b.orologio.Adesso, Certificato: certificato, Attesa: attesa})
	mux := http.NewServeMux()
	b.inipec.Registra(mux)
	b.ipa.Registra(mux)
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	b.dove = server.URL
	return b
}

// firmaDiProva writes the secrets of a command: the key that signs, its certificate, the key of the index.
func firmaDiProva(t *testing.T, cartella string) *x509.Certificate {
	t.Helper()
	chiave, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	modello := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "Comune di prova"},
		NotBefore: mezzogiorno("2026-01-01"), NotAfter: mezzogiorno("2030-01-01")}
	der, err := x509.CreateCertificate(rand.Reader, modello, modello, &chiave.PublicKey, chiave)
	if err != nil {
		t.Fatal(err)
	}
	privata, err := x509.MarshalPKCS8PrivateKey(chiave)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(cartella, 0o700); err != nil {
		t.Fatal(err)
	}
	for nome, contenuto := range map[string][]byte{
		"domicilio-firma":  append([]byte("host: 127.0.0.1\n"), pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: privata})...),
		"domicilio-catena": pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}),
		"domicilio-ipa":    []byte("host: 127.0.0.1\n" + ipa.Chiave + "\n"), "domicilio-altra": []byte("host: 127.0.0.1\naltra\n"),
	} {
		if err := os.WriteFile(filepath.Join(cartella, nome), contenuto, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	certificato, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	return certificato
}

// collega sets a connection and waits until it is in use: until then a code that nobody has is answered with a warning.
func (b *bancoFonti) collega(t *testing.T, chiave string, valore oggetto) {
	t.Helper()
	b.imposta(t, chiave, testo(t, valore))
	nome, sonda := "INI-PEC", simulatore.CodiceEnte
	if chiave == "domicilio.ipa" {
		nome, sonda = "L'IPA", simulatore.CodiceAmministrazione
	}
	n := 0
	testkit.Attendi(t, attesa, "the connection", func() bool {
		n++
		corpo := chiesta(oggetto{"codiceFiscale": sonda("404", fmt.Sprintf("%05d", 90000+n))})
		w := b.manda(rottaDomicilio, b.operatore(t, "alfa"), testo(t, corpo))
		return !strings.Contains(w.Body.String(), nome+" non è collegato: non vi si è cercato")
	})
}

func (b *bancoFonti) cerca(t *testing.T, codice string) domicili {
	t.Helper()
	return risposta[domicili](t, b.domicilio(t, b.operatore(t, "alfa"), oggetto{"codiceFiscale": codice}, http.StatusOK))
}

func (b *bancoFonti) nega(t *testing.T, codice string, stato int) string {
	t.Helper()
	return risposta[problem.Document](t, b.domicilio(t, b.operatore(t, "alfa"), oggetto{"codiceFiscale": codice}, stato)).Codice
}

func scelto(d domicili) domicilio.Domicilio {
	for _, x := range d.Domicili {
		if x.Scelto {
			return x
		}
	}
	return domicilio.Domicilio{}
}

// TestAChiSiChiedePrima: companies are looked for in INI-PEC and then in INAD, public bodies in the IPA and then in INAD, persons in
// INAD alone; ordinary e-mail is shown and never chosen.
func TestAChiSiChiedePrima(t *testing.T) {
	t.Parallel()
	b := apparecchiaFonti(t, 0)
	b.collega(t, "domicilio.inipec", b.collegamentoInipec(nil))
	b.collega(t, "domicilio.ipa", b.collegamentoIpa())
	impresa := func(codice string) string { return simulatore.CodiceEnte(codice, "00001") }
	ente := func(codice string) string { return simulatore.CodiceAmministrazione(codice, "00001") }
	for nome, c := range map[string]struct {
		codice, fonte, comincia string
		tipo                    domicilio.Tipo
		inad                    int
	}{
		"a company with a PEC":                       {impresa("001"), "INI-PEC", "impresa77001", domicilio.PEC, 0},
		"a company and its professional":             {impresa("002"), "INI-PEC", "impresa77002", domicilio.PEC, 0},
		"a company that has elected elsewhere":       {impresa("005"), "INAD", "77005", domicilio.PEC, 1},
		"a company without any":                      {impresa("404"), "", "", "", 1},
		"a public body":                              {ente("001"), "IPA", "protocollo88001", domicilio.PEC, 0},
		"a public body with a main address":          {ente("002"), "IPA", "protocollo88002", domicilio.PEC, 0},
		"two bodies under one code":                  {ente("004"), "IPA", "comune88004", domicilio.SERCQ, 0},
		"a body with ordinary e-mail, and elsewhere": {ente("003"), "INAD", "88003", domicilio.PEC, 1},
		"a person": {persona("001"), "INAD", "scnaaa", domicilio.PEC, 1},
	} {
		d := b.cerca(t, c.codice)
		x := scelto(d)
		if x.Fonte != c.fonte || !strings.HasPrefix(x.Indirizzo, c.comincia) || x.Tipo != c.tipo || b.inad.Richieste(c.codice) != c.inad || len(d.Avvertenze) != 0 {
			t.Errorf("%s: %+v, INAD asked %d times", nome, d, b.inad.Richieste(c.codice))
		}
		if c.fonte != "" && len(d.Prova.Impronta) != 64 {
			t.Errorf("%s: no proof: %+v", nome, d.Prova)
		}
	}
	if d := b.cerca(t, ente("003")); len(d.Domicili) < 2 || d.Domicili[0].Tipo != domicilio.EMAIL || d.Domicili[0].Scelto {
		t.Errorf("ordinary e-mail: %+v", d.Domicili)
	}
	prima := b.inipec.Elenchi()
	if b.cerca(t, simulatore.CodicePersona("003", "ZZZ")); b.inipec.Elenchi() != prima {
		t.Error("INI-PEC was asked about a person")
	}
}

// TestQuantoCostaUnaDomanda: the line of a look-up has what the command's setting says that an answer costs, by register; one read again
// is free, and what was paid counts also where the next register is silent and there is no answer.
func TestQuantoCostaUnaDomanda(t *testing.T) {
	t.Parallel()
	b := apparecchiaFonti(t, 0)
	b.collega(t, "domicilio.inipec", b.collegamentoInipec(nil))
	impresa, nessuna := simulatore.CodiceEnte("001", "00001"), simulatore.CodiceEnte("404", "00001")
	for codice, attesi := range map[string]string{impresa: `{"INI-PEC": 100}, {}`, nessuna: `{"INAD": 0, "INI-PEC": 100}, {}`, persona("001"): `{"INAD": 0}, {}`} {
		b.cerca(t, codice)
		b.cerca(t, codice)
		var costi string
		if err := b.ambiente.Banca(t, modulo, "alfa").QueryRow(t.Context(), `SELECT string_agg(costi::text, ', ' ORDER BY quando) FROM libro
			WHERE codice_fiscale = $1`, codice).Scan(&costi); err != nil || costi != attesi {
			t.Errorf("%s: %q, want %q %v", codice, costi, attesi, err)
		}
	}
	muto := simulatore.CodiceEnte("404", "00002")
	b.inad.Comanda(simulatore.Controllo{Modo: "errore"})
	b.nega(t, muto, http.StatusServiceUnavailable)
	var pagata string
	if err := b.ambiente.Banca(t, modulo, "alfa").QueryRow(t.Context(), `SELECT esito || ' ' || costi FROM libro
		WHERE codice_fiscale = $1`, muto).Scan(&pagata); err != nil || pagata != `REGISTRO_NON_DISPONIBILE {"INI-PEC": 100}` {
		t.Errorf("paid, and no answer: %q %v", pagata, err)
	}
}

// TestCioCheNonEUnaRispostaDelleFonti: a register that is silent, or answers nonsense, is no company without an address, where INAD has
// none either.
func TestCioCheNonEUnaRispostaDelleFonti(t *testing.T) {
	t.Parallel()
	b := apparecchiaFonti(t, 0)
	b.collega(t, "domicilio.inipec", b.collegamentoInipec(nil))
	b.collega(t, "domicilio.ipa", b.collegamentoIpa())
	const via, inservibile = "REGISTRO_NON_DISPONIBILE", "RISPOSTA_NON_UTILIZZABILE"
	for codice, atteso := range map[string]string{
		simulatore.CodiceEnte("500", "00001"): via, simulatore.CodiceEnte("534", "00001"): via, simulatore.CodiceEnte("532", "00001"): inservibile,
		simulatore.CodiceEnte("535", "00001"): inservibile, simulatore.CodiceEnte("523", "00001"): inservibile,
		simulatore.CodiceAmministrazione("500", "00001"): via, simulatore.CodiceAmministrazione("541", "00001"): via,
		simulatore.CodiceAmministrazione("531", "00001"): inservibile, simulatore.CodiceAmministrazione("535", "00001"): inservibile,
	} {
		if c := b.nega(t, codice, http.StatusServiceUnavailable); c != atteso || b.inad.Richieste(codice) == 0 {
			t.Errorf("%s: %s, want %s; INAD asked %d times", codice, c, atteso, b.inad.Richieste(codice))
		}
	}
}

// TestUnGuastoDiINIPECNonFermaLaRicerca: the domicile that INAD has is found; of a company that is in neither nobody says that it has
// none.
func TestUnGuastoDiINIPECNonFermaLaRicerca(t *testing.T) {
	t.Parallel()
	b := apparecchiaFonti(t, 0)
	b.collega(t, "domicilio.inipec", b.collegamentoInipec(nil))
	if !b.inipec.Comanda(simulatore.Controllo{Modo: "errore"}) {
		t.Fatal("no such mode")
	}
	d := b.cerca(t, simulatore.CodiceEnte("005", "00001"))
	if x := scelto(d); x.Fonte != "INAD" || !slices.Contains(d.Avvertenze, "INI-PEC non ha dato una risposta utile: si è cercato altrove.") {
		t.Errorf("%+v", d)
	}
	nessuna := simulatore.CodiceEnte("404", "00001")
	if c := b.nega(t, nessuna, http.StatusServiceUnavailable); c != "REGISTRO_NON_DISPONIBILE" || b.inad.Richieste(nessuna) != 1 {
		t.Errorf("%s; INAD asked %d times", c, b.inad.Richieste(nessuna))
	}
	b.inipec.Comanda(simulatore.Controllo{Modo: "normale"})
	if d := b.cerca(t, nessuna); len(d.Domicili) != 0 || len(d.Avvertenze) != 0 {
		t.Errorf("once INI-PEC answers: %+v", d)
	}
}

// TestLIPASiInterrogaPerGliEntiPubblici: by the tax code of a body, or by the name that the fine has; a company is never looked for there.
func TestLIPASiInterrogaPerGliEntiPubblici(t *testing.T) {
	t.Parallel()
	b := apparecchiaFonti(t, 0)
	b.collega(t, "domicilio.inipec", b.collegamentoInipec(nil))
	b.collega(t, "domicilio.ipa", b.collegamentoIpa())
	for i, c := range []struct {
		nome string
		ipa  int
	}{
		{"COMUNE DI PROVA", 1}, {"Università degli Studi di Prova", 1}, {"PROVA S.R.L.", 0}, {"COMUNELLO S.N.C.", 0},
	} {
		codice := simulatore.CodiceEnte("404", fmt.Sprintf("%05d", 10+i))
		v := b.inserisci(t, "alfa", int64(10+i), func(v *verbaleProva) { v.CodiceFiscale = codice })
		b.ambiente.Esegui(t, "elaborazione", "alfa", `UPDATE soggetto SET tipo = 'SOCIETA', denominazione = $2 WHERE codice_fiscale = $1`, codice, c.nome)
		b.incarica(t, event.LavoroDomicilio{IDVerbale: v.ID.String(), IDPosizione: v.Posizione.String()}, fmt.Sprint("ente-", i))
		testkit.Attendi(t, attesa, "the fact", func() bool { return len(b.fatti(t, "fatti.alfa.domicilio.esito")) == i+1 })
		if n := b.ipa.Richieste(codice); n != c.ipa {
			t.Errorf("%s: the IPA was asked %d times", c.nome, n)
		}
	}
	if b.cerca(t, simulatore.CodiceEnte("005", "00002")); b.ipa.Richieste(simulatore.CodiceEnte("005", "00002")) != 0 {
		t.Error("the IPA was asked about a company by hand")
	}
}

// TestUnElencoInPreparazioneNonSiRichiede: INI-PEC prepares its answer; whoever comes back, a person or work, finds the request that
// left, and there is one list in all.
func TestUnElencoInPreparazioneNonSiRichiede(t *testing.T) {
	t.Parallel()
	b := apparecchiaFonti(t, time.Minute)
	codice := simulatore.CodiceEnte("001", "00001")
	v := b.inserisci(t, "alfa", 1, func(v *verbaleProva) { v.CodiceFiscale = codice })
	b.imposta(t, "domicilio.inipec", testo(t, b.collegamentoInipec(nil)))
	n := 0
	testkit.Attendi(t, attesa, "the setting", func() bool {
		n++
		return b.inUso(t, simulatore.CodiceEnte("404", fmt.Sprintf("%05d", n)))
	})
	prima := b.inipec.Elenchi()
	b.incarica(t, event.LavoroDomicilio{IDVerbale: v.ID.String(), IDPosizione: v.Posizione.String()}, "uno")
	testkit.Attendi(t, attesa, "the request", func() bool { return b.inipec.Elenchi() == prima+1 })
	if c := b.nega(t, codice, http.StatusServiceUnavailable); c != "INTERROGAZIONE_IN_CORSO" {
		t.Errorf("while it is being prepared: %s", c)
	}
	b.orologio.Avanza(2 * time.Minute)
	testkit.Attendi(t, attesa, "the fact", func() bool { return len(b.fatti(t, "fatti.alfa.domicilio.esito")) == 1 })
	if x := scelto(b.cerca(t, codice)); x.Fonte != "INI-PEC" || b.inipec.Elenchi() != prima+1 {
		t.Errorf("%+v, %d lists asked for", x, b.inipec.Elenchi()-prima)
	}
}

// inUso reports that the command's connection to INI-PEC is in use: a company that nobody has is being looked for there.
func (b *bancoFonti) inUso(t *testing.T, codice string) bool {
	t.Helper()
	prima := b.inipec.Elenchi()
	b.manda(rottaDomicilio, b.operatore(t, "alfa"), testo(t, chiesta(oggetto{"codiceFiscale": codice})))
	return b.inipec.Elenchi() > prima
}

// TestUnCollegamentoCheNonVa: what is wrong with a connection is said in words, and nobody is asked in its stead. Of one where nobody
// answers as the register does INAD is asked.
func TestUnCollegamentoCheNonVa(t *testing.T) {
	t.Parallel()
	for nome, c := range map[string]struct {
		altro  oggetto
		stato  int
		codice string
	}{
		"a key that is not there":               {oggetto{"firma": "domicilio-manca"}, http.StatusConflict, "REGISTRO_NON_CONFIGURATO"},
		"a key that is none":                    {oggetto{"firma": "domicilio-ipa"}, http.StatusConflict, "REGISTRO_NON_CONFIGURATO"},
		"a network that is not admitted":        {oggetto{"indirizzo": "http://192.0.2.1/inipec"}, http.StatusConflict, "REGISTRO_NON_CONFIGURATO"},
		"a client of somebody else":             {oggetto{"cliente": "ALTRO"}, http.StatusServiceUnavailable, "REGISTRO_NEGATO"},
		"a scope that the agreement has not":    {oggetto{"ambito": "altro"}, http.StatusServiceUnavailable, "REGISTRO_NEGATO"},
		"an address where somebody else stands": {oggetto{"indirizzo": "http://127.0.0.1:1/inipec"}, http.StatusServiceUnavailable, "REGISTRO_NON_DISPONIBILE"},
	} {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			b := apparecchiaFonti(t, 0)
			b.collega(t, "domicilio.inipec", b.collegamentoInipec(c.altro))
			codice, inad := simulatore.CodiceEnte("404", "00001"), 0
			if c.codice == "REGISTRO_NON_DISPONIBILE" {
				inad = 1
			}
			if x := b.nega(t, codice, c.stato); x != c.codice || b.inad.Richieste(codice) != inad || b.inipec.Elenchi() != 0 {
				t.Errorf("%s, want %s", x, c.codice)
			}
		})
	}
	t.Run("a secret of another server", func(t *testing.T) {
		t.Parallel()
		b := apparecchiaFonti(t, 0)
		altrove := strings.Replace(b.dove, "127.0.0.1", "localhost", 1)
		b.collega(t, "domicilio.ipa", oggetto{"indirizzo": altrove + "/ipa/ws", "accesso": "domicilio-ipa"})
		if x := b.nega(t, simulatore.CodiceAmministrazione("001", "00001"), http.StatusConflict); x != "REGISTRO_NON_CONFIGURATO" {
			t.Errorf("the index's key: %s", x)
		}
		b.collega(t, "domicilio.inipec", b.collegamentoInipec(oggetto{"indirizzo": altrove + "/inipec"}))
		if x := b.nega(t, simulatore.CodiceEnte("001", "00001"), http.StatusConflict); x != "REGISTRO_NON_CONFIGURATO" || b.inipec.Elenchi() != 0 {
			t.Errorf("the key that signs: %s", x)
		}
	})
	t.Run("the index's key is another", func(t *testing.T) {
		t.Parallel()
		b := apparecchiaFonti(t, 0)
		b.collega(t, "domicilio.ipa", oggetto{"indirizzo": b.dove + "/ipa/ws", "accesso": "domicilio-altra"})
		if x := b.nega(t, simulatore.CodiceAmministrazione("001", "00001"), http.StatusServiceUnavailable); x != "REGISTRO_NEGATO" {
			t.Errorf("%s", x)
		}
	})
}

// TestIlGiornoDiINIPEC: a command's questions of a day to INI-PEC are as many as it has set.
func TestIlGiornoDiINIPEC(t *testing.T) {
	t.Parallel()
	b := apparecchiaFonti(t, 0)
	b.collega(t, "domicilio.inipec", b.collegamentoInipec(oggetto{"alGiorno": 3}))
	b.orologio.Avanza(24 * time.Hour)
	for i, stato := range []int{200, 200, 200, 429} {
		b.domicilio(t, b.operatore(t, "alfa"), oggetto{"codiceFiscale": simulatore.CodiceEnte("001", fmt.Sprintf("%05d", i))}, stato)
	}
	if x := scelto(b.cerca(t, simulatore.CodiceEnte("001", "00000"))); x.Fonte != "INI-PEC" {
		t.Errorf("the answer of the day is there all the same: %+v", x)
	}
}

// TestLaSedeDiUnImpresa: a company is looked for in the business register, not among persons; its answer goes the way of a residence.
func TestLaSedeDiUnImpresa(t *testing.T) {
	t.Parallel()
	b := apparecchiaFonti(t, 0)
	operatore := b.operatore(t, "alfa")
	impresa := simulatore.CodiceEnte("003", "00001")
	chiedi := func(corpo oggetto, stato int) *httptest.ResponseRecorder {
		t.Helper()
		return b.chiede(t, base+"/VisuraAnagraficaConnRestService/perCodiceFiscale", operatore, testo(t, chiesta(corpo)), stato)
	}
	chiedi(oggetto{"codiceFiscale": impresa}, http.StatusBadRequest) // not connected
	b.collega(t, "domicilio.inipec", b.collegamentoInipec(nil))
	trovata := risposta[residenza.Risposta](t, chiedi(oggetto{"codiceFiscale": impresa}, http.StatusOK))
	if i := trovata.Residenza; trovata.Esito != residenza.Trovato || i == nil ||
		i.Via != "VIA ROMA" || i.Civico != "10" || i.Comune != "VERONA" || trovata.Testo == "" {
		t.Errorf("%+v %+v", trovata, trovata.Residenza)
	}
	if x := risposta[residenza.Risposta](t, chiedi(oggetto{"codiceFiscale": simulatore.CodiceEnte("404", "00001")}, http.StatusOK)); x.Esito != residenza.NonTrovato {
		t.Errorf("%+v", x)
	}
	chiedi(oggetto{"codiceFiscale": impresa, "data": "2026-01-01"}, http.StatusBadRequest)
	for _, male := range []string{"532", "535"} {
		d := risposta[problem.Document](t, chiedi(oggetto{"codiceFiscale": simulatore.CodiceEnte(male, "00001")}, http.StatusServiceUnavailable))
		if d.Codice != "RISPOSTA_NON_UTILIZZABILE" {
			t.Errorf("%s: %+v", male, d)
		}
	}
	altra := simulatore.CodiceEnte("001", "00002")
	v := b.inserisci(t, "alfa", 1, func(v *verbaleProva) { v.CodiceFiscale = altra })
	b.incarica(t, event.LavoroVisura{IDVerbale: v.ID.String(), IDPosizione: v.Posizione.String(), Data: "2026-05-01"}, "uno")
	testkit.Attendi(t, attesa, "the fact", func() bool { return len(b.fatti(t, "fatti.alfa.visura.esito")) == 1 })
	var riga string
	if err := b.ambiente.Banca(t, modulo, "alfa").QueryRow(t.Context(), `SELECT concat_ws(' ', i.attore, i.esito, i.fonte, i.costo_millesimi, length(v.impronta), v.pratica <> '')
		FROM connessione_v1.libro i JOIN visura v ON v.id = i.risposta WHERE i.codice_fiscale = $1`, altra).Scan(&riga); err != nil ||
		riga != "sistema TROVATO REGISTRO_IMPRESE 100 64 t" {
		t.Errorf("%q %v", riga, err)
	}
}
