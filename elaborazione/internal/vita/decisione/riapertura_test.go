package decisione

import (
	"slices"
	"testing"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
)

// riapre settles the anomaly that an office opens about a closed fine, and opens the fine again.
func (p *pratica) riapre() {
	p.tb.Helper()
	p.fa(vita.EventoAnomaliaAperta, `{"testo":"chiuso per errore"}`)
	p.fa(vita.EventoAnomaliaRisolta, `{"anomalia":"`+p.stato.Anomalie[len(p.stato.Anomalie)-1].ID.String()+`","esito":"si riapre","riapre":true}`)
}

// TestChiRiapreFaStampare: when a debt is open again, the acts that nobody printed while it was closed are
// asked for, of each person who is still to be served.
func TestChiRiapreFaStampare(t *testing.T) {
	t.Parallel()
	for regola, c := range map[string]struct {
		cambia    []func(*vita.Inserito)
		fino      func(*pratica)
		riapre    func(*pratica)
		procedura vita.Procedura
		posizioni []byte
	}{
		"art. 201 c. 5, by mistake, before the act": {nil, func(p *pratica) {
			p.fa(vita.EventoValidato, `{}`)
			p.fa(vita.EventoEstintoTermini, `{}`)
		}, (*pratica).riapre, vita.Validato, []byte{diObbligato}},
		"the same with two persons": {[]func(*vita.Inserito){conTrasgressore}, func(p *pratica) {
			p.fa(vita.EventoValidato, `{}`)
			p.fa(vita.EventoEstintoTermini, `{}`)
		}, (*pratica).riapre, vita.Validato, []byte{diObbligato, diTrasgressore}},
		"the act of one was printed, that of the other not": {[]func(*vita.Inserito){conTrasgressore}, func(p *pratica) {
			p.fa(vita.EventoValidato, `{}`)
			p.sistema(diObbligato, vita.AttoGenerato{Documenti: []vita.Documento{{ID: vita.NuovoID(), Tipo: vita.DocumentoAtto}}})
			p.fa(vita.EventoEstintoTermini, `{}`)
		}, (*pratica).riapre, vita.ConAtto, []byte{diTrasgressore}},
		"a payment is taken back": {[]func(*vita.Inserito){conTrasgressore}, func(p *pratica) {
			p.fa(vita.EventoValidato, `{}`)
			p.sistema(diObbligato, vita.AttoGenerato{Documenti: []vita.Documento{{ID: vita.NuovoID(), Tipo: vita.DocumentoAtto}}})
			p.paga(2940, "2026-02-02")
		}, func(p *pratica) {
			p.fa(vita.EventoPagamentoStornato, `{"pagamento":"`+p.stato.Pagamenti[0].ID.String()+`"}`)
		}, vita.ConAtto, []byte{diTrasgressore}},
		"all acts are printed": {nil, func(p *pratica) {
			p.fa(vita.EventoValidato, `{}`)
			p.stampa()
			p.fa(vita.EventoEstintoTermini, `{}`)
		}, (*pratica).riapre, vita.ConAtto, nil},
		"it was open all the time": {nil, func(p *pratica) { p.fa(vita.EventoValidato, `{}`) }, func(p *pratica) {
			p.fa(vita.EventoNotaAggiunta, `{"testo":"x"}`)
		}, vita.Validato, nil},
		"it is not accepted yet": {nil, func(p *pratica) { p.paga(2940, "2026-02-02") }, func(p *pratica) {
			p.fa(vita.EventoPagamentoStornato, `{"pagamento":"`+p.stato.Pagamenti[0].ID.String()+`"}`)
		}, vita.DaValidare, nil},
		"its owner is still unknown": {[]func(*vita.Inserito){ignoto}, func(p *pratica) {
			p.fa(vita.EventoValidato, `{}`)
			p.fa(vita.EventoEstintoTermini, `{}`)
		}, (*pratica).riapre, vita.Validato, nil},
	} {
		t.Run(regola, func(t *testing.T) {
			t.Parallel()
			p := nuovaPratica(t, c.cambia...)
			c.fino(p)
			prima := p.stato
			c.riapre(p)
			var vuole []uuid.UUID
			for _, n := range c.posizioni {
				vuole = append(vuole, idProva(n))
			}
			if got := vita.Attese(prima, p.stato); p.stato.Procedura != c.procedura || !slices.Equal(got, vuole) {
				t.Errorf("%s, %v, want %v", p.stato.Procedura, got, vuole)
			}
		})
	}
}
