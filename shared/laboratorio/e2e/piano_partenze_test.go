//go:build e2e

package e2e

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
)

// partono: lots of SEND leave as the plan says, letters for whom SEND does not reach, and the post answers about some of them, while the
// other victims die. It ends when each addressee is served, has a letter on its way or is before a person, and SEND's stories are over.
func (p *pianificazione) partono(t *testing.T) {
	ctx, inizio := contesto(t, p.inAttesa()), tempo.Macchina()
	var restano []string
	for esiti := false; ; {
		p.lottoDiSend(ctx, t)
		p.chiudiLettere(ctx, t)
		p.annullaMute(t)
		p.muoreUno(t)
		p.legge(t)
		switch restano = guai(p.multe, ferma); {
		case ctx.Err() != nil:
			t.Fatalf("%d fines go on: %.4000v", len(restano), strings.Join(restano, "\n"))
		case len(restano) > 0 || len(p.vittime) > 0 || !p.storieFinite(t):
		case !esiti:
			esiti = true
			p.rispondeLaPosta(ctx, t)
		default:
			t.Logf("all have ended %s after the first could leave", time.Since(inizio).Round(time.Second))
			return
		}
		aspetta(ctx, 500*time.Millisecond)
	}
}

// ferma says what a fine still waits for that comes by itself.
func ferma(x *pianificata) string {
	chiusa := slices.Contains([]string{"PAGATO", "ECCEDENZA", "RIMBORSATO", "SGRAVATO"}, x.debito)
	switch {
	case x.zero != "", chiusa && x.aspetta == "", x.anomalie > 0:
		return ""
	case x.giudicata && x.aspetta == "DECISIONE":
		return ""
	case x.giudicata && x.aspetta == "ESITO" && x.via == "POSTA" && (x.consegna == "" || x.consegna == niente):
		return ""
	}
	return "it goes on"
}

// lottoDiSend has a lot made of what the plan sends by SEND, while the lot before is still on its way. Nothing may be ready, or somebody
// may be dead: the next one finds it.
func (p *pianificazione) lottoDiSend(ctx context.Context, t *testing.T) {
	t.Helper()
	if !slices.ContainsFunc(p.multe, func(x *pianificata) bool { return x.via == "SEND" && (x.aspetta != "ESITO" || !x.giudicata) }) {
		return
	}
	r, err := manda(richiesta(t, http.MethodPost, stack.url("elaborazione", verbaliRest+"/lotti"),
		map[string]any{"tipo": lottoSend, "filtro": map[string]any{"piano": map[string]string{"via": "SEND"}}},
		conBasic("ufficio."+comandoPiano, passwordProva)).WithContext(ctx))
	if err == nil && r.stato >= http.StatusBadRequest && r.stato < 500 && r.stato != http.StatusTooManyRequests && r.stato != http.StatusUnauthorized &&
		(r.stato != http.StatusConflict || !strings.Contains(string(r.corpo), "LOTTO_VUOTO")) {
		t.Errorf("a lot of SEND: %d %.300s", r.stato, r.corpo)
	}
}

// chiudiLettere closes the lots of letters that have any.
func (p *pianificazione) chiudiLettere(ctx context.Context, t *testing.T) {
	t.Helper()
	for _, l := range tuttiLotti(ctx, t, comandoPiano, lottoPostale) {
		if l.Stato == "BOZZA" && l.Voci["inAttesa"] > 0 {
			chiudiLotto(ctx, t, l)
		}
	}
}

// annullaMute cancels the notifications of which nothing would ever be heard, once SEND has them. A cancellation that is not answered is
// asked for again.
func (p *pianificazione) annullaMute(t *testing.T) {
	t.Helper()
	for _, x := range p.di(daStoria) {
		if x.storia != annullata || x.chiesto || x.posizione == "" {
			continue
		}
		for _, id := range testi(t, p.banca(t, "connessione"), `SELECT id::text FROM invio WHERE posizione = $1 AND stato = 'ACCETTATA'`, x.posizione) {
			x.chiesto = annulla(t, comandoPiano, id) == nil
		}
	}
}

// storieFinite reports that SEND has told the longest story of each notification.
func (p *pianificazione) storieFinite(t *testing.T) bool {
	t.Helper()
	var posizioni []string
	for _, x := range p.multe {
		posizioni = append(posizioni, x.posizione)
	}
	return numero(t, p.banca(t, "connessione"), `SELECT count(*) FROM invio WHERE posizione = ANY ($1::text[]::uuid[]) AND accettato > $2`, posizioni,
		tempo.Adesso().Add(-racconto*giornoSend)) == 0
}

// What the post says of a letter.
const (
	consegnataOggi = "CONSEGNATO"
	tornata        = "IRREPERIBILE"
	niente         = "nothing yet"
)

// rispondeLaPosta sends the file of what became of the letters: a third arrived, a third came back, of the others nothing is known yet.
func (p *pianificazione) rispondeLaPosta(ctx context.Context, t *testing.T) {
	t.Helper()
	per, oggi := map[string]*pianificata{}, tempo.Oggi().String()
	for _, x := range p.multe {
		per[x.esito.documento()] = x
	}
	righe, n := []string{"lotto;sequenza;esito;data"}, 0
	for _, b := range p.buste(ctx, t) {
		x := per[b.documento]
		if x == nil || x.zero != "" {
			continue
		}
		if x.consegna = []string{consegnataOggi, tornata, niente}[n%3]; x.consegna != niente {
			righe = append(righe, strings.Join([]string{b.pacchetto, b.sequenza, x.consegna, oggi}, ";"))
		}
		n++
	}
	if len(righe) < 3 {
		t.Fatalf("%d letters are out", n)
	}
	if err := insiste(ctx, "outcomes of the post", func() error {
		r, err := manda(richiesta(t, http.MethodPost, stack.url("elaborazione", verbaliRest+"/esitiPostali"), strings.Join(righe, "\n")+"\n",
			conTesta("Content-Type", "text/csv"), conBasic("ufficio."+comandoPiano, passwordProva)))
		if err == nil && r.stato != http.StatusAccepted {
			err = fmt.Errorf("%d %.300s", r.stato, r.corpo)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	conn := p.banca(t, "elaborazione")
	if err := insiste(ctx, "the letters' outcomes in the fines", func() error {
		p.legge(t)
		var mancano []string
		for _, x := range p.multe {
			if x.consegna == consegnataOggi && x.zero == "" {
				mancano = append(mancano, p.chiave(x.n))
			}
			if x.consegna == tornata && numero(t, conn, `SELECT count(*) FROM notifica WHERE posizione = $1 AND canale = 'POSTA' AND stato = 'NON_RIUSCITA'`,
				x.posizione) != 1 {
				mancano = append(mancano, p.chiave(x.n))
			}
		}
		if len(mancano) > 0 {
			return errors.New(strings.Join(mancano, ", "))
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}

// buste are the letters of all packages that are complete.
func (p *pianificazione) buste(ctx context.Context, t *testing.T) (tutte []busta) {
	t.Helper()
	for _, l := range tuttiLotti(ctx, t, comandoPiano, lottoPostale) {
		if l.Stato == "COMPLETATO" {
			tutte = append(tutte, l.pacchetto(ctx, t)...)
		}
	}
	return tutte
}
