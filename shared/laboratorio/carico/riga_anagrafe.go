package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/banco"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/misura"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore"
	"github.com/piattaforma-verbali/verbali/shared/registri/anpr"
	"github.com/piattaforma-verbali/verbali/shared/registri/domicili"
	"github.com/piattaforma-verbali/verbali/shared/registri/inad"
	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// What the row asks, in full and in short rounds. In short ones each list is below the size from which INAD is asked for lists of
// its own, whose first answer comes after five minutes.
const (
	persone, personeBrevi       = 10_000, 90
	perElenco, perElencoBreve   = 1_000, 90
	quotaAnpr, quotaAnprBreve   = 600, 40
	vocherAlSecondo             = 10 // that the simulated PDND grants, and a call of ANPR needs one of its own
	ritardoInad, ritardoAnpr    = 150, 300
	traguardoPiatta             = 1.3 // the second half beside the first
	anagrafeEntro               = 25 * time.Minute
	ufficioMisura, amministrato = "ufficio." + banco.TenantMisura, "amministratore." + banco.TenantMisura
)

// rigaAnagrafe measures persons looked up in the background: as fast as the registers' measures allow, and in a memory that does
// not grow with the list.
func rigaAnagrafe() riga {
	return riga{
		nome: "anagrafe",
		titolo: fmt.Sprintf("elenchi di %d persone in INAD e in ANPR (che rispondono in %d e %d ms): quanto lasciano le quote, e la memoria di connessione",
			persone, ritardoInad, ritardoAnpr),
		misura: misuraAnagrafe,
	}
}

// anagrafe is the lists at work.
type anagrafe struct {
	*banco.Banco
	cliente                 *http.Client
	simulatori, connessione string
	quante, perElenco       int
	quota                   int
	memoria                 []int64 // of connessione, every second
}

func misuraAnagrafe(ctx context.Context, b *banco.Banco) (e esito, err error) {
	ctx, fine := context.WithTimeoutCause(ctx, anagrafeEntro, errors.New("gli elenchi non sono finiti in tempo"))
	defer fine()
	a := &anagrafe{Banco: b, cliente: &http.Client{Timeout: time.Minute}, simulatori: b.Simulatori(), connessione: b.Indirizzo(b.Servizio("connessione")),
		quante: persone, perElenco: perElenco, quota: quotaAnpr}
	if b.Opz.Breve {
		a.quante, a.perElenco, a.quota = personeBrevi, perElencoBreve, quotaAnprBreve
	}
	defer a.cliente.CloseIdleConnections()
	if err := a.prepara(ctx); err != nil {
		return e, err
	}
	defer func() { err = errors.Join(err, a.ritardi(context.WithoutCancel(ctx), 0, 0)) }()
	inizio := time.Now()
	inad, errA := a.accoda(ctx, "/InadConnRestService/domicili")
	anpr, errB := a.accoda(ctx, "/VisuraAnagraficaConnRestService/massiva")
	if err := errors.Join(errA, errB); err != nil {
		return e, err
	}
	finitoInad, err := a.attende(ctx, inad, func(stato verbale.StatoLotto) bool {
		return stato == verbale.LottoCompletato || stato == verbale.LottoCompletatoConErrori
	})
	if err != nil {
		return e, fmt.Errorf("INAD: %w", err)
	}
	finitoAnpr, err := a.attende(ctx, anpr, func(stato verbale.StatoLotto) bool {
		return stato == verbale.LottoInPausa || stato == verbale.LottoCompletato
	})
	if err != nil {
		return e, fmt.Errorf("ANPR: %w", err)
	}
	chieste, err := a.ricevute(ctx)
	if err != nil {
		return e, err
	}
	return a.esito(finitoInad.Sub(inizio), finitoAnpr.Sub(inizio), chieste), nil
}

// prepara sets what the command may ask, and how long the registers take.
func (a *anagrafe) prepara(ctx context.Context) error {
	for chiave, valore := range map[string]any{
		domicili.ChiaveInElencoAllOra: 100_000, inad.ChiaveAlGiorno: 1_000_000,
		anpr.ChiaveAlGiorno: a.quota, anpr.ChiaveUnicoAlGiorno: a.quota, anpr.ChiaveRiserva: 0,
	} {
		indirizzo := a.Indirizzo(a.Servizio("core")) + "/CoreService/rest/impostazioni/" + chiave
		if err := a.manda(ctx, domanda{http.MethodPut, indirizzo, amministrato, map[string]any{"valore": valore}}, nil); err != nil {
			return err
		}
	}
	return errors.Join(a.manda(ctx, domanda{http.MethodPost, a.simulatori + "/controllo/anpr", "", map[string]any{"azzera": true}}, nil),
		a.ritardi(ctx, ritardoInad, ritardoAnpr))
}

// ritardi makes the registers take so many milliseconds; 0: none.
func (a *anagrafe) ritardi(ctx context.Context, inad, anpr int) (err error) {
	for sistema, ms := range map[string]int{"inad": inad, "anpr": anpr} {
		modo := map[string]any{"modo": "lento", "millisecondi": ms}
		if ms == 0 {
			modo = map[string]any{"modo": "normale"}
		}
		err = errors.Join(err, a.manda(ctx, domanda{http.MethodPost, a.simulatori + "/controllo/" + sistema, "", modo}, nil))
	}
	return err
}

// accoda sends the persons in lists and gives where each is read.
func (a *anagrafe) accoda(ctx context.Context, percorso string) (dove []string, err error) {
	base := a.connessione + "/ConnessioneService/rest"
	lettura := map[string]string{"/InadConnRestService/domicili": "/InadConnRestService/domicili/", "/VisuraAnagraficaConnRestService/massiva": "/VisuraAnagraficaConnRestService/visure/"}[percorso]
	for da := 0; da < a.quante; da += a.perElenco {
		codici := make([]string, 0, a.perElenco)
		for n := da; n < min(a.quante, da+a.perElenco); n++ {
			codici = append(codici, codiceDi(n))
		}
		var letto struct{ ID string }
		corpo := map[string]any{"codiciFiscali": codici, "motivo": string(verbale.MotivoRiscossione)}
		if err := a.manda(ctx, domanda{http.MethodPost, base + percorso, ufficioMisura, corpo}, &letto); err != nil {
			return nil, err
		}
		dove = append(dove, base+lettura+letto.ID)
	}
	return dove, nil
}

// codiceDi is the tax code of the n-th person: of no real person, and of no scenario.
func codiceDi(n int) string {
	const lettere = "BCDFGHJKLMNPQRSTVWXYZ"
	k := len(lettere)
	return simulatore.ConControllo("RSS" + string([]byte{lettere[n/k/k%k], lettere[n/k%k], lettere[n%k]}) + fmt.Sprintf("%02dA01H501", 40+n/k/k/k%60))
}

// attende reads the lists until all are as wanted, and the memory meanwhile.
func (a *anagrafe) attende(ctx context.Context, elenchi []string, giunto func(stato verbale.StatoLotto) bool) (time.Time, error) {
	for restano := elenchi; ; {
		pid, err := a.Figlio("connessione")
		if err != nil {
			return time.Time{}, err
		}
		m, err := banco.MemoriaDi("/proc", pid)
		if err != nil {
			return time.Time{}, err
		}
		a.memoria = append(a.memoria, m.Anonima)
		if len(a.memoria)%5 == 1 { // reading a list is work too
			var letto struct{ Stato verbale.StatoLotto }
			if err := a.manda(ctx, domanda{http.MethodGet, restano[0], ufficioMisura, nil}, &letto); err != nil {
				return time.Time{}, err
			}
			if giunto(letto.Stato) {
				restano = restano[1:]
			}
		}
		if len(restano) == 0 {
			return time.Now(), nil
		}
		if err := clock.Sleep(ctx, time.Second); err != nil {
			return time.Time{}, context.Cause(ctx)
		}
	}
}

// ricevute are the questions that ANPR has had, by service.
func (a *anagrafe) ricevute(ctx context.Context) (map[string]int, error) {
	var letto struct {
		Richieste struct{ Risorse map[string]int }
	}
	err := a.manda(ctx, domanda{http.MethodGet, a.simulatori + "/controllo/anpr?chiave=NESSUNA", "", nil}, &letto)
	return letto.Richieste.Risorse, err
}

func (a *anagrafe) esito(inad, anpr time.Duration, chieste map[string]int) esito {
	meta := len(a.memoria) / 2
	prima, dopo := slices.Max(a.memoria[:max(1, meta)]), slices.Max(a.memoria[meta:])
	massime, tutte := 0, 0
	for _, n := range chieste {
		massime, tutte = max(massime, n), tutte+n
	}
	memoria := misura.Confronta("memoria anonima di connessione, massima nella seconda metà", "MiB", "nella prima metà",
		[]float64{banco.Mebibyte(dopo)}, []float64{banco.Mebibyte(prima)})
	memoria[0].Traguardo = &misura.Traguardo{Sotto: traguardoPiatta}
	domande := misura.Confronta("domande a un servizio di ANPR, fino alla pausa", "", "rispetto alla quota del giorno", []float64{float64(massime)}, []float64{float64(a.quota)})
	domande[0].Traguardo = &misura.Traguardo{Sotto: 1.001}
	return esito{Cifre: slices.Concat(
		[]misura.Cifra{{Nome: "persone negli elenchi dell'INAD", Valore: float64(a.quante) / inad.Seconds(), Unita: "/s"}},
		misura.Confronta("domande ad ANPR, mentre gli elenchi dell'INAD vanno", "/s", "rispetto ai voucher che la PDND dà",
			[]float64{float64(tutte) / anpr.Seconds()}, []float64{vocherAlSecondo}),
		domande, memoria), Note: []string{fmt.Sprintf(
		"%d persone in elenchi di %d, tutte in INAD e in ANPR insieme; gli elenchi dell'INAD finiti dopo %s, quelli di ANPR fermi alla quota di %d dopo %s. "+
			"L'INAD prepara i suoi elenchi da %d persone, e si guarda la prima volta dopo cinque minuti.",
		a.quante, a.perElenco, inad.Round(time.Second), a.quota, anpr.Round(time.Second), 100)}}
}

func (a *anagrafe) manda(ctx context.Context, d domanda, dst any) error {
	return d.manda(ctx, a.cliente, dst)
}
