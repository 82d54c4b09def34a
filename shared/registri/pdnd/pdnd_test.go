package pdnd_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/registri/pdnd"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// elaborazione answers the questions of a test and keeps them as they travelled.
type elaborazione struct {
	subjects  []string
	questions []string
	err       error
}

func (e *elaborazione) Ask(_ context.Context, subject string, question, answer any) error {
	body, err := json.Marshal(question)
	if err != nil {
		return err
	}
	e.subjects, e.questions = append(e.subjects, subject), append(e.questions, string(body))
	if e.err != nil {
		return e.err
	}
	*answer.(*event.RispostaFirma) = event.RispostaFirma{Scade: time.Unix(1800000000, 0).UTC(), IDVoucher: "v" + string(rune('0'+len(e.questions))),
		Intestazioni: map[string]string{"Authorization": "Bearer v" + string(rune('0'+len(e.questions)))}}
	return nil
}

func call() pdnd.Call {
	return pdnd.Call{Tenant: "alfa", EService: "anpr-c001", Method: http.MethodPost, URL: "https://anpr.example/c001/v1?cf=RSSMRA#x",
		Body: []byte(`{"testo": "Ciao mondo"}`), ContentType: "application/json", Actor: "operatore.alfa", Reason: "NOTIFICA_VERBALE"}
}

func TestOnlyTheHashOfABodyLeavesAndNoQuery(t *testing.T) {
	t.Parallel()
	var e elaborazione
	h, err := pdnd.Client{Bus: &e}.Sign(t.Context(), call(), "")
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"tenant":"alfa","eService":"anpr-c001","metodo":"POST","indirizzo":"https://anpr.example/c001/v1",` +
		`"attore":"operatore.alfa","motivo":"NOTIFICA_VERBALE","digest":"hPq3xjgxGMr98LL2/lP2Y66DVCTcXdwL+YpNQD/gmvk=","contentType":"application/json"}`
	if d := cmp.Diff([]string{want}, e.questions); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(pdnd.Headers{Header: http.Header{"Authorization": {"Bearer v1"}}, Expires: time.Unix(1800000000, 0).UTC(), VoucherID: "v1"}, h); d != "" {
		t.Error(d)
	}
}

func TestACallWithoutABodySignsNone(t *testing.T) {
	t.Parallel()
	var e elaborazione
	c := call()
	c.Body, c.ContentEncoding = nil, "gzip"
	if _, err := (pdnd.Client{Bus: &e}).Sign(t.Context(), c, ""); err != nil {
		t.Fatal(err)
	}
	var q map[string]any
	if err := json.Unmarshal([]byte(e.questions[0]), &q); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"digest", "contentType", "contentEncoding"} {
		if q[name] != nil {
			t.Errorf("%s: %v", name, q[name])
		}
	}
}

func TestARefusedVoucherIsRenewedOnce(t *testing.T) {
	t.Parallel()
	status := func(n int) error { return &esterno.Error{Kind: esterno.ErrUnavailable, Status: n} }
	other := errors.New("other")
	for name, c := range map[string]struct {
		answers []error
		calls   int
		want    error
	}{
		"a good answer is asked for once":     {[]error{nil}, 1, nil},
		"401 asks for another voucher":        {[]error{status(401), nil}, 2, nil},
		"a second 401 is the answer":          {[]error{status(401), status(401)}, 2, status(401)},
		"400 is never repeated":               {[]error{status(400)}, 1, status(400)},
		"403 is never repeated":               {[]error{status(403)}, 1, status(403)},
		"what is not an answer is given back": {[]error{other}, 1, other},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var e elaborazione
			var seen []string
			err := pdnd.Client{Bus: &e}.Bearer(t.Context(), call(), func(_ context.Context, h http.Header) error {
				seen = append(seen, h.Get("Authorization"))
				return c.answers[len(seen)-1]
			})
			if len(seen) != c.calls || len(e.questions) != c.calls {
				t.Errorf("%d calls with %d questions, want %d", len(seen), len(e.questions), c.calls)
			}
			if (err == nil) != (c.want == nil) || err != nil && err.Error() != c.want.Error() {
				t.Errorf("%v, want %v", err, c.want)
			}
			if c.calls == 2 {
				var q event.DomandaVoucher
				if err := json.Unmarshal([]byte(e.questions[1]), &q); err != nil || q.Rifiutato != "v1" || seen[1] != "Bearer v2" {
					t.Errorf("the second question says %q was refused (%v), and the call carried %q", q.Rifiutato, err, seen[1])
				}
			}
		})
	}
}

func TestWhatElaborazioneRefusesIsNotCalled(t *testing.T) {
	t.Parallel()
	e := elaborazione{err: problem.Conflitto(pdnd.CodeRefused, "PDND ha rifiutato.")}
	err := pdnd.Client{Bus: &e}.Signed(t.Context(), call(), func(context.Context, http.Header) error {
		t.Error("called")
		return nil
	})
	if !problem.Is(err, pdnd.CodeRefused) {
		t.Error(err)
	}
	if d := cmp.Diff([]string{"elaborazione.firma"}, e.subjects); d != "" {
		t.Error(d)
	}
}
