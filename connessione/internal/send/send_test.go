package send

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/connessione/internal/send/perfeziona"
	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/modi"
	simulato "github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/send"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/send"
)

// TestOgniStoria: what the client reads of each scenario, and the day that the timeline gives.
func TestOgniStoria(t *testing.T) {
	t.Parallel()
	for codice, c := range map[string]struct {
		giorno   string // accepted on 1 September at 8:14:24Z
		modo     perfeziona.Modo
		canale   cds.Canale
		dubbio   perfeziona.Dubbio
		deceduto bool
	}{
		"001": {"2026-09-08", perfeziona.PerDecorrenza, cds.CanaleSendDigitale, "", false}, "002": {"2026-09-23", perfeziona.PerDecorrenza,
			cds.CanaleSendSatura, "", false},
		"003": {"2026-09-14", perfeziona.PerDecorrenza, cds.CanaleSendCartaceo, "", false}, "004": {"2026-09-23", perfeziona.PerDecorrenza,
			cds.CanaleSendCartaceo, "", false},
		"005": {"2026-09-15", perfeziona.PerDecorrenza, cds.CanaleSendCartaceo, "", false}, "006": {"", "", cds.CanaleSendCartaceo, "", true},
		"008": {"2026-09-14", perfeziona.PerDecorrenza, cds.CanaleSendCartaceo, "", false}, "009": {"2026-09-06", perfeziona.PerVisione,
			cds.CanaleSendCartaceo, "", false},
		"010": {"", "", cds.CanaleSendCartaceo, "", false}, "011": {"2026-09-17", perfeziona.PerDecorrenza, cds.CanaleSendCartaceo, "", false},
		"012": {"", "", cds.CanaleSendCartaceo, "", true}, "013": {"2026-09-12", perfeziona.PerDecorrenza, cds.CanaleSendCartaceo, "", false},
		"014": {"2026-09-09", perfeziona.PerDecorrenza, cds.CanaleSendDigitale, "", false}, "015": {"2026-09-08", perfeziona.PerDecorrenza,
			cds.CanaleSendDigitale, "", false},
		"016": {"2026-09-14", perfeziona.PerDecorrenza, cds.CanaleSendCartaceo, "", false}, "017": {"", "", cds.CanaleSendDigitale, perfeziona.SenzaIstante, false},
		"018": {"2026-09-15", perfeziona.PerDecorrenza, cds.CanaleSendCartaceo, "", false},
	} {
		t.Run(codice, func(t *testing.T) {
			t.Parallel()
			b := apparecchia(t)
			f := b.flusso(parole.NuovoFlusso{})
			st := b.spedisci(b.richiesta(codice))
			var dalFlusso []parole.Elemento
			for dopo := ""; b.orologio.Adesso().Before(time.Date(2026, 10, 15, 0, 0, 0, 0, time.UTC)); b.orologio.Avanza(24 * time.Hour) {
				p, err := b.Eventi(t.Context(), chi(), parole.VersioneDi(f.Versione), f.ID, dopo)
				if err != nil {
					t.Fatal(err)
				}
				for _, e := range p.Eventi {
					dalFlusso = append(dalFlusso, e.Elemento.Elemento)
				}
				dopo = p.Ultimo
			}
			n, err := b.Leggi(t.Context(), chi(), st.IUN)
			if err != nil {
				t.Fatal(err)
			}
			var giorno calendario.Giorno
			if c.giorno != "" {
				giorno = calendario.MustParse(c.giorno)
			}
			for da, l := range map[string]perfeziona.Esito{"notifica": perfeziona.Leggi(n.Sequenza(), 0), "flusso": perfeziona.Leggi(dalFlusso, 0)} {
				if l.Giorno != giorno || l.Modo != c.modo || l.Canale != c.canale || l.Deceduto != c.deceduto || slices.Contains(l.Dubbi, c.dubbio) != (c.dubbio != "") {
					t.Errorf("%s: %+v", da, l)
				}
				if vuole := time.Date(2026, 9, 1, 8, 14, 24, 0, time.UTC); !l.Accettata.Equal(vuole) {
					t.Errorf("%s: accepted %v", da, l.Accettata)
				}
			}
		})
	}
}

// TestITreNo: SEND refuses a request at once with its fields, refuses a double, and refuses a request that it had taken.
func TestITreNo(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	q := b.richiesta("001")
	q.Destinatari[0].Fisico.Comune, q.Tassonomia = "FORLÌ", "999999Z"
	_, err := b.Richiedi(t.Context(), chi(), q)
	r := RifiutoDi(err)
	if !errors.Is(err, esterno.ErrRefused) || r == nil || len(r.Errori) != 2 || r.Traccia == "" || InPausa(err) != nil || Ignoto(err) {
		t.Fatalf("%v", err)
	}
	if strings.Contains(err.Error(), "FORL") || strings.Contains(err.Error(), q.Destinatari[0].CodiceFiscale) || !strings.Contains(err.Error(), r.Traccia) {
		t.Errorf("%v", err)
	}

	q = b.richiesta("001")
	st := b.spedisci(q)
	_, err = b.Richiedi(t.Context(), chi(), q)
	if che, doppia := Doppia(err); !doppia || che != parole.DoppioToken || !errors.Is(err, esterno.ErrRefused) {
		t.Errorf("%v", err)
	}
	suo, err := b.StatoDi(t.Context(), chi(), q.Protocollo, q.Token)
	if err != nil || suo.IUN != st.IUN || !StessoContenuto(q, suo.Richiesta) {
		t.Errorf("%+v %v", suo, err)
	}
	altra := q
	altra.Documenti = slices.Clone(q.Documenti)
	altra.Documenti[0].Impronta.SHA256 = Impronta([]byte("un altro atto"))
	if StessoContenuto(altra, suo.Richiesta) {
		t.Error("another act under the same token passes for the same")
	}
	altra = q
	altra.Token = "altro"
	_, err = b.Richiedi(t.Context(), chi(), altra)
	if che, doppia := Doppia(err); !doppia || che != parole.DoppioAvviso {
		t.Errorf("%v", err)
	}

	for _, codice := range []string{"007", "020", "028", "033"} {
		if st := b.spedisci(b.richiesta(codice)); st.Stato != parole.Rifiutata || len(st.Errori) != 1 {
			t.Errorf("%s: %+v", codice, st)
		}
	}
	if _, err := b.StatoDi(t.Context(), chi(), "mai", "mai"); !errors.Is(err, esterno.ErrNotFound) {
		t.Errorf("%v", err)
	}
	q.Token = ""
	if _, err := b.Richiedi(t.Context(), chi(), q); !errors.Is(err, esterno.ErrRefused) || esterno.As(err).Attempts != 0 {
		t.Errorf("without a token: %v", err)
	}
}

// TestUnaRichiestaNonParteDueVolte: whatever part of the answer is lost, the request leaves once, and SEND is then asked for it.
func TestUnaRichiestaNonParteDueVolte(t *testing.T) {
	t.Parallel()
	for _, codice := range []string{"500", "503", "511", "520", "521", "523", "530", "534", "540", "429", "430", "541"} {
		t.Run(codice, func(t *testing.T) {
			t.Parallel()
			b := apparecchia(t, func(_ *simulato.Opzioni, o *esterno.Options, _ *Accesso) { o.AttemptDeadline = 300 * time.Millisecond })
			q := b.richiesta(codice)
			_, err := b.Richiedi(t.Context(), chi(), q)
			if e := esterno.As(err); e == nil || e.Attempts != 1 || Ignoto(err) == (codice == "429" || codice == "430") {
				t.Fatalf("%v", err)
			}
			st, err := b.StatoDi(t.Context(), chi(), q.Protocollo, q.Token)
			if err != nil || !StessoContenuto(q, st.Richiesta) {
				t.Errorf("%v", err)
			}
		})
	}
	b := apparecchia(t)
	q := b.richiesta("040")
	if _, err := b.Richiedi(t.Context(), chi(), q); err != nil {
		t.Fatal(err)
	}
	if _, err := b.StatoDi(t.Context(), chi(), q.Protocollo, q.Token); !errors.Is(err, esterno.ErrNotFound) {
		t.Errorf("while it is being stored: %v", err)
	}
	_, err := b.Richiedi(t.Context(), chi(), q)
	if che, _ := Doppia(err); che != parole.DoppioToken {
		t.Errorf("%v", err)
	}
}

// TestIlCanaleInPausa: a refused key pauses the channel; another server's page, a rate limit or the refusal of one request does not.
func TestIlCanaleInPausa(t *testing.T) {
	t.Parallel()
	conChiave := func(k string) func(*simulato.Opzioni, *esterno.Options, *Accesso) {
		return func(_ *simulato.Opzioni, _ *esterno.Options, a *Accesso) {
			a.Chiave = func() (string, error) { return k, nil }
		}
	}
	for nome, b := range map[string]*banco{"altra chiave": apparecchia(t, conChiave("altra")),
		"senza voucher": apparecchia(t, conChiave(chiaveVoucher))} {
		_, err := b.Flussi(t.Context(), chi())
		if p := InPausa(err); p == nil || p.Codice != CodiceGateway || !errors.Is(err, esterno.ErrUnavailable) || esterno.As(err).Attempts != 1 || Ignoto(err) {
			t.Errorf("%s: %v", nome, err)
		}
	}
	b := apparecchia(t, func(_ *simulato.Opzioni, _ *esterno.Options, a *Accesso) {
		a.Chiave = func() (string, error) { return "", errors.New("manca il file") }
	})
	for nome, b := range map[string]*banco{"senza file": b, "vuota": apparecchia(t, conChiave("")), "due righe": apparecchia(t, conChiave("a\nb"))} {
		if _, err := b.Flussi(t.Context(), chi()); InPausa(err) == nil || InPausa(err).Codice != CodiceChiave || len(b.ricevute()) != 0 {
			t.Errorf("%s: %v", nome, err)
		}
	}
	b = apparecchia(t)
	for codice, c := range map[string]string{"043": parole.SendSpento, "044": parole.LimiteSuperato} {
		if _, err := b.Richiedi(t.Context(), chi(), b.richiesta(codice)); InPausa(err) == nil || InPausa(err).Codice != c {
			t.Errorf("%s: %v", codice, err)
		}
	}
	q := b.richiesta("001")
	q.Gruppo = "altro"
	if _, err := b.Richiedi(t.Context(), chi(), q); InPausa(err) == nil {
		t.Errorf("%v", err)
	}
	q.Gruppo, q.CodiceMittente = "", "77777777777"
	if _, err := b.Richiedi(t.Context(), chi(), q); InPausa(err) == nil {
		t.Errorf("%v", err)
	}
	if _, err := b.Richiedi(t.Context(), chi(), b.richiesta("541")); InPausa(err) != nil {
		t.Errorf("a proxy's page: %v", err)
	}
	if _, err := b.Richiedi(t.Context(), chi(), b.richiesta("042")); InPausa(err) != nil || !errors.Is(err, esterno.ErrUnavailable) ||
		esterno.As(err).Code != parole.AnagrafeNonRisponde {
		t.Errorf("%v", err)
	}
}

// TestIlVoucher: the voucher goes with the key where the key requires one, and never to the store of files.
func TestIlVoucher(t *testing.T) {
	t.Parallel()
	v := &vie{destinatario: simulato.Destinatario}
	b := apparecchia(t, func(s *simulato.Opzioni, _ *esterno.Options, a *Accesso) {
		v.Piattaforma = modi.NuovaPiattaforma(s.Adesso)
		s.Verifica = v.Verificatore()
		a.Chiave, a.Vie = func() (string, error) { return chiaveVoucher, nil }, v
	})
	st := b.spedisci(b.richiesta("001"))
	if st.Stato != parole.Accettata || v.chiamate[0].EService != parole.EServicePdnd || v.chiamate[0].Tenant != "alfa" {
		t.Errorf("%+v %+v", st, v.chiamate[0])
	}
	for _, r := range b.ricevute() {
		if alDeposito := strings.Contains(r.URL.Path, "/deposito/"); (r.Header.Get("Authorization") != "") == alDeposito ||
			(r.Header.Get("X-Api-Key") != "") == alDeposito {
			t.Errorf("%s: %v", r.URL.Path, r.Header)
		}
	}
	v.destinatario = "https://altrove.example"
	if _, err := b.Flussi(t.Context(), chi()); InPausa(err) == nil {
		t.Errorf("a voucher for somebody else: %v", err)
	}
}

func TestCaricare(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	contenuto := atto("uno")
	p := parole.Precarico{Indice: "a", ContentType: parole.TipoPDF, SHA256: Impronta(contenuto)}
	altro := parole.Precarico{Indice: "b", ContentType: parole.TipoPDF, SHA256: Impronta(atto("due"))}
	posti, err := b.Precarica(t.Context(), chi(), []parole.Precarico{p, altro})
	if err != nil || posti["a"].Chiave == posti["b"].Chiave {
		t.Fatalf("%v %v", posti, err)
	}
	prima := len(b.ricevute())
	if _, err := b.Carica(t.Context(), chi(), p, posti["a"], atto("un altro")); !errors.Is(err, esterno.ErrRefused) || len(b.ricevute()) != prima {
		t.Errorf("another file left: %v", err)
	}
	if _, err := b.Carica(t.Context(), chi(), p, posti["b"], contenuto); !errors.Is(err, esterno.ErrRefused) || esterno.As(err).Code != codiceFirma {
		t.Errorf("to another place: %v", err)
	}
	b.orologio.Avanza(time.Hour)
	if _, err := b.Carica(t.Context(), chi(), p, posti["a"], contenuto); !Scaduto(err) {
		t.Errorf("a place that expired: %v", err)
	}
	posti, _ = b.Precarica(t.Context(), chi(), []parole.Precarico{p})
	b.altera(func(_ *http.Request, w *httptest.ResponseRecorder) { w.Header().Del("X-Amz-Version-Id") })
	if _, err := b.Carica(t.Context(), chi(), p, posti["a"], contenuto); !errors.Is(err, esterno.ErrInvalidAnswer) {
		t.Errorf("without a version: %v", err)
	}
}

func TestUnFlusso(t *testing.T) {
	t.Parallel()
	b := apparecchia(t, func(s *simulato.Opzioni, _ *esterno.Options, _ *Accesso) { s.Severo = true })
	f := b.flusso(parole.NuovoFlusso{Filtro: parole.FiltroMittente(), AttendeAccettata: true})
	v := parole.VersioneDi(f.Versione)
	p, err := b.Eventi(t.Context(), chi(), v, f.ID, "")
	if err != nil || len(p.Eventi) != 0 || p.Attesa != 5*time.Second || p.Ultimo != "" {
		t.Fatalf("%+v %v", p, err)
	}
	_, err = b.Eventi(t.Context(), chi(), v, f.ID, "")
	if r, presto := errors.AsType[*Ritmo](err); !presto || r.Dopo != 5*time.Second || esterno.As(err).Attempts != 1 {
		t.Errorf("read too early: %v", err)
	}
	st := b.spedisci(b.richiesta("001"))
	p, err = b.Eventi(t.Context(), chi(), v, f.ID, "")
	if err != nil || len(p.Eventi) == 0 || p.Attesa != 0 || p.Ultimo != p.Eventi[len(p.Eventi)-1].ID || p.Eventi[0].IUN != st.IUN ||
		p.Eventi[0].NuovoStato != parole.StatoAccettata {
		t.Fatalf("%+v %v", p, err)
	}
	if !json.Valid(p.Eventi[0].Elemento.Grezzo) || p.Eventi[0].Elemento.Categoria != parole.RichiestaAccettata || p.Eventi[0].Elemento.Dettagli.Token == "" {
		t.Errorf("%s", p.Eventi[0].Elemento.Grezzo)
	}
	if _, err := b.Eventi(t.Context(), chi(), "v2.8", f.ID, ""); !errors.Is(err, esterno.ErrRefused) || esterno.As(err).Code != parole.FlussoVietato ||
		InPausa(err) != nil {
		t.Errorf("by another version: %v", err)
	}
	if _, err := b.Eventi(t.Context(), chi(), v, f.ID, "12"); !errors.Is(err, esterno.ErrRefused) {
		t.Errorf("%v", err)
	}
	nuovo, err := b.CreaFlusso(t.Context(), chi(), parole.NuovoFlusso{Titolo: "nuovo", Tipo: parole.FlussoSequenza, Gruppi: []string{}, Sostituisce: f.ID})
	if err != nil {
		t.Fatal(err)
	}
	voci, err := b.Flussi(t.Context(), chi())
	if err != nil || len(voci) != 2 {
		t.Errorf("%v %v", voci, err)
	}
	if vecchio, err := b.Flusso(t.Context(), chi(), v, f.ID); err != nil || vecchio.Spento.IsZero() {
		t.Errorf("%+v %v", vecchio, err)
	}
	cambiato := parole.NuovoFlusso{Titolo: "altro", Tipo: parole.FlussoSequenza, Gruppi: []string{}, Sostituisce: f.ID}
	if c, err := b.CambiaFlusso(t.Context(), chi(), v, nuovo.ID, cambiato); err != nil || c.Titolo != "altro" || strings.Contains(b.ultimo(), f.ID) {
		t.Errorf("%+v %v %s", c, err, b.ultimo())
	}
	if s, err := b.SpegniFlusso(t.Context(), chi(), v, nuovo.ID); err != nil || s.Spento.IsZero() {
		t.Errorf("%+v %v", s, err)
	}
	if err := b.CancellaFlusso(t.Context(), chi(), v, nuovo.ID); err != nil {
		t.Error(err)
	}
	if _, err := b.Eventi(t.Context(), chi(), v, nuovo.ID, ""); !errors.Is(err, esterno.ErrNotFound) {
		t.Errorf("a stream that was removed: %v", err)
	}
}

func TestLeAttestazioni(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	q := b.richiesta("003")
	st := b.spedisci(q)
	b.orologio.Avanza(5 * 24 * time.Hour)
	voci, err := b.AttiOpponibili(t.Context(), chi(), st.IUN)
	if err != nil || len(voci) != 2 {
		t.Fatalf("%+v %v", voci, err)
	}
	for _, v := range voci {
		_, err := b.Atto(t.Context(), chi(), st.IUN, v.Atto.Chiave)
		if a, attende := errors.AsType[*Attendi](err); attende != (v.Atto.Categoria == parole.RicevutaPostale) || attende && a.Dopo != 10*time.Second {
			t.Fatalf("%s: %v", v.Atto.Categoria, err)
		}
		b.orologio.Avanza(10 * time.Second)
		f, err := b.Atto(t.Context(), chi(), st.IUN, v.Atto.Chiave)
		if err != nil || !bytes.HasPrefix(f.Contenuto, []byte("%PDF-")) ||
			len(f.Impronta) != 64 || f.Tipo != parole.TipoPDF {
			t.Errorf("%s: %+v %v", v.Atto.Categoria, f, err)
		}
	}
	n, err := b.Leggi(t.Context(), chi(), st.IUN)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(n.Elementi, func(e Elemento) bool { return e.Categoria == parole.AvvisoGenerato })
	if _, err := b.Avviso(t.Context(), chi(), st.IUN, n.Elementi[i].Dettagli.ChiaveAvviso); err != nil {
		t.Error(err)
	}
	f, err := b.Documento(t.Context(), chi(), st.IUN, 0)
	if err != nil || Impronta(f.Contenuto) != q.Documenti[0].Impronta.SHA256 {
		t.Errorf("%+v %v", f, err)
	}
	var scade atomic.Int32
	scade.Store(1)
	b.altera(func(r *http.Request, _ *httptest.ResponseRecorder) { // the link expires before it is used, once
		if strings.Contains(r.URL.Path, "/documents/") && scade.Add(-1) >= 0 {
			b.orologio.Avanza(time.Minute)
		}
	})
	if _, err := b.Documento(t.Context(), chi(), st.IUN, 0); err != nil || scade.Load() != -1 {
		t.Errorf("a link that expired: %v", err)
	}
	scade.Store(9)
	if _, err := b.Documento(t.Context(), chi(), st.IUN, 0); !Scaduto(err) || scade.Load() != 7 {
		t.Errorf("links that always expire: %v", err)
	}
	b.altera(func(r *http.Request, w *httptest.ResponseRecorder) {
		if strings.Contains(r.URL.Path, "/deposito/") {
			w.Body.WriteString(" ")
		}
	})
	if _, err := b.Documento(t.Context(), chi(), st.IUN, 0); !errors.Is(err, esterno.ErrInvalidAnswer) {
		t.Errorf("another file: %v", err)
	}
	b.altera(nil)
	if _, err := b.Atto(t.Context(), chi(), st.IUN, "PN_LEGAL_FACTS-altro.pdf"); !errors.Is(err, esterno.ErrNotFound) {
		t.Errorf("%v", err)
	}
	if _, err := b.Leggi(t.Context(), chi(), "ADEG-HJKL-MNPQ-202609-A-1"); !errors.Is(err, esterno.ErrNotFound) {
		t.Errorf("somebody else's: %v", err)
	}
	if _, err := b.Leggi(t.Context(), chi(), "ADEG-HJKL-MNPQ-202609-H-A"); !errors.Is(err, esterno.ErrRefused) {
		t.Errorf("an informal one: %v", err)
	}
}

func TestAnnullareCostiEPagamenti(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	q := b.richiesta("003")
	st := b.spedisci(q)
	avviso := q.Destinatari[0].Pagamenti[0].PagoPA
	if c, err := b.Costo(t.Context(), chi(), avviso.Creditore, avviso.Avviso); err != nil || *c.Totale != 0 || *c.TariffaS != 100 {
		t.Errorf("%+v %v", c, err)
	}
	roma := b.orologio.Adesso().In(calendario.Roma())
	pagato := []parole.Pagato{{Avviso: avviso.Avviso, Creditore: avviso.Creditore, Data: roma, Importo: 4200}}
	if err := b.DiPagati(t.Context(), chi(), append(pagato, parole.Pagato{Avviso: "302010000000099999", Creditore: avviso.Creditore, Data: roma,
		Importo: 1})); !errors.Is(err, esterno.ErrNotFound) {
		t.Errorf("%v", err)
	}
	if err := b.DiPagati(t.Context(), chi(), pagato); err != nil || !strings.Contains(b.ultimo(), `"2026-09-01T09:00:00Z"`) || pagato[0].Data != roma {
		t.Errorf("%v %s", err, b.ultimo())
	}
	for _, vuole := range []string{parole.AnnullamentoAccolto, parole.GiaAnnullata} {
		if codice, err := b.Annulla(t.Context(), chi(), st.IUN); err != nil || codice != vuole {
			t.Errorf("%s %v", codice, err)
		}
	}
	b.orologio.Avanza(24 * time.Hour)
	if _, err := b.Costo(t.Context(), chi(), avviso.Creditore, avviso.Avviso); !errors.Is(err, esterno.ErrNotFound) {
		t.Errorf("%v", err)
	}
	n, err := b.Leggi(t.Context(), chi(), st.IUN)
	if l := perfeziona.Leggi(n.Sequenza(), 0); err != nil || !l.Annullata || l.Perfezionata() {
		t.Errorf("%+v %v", l, err)
	}
	if _, err := b.Annulla(t.Context(), chi(), "ADEG-HJKL-MNPQ-202609-A-1"); !errors.Is(err, esterno.ErrNotFound) {
		t.Errorf("%v", err)
	}
}
