package mosse

import (
	"slices"
	"testing"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"

	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// riapre settles the anomaly that an office opens about a closed fine, and opens the fine again.
func (p *pratica) riapre() {
	p.tb.Helper()
	p.fa(verbale.EventoAnomaliaAperta, `{"testo":"chiuso per errore"}`)
	p.fa(verbale.EventoAnomaliaRisolta, `{"anomalia":"`+p.stato.Anomalie[len(p.stato.Anomalie)-1].ID.String()+`","esito":"si riapre","riapre":true}`)
}

// TestChiRiapreFaStampare: when a debt is open again, the acts that nobody printed while it was closed are
// asked for, of each person who is still to be served.
func TestChiRiapreFaStampare(t *testing.T) {
	t.Parallel()
	for regola, c := range map[string]struct {
		cambia    []func(*vita.Inserito)
		fino      func(*pratica)
		riapre    func(*pratica)
		procedura verbale.Procedura
		posizioni []byte
	}{
		"art. 201 c. 5, by mistake, before the act": {nil, func(p *pratica) {
			p.fa(verbale.EventoValidato, `{}`)
			p.fa(verbale.EventoEstintoTermini, `{}`)
		}, (*pratica).riapre, verbale.Validato, []byte{diObbligato}},
		"the same with two persons": {[]func(*vita.Inserito){conTrasgressore}, func(p *pratica) {
			p.fa(verbale.EventoValidato, `{}`)
			p.fa(verbale.EventoEstintoTermini, `{}`)
		}, (*pratica).riapre, verbale.Validato, []byte{diObbligato, diTrasgressore}},
		"the act of one was printed, that of the other not": {[]func(*vita.Inserito){conTrasgressore}, func(p *pratica) {
			p.fa(verbale.EventoValidato, `{}`)
			p.sistema(diObbligato, vita.AttoGenerato{Documenti: []vita.Documento{{ID: vita.NuovoID(), Tipo: verbale.DocumentoAtto}}})
			p.fa(verbale.EventoEstintoTermini, `{}`)
		}, (*pratica).riapre, verbale.ConAtto, []byte{diTrasgressore}},
		"a payment is taken back": {[]func(*vita.Inserito){conTrasgressore}, func(p *pratica) {
			p.fa(verbale.EventoValidato, `{}`)
			p.sistema(diObbligato, vita.AttoGenerato{Documenti: []vita.Documento{{ID: vita.NuovoID(), Tipo: verbale.DocumentoAtto}}})
			p.paga(2940, "2026-02-02")
		}, func(p *pratica) {
			p.fa(verbale.EventoPagamentoStornato, `{"pagamento":"`+p.stato.Pagamenti[0].ID.String()+`"}`)
		}, verbale.ConAtto, []byte{diTrasgressore}},
		"all acts are printed": {nil, func(p *pratica) {
			p.fa(verbale.EventoValidato, `{}`)
			p.stampa()
			p.fa(verbale.EventoEstintoTermini, `{}`)
		}, (*pratica).riapre, verbale.ConAtto, nil},
		"it was open all the time": {nil, func(p *pratica) { p.fa(verbale.EventoValidato, `{}`) }, func(p *pratica) {
			p.fa(verbale.EventoNotaAggiunta, `{"testo":"x"}`)
		}, verbale.Validato, nil},
		"it is not accepted yet": {nil, func(p *pratica) { p.paga(2940, "2026-02-02") }, func(p *pratica) {
			p.fa(verbale.EventoPagamentoStornato, `{"pagamento":"`+p.stato.Pagamenti[0].ID.String()+`"}`)
		}, verbale.DaValidare, nil},
		"its owner is still unknown": {[]func(*vita.Inserito){ignoto}, func(p *pratica) {
			p.fa(verbale.EventoValidato, `{}`)
			p.fa(verbale.EventoEstintoTermini, `{}`)
		}, (*pratica).riapre, verbale.Validato, nil},
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
