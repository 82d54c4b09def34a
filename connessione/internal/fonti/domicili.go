package fonti

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/piattaforma-verbali/verbali/connessione/internal/domicilio"
	"github.com/piattaforma-verbali/verbali/connessione/internal/inipec"
	"github.com/piattaforma-verbali/verbali/connessione/internal/interrogazione"
	"github.com/piattaforma-verbali/verbali/connessione/internal/ipa"
	"github.com/piattaforma-verbali/verbali/connessione/internal/visura"
	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/esterno/collegamento"
	"github.com/piattaforma-verbali/verbali/shared/registri/domicili"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/inad"
	"github.com/piattaforma-verbali/verbali/shared/registri/residenza"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// nomi are the registers in the sentences that people read.
func nomi() map[string]string {
	return map[string]string{inipec.Nome: string(verbale.ArchivioInipec), ipa.Nome: "L'IPA"}
}

// Imprese are the companies' addresses.
func (f *Fonti) Imprese() domicilio.Fonte { return imprese{f} }

// Enti are the public bodies'.
func (f *Fonti) Enti() domicilio.Fonte { return enti{f} }

// apri gives the connection of the command of the context to a register, as its client.
func apri[T collegamento.Cliente](ctx context.Context, f *Fonti, registro string) (t T, c domicili.Collegamento, err error) {
	aperto, c, err := f.apri(tenant.Name(ctx), registro)
	if err != nil {
		return t, c, err
	}
	t, suo := aperto.(T)
	if !suo {
		return t, c, fmt.Errorf("fonti: %s non è il suo cliente", registro)
	}
	return t, c, nil
}

type imprese struct{ f *Fonti }

// Nome is INI-PEC.
func (imprese) Nome() string { return nomi()[inipec.Nome] }

// Collegata reports whether the command has set INI-PEC.
func (x imprese) Collegata(ctx context.Context) bool { return x.f.collegata(ctx, inipec.Nome) }

// Cerca asks INI-PEC.
func (x imprese) Cerca(ctx context.Context, d domicilio.Domanda) (domicilio.Risposta, error) {
	aperto, c, err := apri[*inipec.Client](ctx, x.f, inipec.Nome)
	if err != nil {
		return domicilio.Risposta{}, err
	}
	letta, err := aperto.Cerca(ctx, inipec.Domanda{Chi: inipec.Chi{Tenant: tenant.Name(ctx), Motivo: d.Motivo, InCoda: d.InCoda},
		CodiceFiscale: d.CodiceFiscale, Iniziata: d.Iniziata, Ricorda: d.Ricorda, Conta: conta(inipec.Nome, c.AlGiorno, d.Chi)})
	if errors.Is(err, inipec.ErrInCorso) {
		return domicilio.Risposta{}, problem.NonDisponibile(domicilio.InCorso, "INI-PEC sta preparando la risposta: riprovare fra poco.")
	}
	if err != nil {
		return domicilio.Risposta{}, x.f.esaurita(ctx, inipec.Nome, err)
	}
	r := domicilio.Risposta{Registro: domicilio.FonteInipec, Alle: letta.Alle, Impronta: letta.Impronta, Millesimi: 10 * c.CostoCent}
	if letta.Pec != "" {
		r.Domicili = append(r.Domicili, domicilio.Domicilio{Indirizzo: letta.Pec, Tipo: domicilio.PEC, Fonte: domicilio.FonteInipec})
	}
	for _, p := range letta.Professionali {
		r.Domicili = append(r.Domicili, domicilio.Domicilio{Indirizzo: p, Tipo: domicilio.PEC, Fonte: domicilio.FonteInipec, Professione: "Professionista"})
	}
	return leggibili(r)
}

// Sedi are the companies' registered offices, by the same connection.
func (f *Fonti) Sedi() visura.Sedi { return sedi{imprese{f}} }

type sedi struct{ imprese }

// Nome is the business register.
func (sedi) Nome() string { return "Il registro delle imprese" }

// Sede asks for a registered office. A company that the register does not hold is an answer: residenza.NonTrovato.
func (x sedi) Sede(ctx context.Context, q interrogazione.Richiesta, codiceFiscale string) (visura.Sede, error) {
	aperto, c, err := apri[*inipec.Client](ctx, x.f, inipec.Nome)
	if err != nil {
		return visura.Sede{}, err
	}
	letta, err := aperto.Sede(ctx, inipec.Domanda{Chi: inipec.Chi{Tenant: tenant.Name(ctx), Motivo: q.Motivo, InCoda: q.InCoda},
		CodiceFiscale: codiceFiscale, Conta: conta(inipec.Nome, c.AlGiorno, q.Chi)})
	if errors.Is(err, esterno.ErrNotFound) {
		return visura.Sede{Risposta: residenza.Risposta{Esito: residenza.NonTrovato}, Millesimi: 10 * c.CostoCent}, nil
	}
	if err != nil {
		return visura.Sede{}, x.f.esaurita(ctx, inipec.Nome, err)
	}
	return visura.Sede{Alle: letta.Alle, Impronta: letta.Impronta, Millesimi: 10 * c.CostoCent, Risposta: residenza.Risposta{Esito: residenza.Trovato,
		CodiceFiscale: codiceFiscale, Testo: letta.Denominazione,
		Residenza: &residenza.Indirizzo{Via: letta.Via, Civico: letta.Civico, Cap: letta.Cap, Comune: letta.Comune, Provincia: letta.Provincia}}}, nil
}

type enti struct{ f *Fonti }

// Nome is the IPA.
func (enti) Nome() string { return nomi()[ipa.Nome] }

// Collegata reports whether the command has set the IPA.
func (x enti) Collegata(ctx context.Context) bool { return x.f.collegata(ctx, ipa.Nome) }

// Cerca asks the IPA.
func (x enti) Cerca(ctx context.Context, d domicilio.Domanda) (domicilio.Risposta, error) {
	aperto, c, err := apri[*ipa.Client](ctx, x.f, ipa.Nome)
	if err != nil {
		return domicilio.Risposta{}, err
	}
	letta, err := aperto.Cerca(ctx, ipa.Domanda{Tenant: tenant.Name(ctx), Motivo: d.Motivo, InCoda: d.InCoda,
		CodiceFiscale: d.CodiceFiscale, Conta: conta(ipa.Nome, c.AlGiorno, d.Chi)})
	if errors.Is(err, ipa.ErrNonAmmesso) {
		return domicilio.Risposta{}, interrogazione.Nega(x.Nome(), esterno.As(err).Code, err)
	}
	if err != nil {
		return domicilio.Risposta{}, x.f.esaurita(ctx, ipa.Nome, err)
	}
	r := domicilio.Risposta{Registro: domicilio.FonteIpa, Impronta: letta.Impronta, Millesimi: 10 * c.CostoCent}
	for _, d := range letta.Domicili {
		tipo := domicilio.EMAIL // an address not known to be certified cannot be served
		if d.Tipo != "" {
			tipo = domicilio.Tipo(d.Tipo)
		}
		r.Domicili = append(r.Domicili, domicilio.Domicilio{Indirizzo: d.Indirizzo, Tipo: tipo, Fonte: domicilio.FonteIpa})
	}
	return leggibili(r)
}

// conta marks what counts in the day of a register, where the command has set how much that is.
func conta(registro string, alGiorno int, chi interrogazione.Chi) func(context.Context) context.Context {
	if alGiorno == 0 {
		alGiorno = math.MaxInt32
	}
	return func(ctx context.Context) context.Context {
		return interrogazione.Conta(ctx, interrogazione.Misura{Registro: registro, Limite: alGiorno}, chi)
	}
}

// esaurita turns a day that is used up, or a register that wants to be left alone, into its refusal.
func (f *Fonti) esaurita(ctx context.Context, registro string, err error) error {
	if errors.Is(err, esterno.ErrQuota) {
		return f.o.Store.QuotaEsaurita(ctx, registro, f.o.Adesso())
	}
	return f.o.Store.Basta(ctx, registro, f.o.Adesso(), err)
}

// leggibili drops invalid addresses from an answer; an answer with only invalid addresses is an error.
func leggibili(r domicilio.Risposta) (domicilio.Risposta, error) {
	tutti := len(r.Domicili)
	r.Domicili = slices.DeleteFunc(r.Domicili, func(d domicilio.Domicilio) bool { return !parole.IndirizzoDigitale(d.Indirizzo) })
	r.Scartati = tutti - len(r.Domicili)
	if r.Scartati > 0 && len(r.Domicili) == 0 {
		return r, esterno.Invalid("un indirizzo non lo è")
	}
	return r, nil
}
