package verbale

import (
	"slices"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/spine/event"
)

// riapre settles the anomaly that an office opens about a closed fine, and opens the fine again.
func (p *pratica) riapre() {
	p.tb.Helper()
	p.fa(EventoAnomaliaAperta, `{"testo":"chiuso per errore"}`)
	p.fa(EventoAnomaliaRisolta, `{"anomalia":"`+p.stato.Anomalie[len(p.stato.Anomalie)-1].ID.String()+`","esito":"si riapre","riapre":true}`)
}

// TestChiRiapreFaStampare: when a debt is open again, the acts that nobody printed while it was closed are
// asked for, of each person who is still to be served.
func TestChiRiapreFaStampare(t *testing.T) {
	t.Parallel()
	for regola, c := range map[string]struct {
		cambia    []func(*Inserito)
		fino      func(*pratica)
		riapre    func(*pratica)
		procedura Procedura
		posizioni []byte
	}{
		"art. 201 c. 5, by mistake, before the act": {nil, func(p *pratica) {
			p.fa(EventoValidato, `{}`)
			p.fa(EventoEstintoTermini, `{}`)
		}, (*pratica).riapre, Validato, []byte{diObbligato}},
		"the same with two persons": {[]func(*Inserito){conTrasgressore}, func(p *pratica) {
			p.fa(EventoValidato, `{}`)
			p.fa(EventoEstintoTermini, `{}`)
		}, (*pratica).riapre, Validato, []byte{diObbligato, diTrasgressore}},
		"the act of one was printed, that of the other not": {[]func(*Inserito){conTrasgressore}, func(p *pratica) {
			p.fa(EventoValidato, `{}`)
			p.sistema(diObbligato, AttoGenerato{Documenti: []Documento{{ID: nuovoID(), Tipo: DocumentoAtto}}})
			p.fa(EventoEstintoTermini, `{}`)
		}, (*pratica).riapre, ConAtto, []byte{diTrasgressore}},
		"a payment is taken back": {[]func(*Inserito){conTrasgressore}, func(p *pratica) {
			p.fa(EventoValidato, `{}`)
			p.sistema(diObbligato, AttoGenerato{Documenti: []Documento{{ID: nuovoID(), Tipo: DocumentoAtto}}})
			p.paga(2940, "2026-02-02")
		}, func(p *pratica) {
			p.fa(EventoPagamentoStornato, `{"pagamento":"`+p.stato.Pagamenti[0].ID.String()+`"}`)
		}, ConAtto, []byte{diTrasgressore}},
		"all acts are printed": {nil, func(p *pratica) {
			p.fa(EventoValidato, `{}`)
			p.stampa()
			p.fa(EventoEstintoTermini, `{}`)
		}, (*pratica).riapre, ConAtto, nil},
		"it was open all the time": {nil, func(p *pratica) { p.fa(EventoValidato, `{}`) }, func(p *pratica) {
			p.fa(EventoNotaAggiunta, `{"testo":"x"}`)
		}, Validato, nil},
		"it is not accepted yet": {nil, func(p *pratica) { p.paga(2940, "2026-02-02") }, func(p *pratica) {
			p.fa(EventoPagamentoStornato, `{"pagamento":"`+p.stato.Pagamenti[0].ID.String()+`"}`)
		}, DaValidare, nil},
		"its owner is still unknown": {[]func(*Inserito){ignoto}, func(p *pratica) {
			p.fa(EventoValidato, `{}`)
			p.fa(EventoEstintoTermini, `{}`)
		}, (*pratica).riapre, Validato, nil},
	} {
		t.Run(regola, func(t *testing.T) {
			t.Parallel()
			p := nuovaPratica(t, c.cambia...)
			c.fino(p)
			prima := p.stato
			c.riapre(p)
			var vuole []event.Corpo
			for _, n := range c.posizioni {
				vuole = append(vuole, event.LavoroPdf{IDVerbale: p.stato.ID.String(), IDPosizione: idProva(n).String()})
			}
			if got := riaperto(prima, p.stato); p.stato.Procedura != c.procedura || !slices.Equal(got, vuole) {
				t.Errorf("%s, %v, want %v", p.stato.Procedura, got, vuole)
			}
		})
	}
}
