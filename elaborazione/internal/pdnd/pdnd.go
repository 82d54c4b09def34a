// Package pdnd holds the keys of the commands and gives, for each call to an e-service of PDND, the voucher and the signatures
// that it wants. It writes nothing: what it keeps, vouchers included, is in memory, and another is made after a restart.
package pdnd

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/registri/pdnd"
	"github.com/piattaforma-verbali/verbali/shared/registri/pdnd/fruizione"
	"github.com/piattaforma-verbali/verbali/shared/registri/pdnd/modi"
	"github.com/piattaforma-verbali/verbali/shared/spine/config"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// segretoMinimo is the length of the secret of the pseudonyms, in bytes.
const segretoMinimo = 16

// Parti are what the service stands on.
type Parti struct {
	// Impostazione decodes into dst a setting of a command in force on a day, as anagrafe.Tenant does.
	Impostazione func(tenant, chiave, giorno string, dst any) (bool, error)
	Autorita     map[string]*Autorita // by environment
	Segreti      string               // folder
	Pools        *db.Pools            // for the audit of tries
	Adesso       func() time.Time
	Log          *slog.Logger
	// Chiama has one harmless call made to an e-service that connessione calls.
	Chiama func(ctx context.Context, q event.DomandaProvaEService) (event.RispostaProvaEService, error)
}

// Service gives vouchers and signatures.
type Service struct {
	Parti

	portachiavi *portachiavi
	conserva    *conserva
	memoria     *memoria
	mu          sync.Mutex
	possessi    map[nomeFile]*modi.Possession // by command and client
}

// Nuovo makes a service that keeps nothing yet.
func Nuovo(p Parti) *Service {
	return &Service{Parti: p, portachiavi: &portachiavi{segreti: p.Segreti, lette: map[nomeFile]chiaveLetta{}}, memoria: nuovaMemoria(),
		conserva: &conserva{adesso: p.Adesso, voci: map[chiaveVoucher]voucher{}}, possessi: map[nomeFile]*modi.Possession{}}
}

// chiamata is a call to an e-service that wants its headers.
type chiamata struct {
	event.DomandaFirma

	soloVoucher bool
	prova       bool // a person tries: nothing that is kept counts
}

// Firma gives every header that the e-service asks for on a call.
func (s *Service) Firma(ctx context.Context, q event.DomandaFirma) (event.RispostaFirma, error) {
	r, _, err := s.intestazioni(ctx, chiamata{DomandaFirma: q})
	return r, err
}

// Voucher gives the headers of a call that carries a voucher and nothing else.
func (s *Service) Voucher(ctx context.Context, q event.DomandaVoucher) (event.RispostaFirma, error) {
	r, _, err := s.intestazioni(ctx, chiamata{DomandaFirma: event.DomandaFirma{DomandaVoucher: q}, soloVoucher: true})
	return r, err
}

func (s *Service) intestazioni(ctx context.Context, c chiamata) (event.RispostaFirma, voucher, error) {
	u, err := s.uso(c.Tenant, c.EService)
	if err != nil {
		return event.RispostaFirma{}, voucher{}, err
	}
	if c.soloVoucher && (u.evidenza() || c.Digest != "") {
		return event.RispostaFirma{}, voucher{}, problem.Conflitto(pdnd.CodeWantsSignature,
			fmt.Sprintf("L'e-service «%s» non si accontenta del voucher: le impostazioni gli danno %s.", u.Nome, strings.Join(u.Schemi, ", ")))
	}
	r, v, err := s.conUnaChiave(ctx, u, c)
	if p := problem.As(err); p != nil {
		s.memoria.fallito(u, p.Dettaglio, s.Adesso())
	} else if err == nil {
		s.memoria.servito(u, s.Adesso())
	}
	return r, v, err
}

// conUnaChiave signs with the newest key that PDND takes: while it does not know the new one, the one before still serves.
func (s *Service) conUnaChiave(ctx context.Context, u uso, c chiamata) (r event.RispostaFirma, v voucher, err error) {
	chiavi, err := s.chiavi(u)
	if err != nil {
		return r, v, err
	}
	var primo error
	for _, k := range chiavi {
		r, v, err = s.con(ctx, u, k, c)
		if err == nil {
			return r, v, nil
		}
		if primo == nil {
			primo = inParole(u, k.Kid, err)
		}
		if !errors.Is(err, esterno.ErrRefused) {
			return r, v, inParole(u, k.Kid, err)
		}
	}
	return r, v, primo
}

// con makes the headers with one key, in the order that AUDIT_REST_02 wants: evidence, its hash, assertion, voucher; then the
// signature of the body.
func (s *Service) con(ctx context.Context, u uso, k modi.Key, c chiamata) (event.RispostaFirma, voucher, error) {
	r, adesso := event.RispostaFirma{Intestazioni: map[string]string{}, PurposeID: u.Finalita}, s.Adesso()
	digest := ""
	if u.evidenza() {
		evidenza, err := s.firmaEvidenza(u, k, c)
		if err != nil {
			return r, voucher{}, err
		}
		r.Intestazioni[modi.HeaderEvidence] = evidenza
		if u.vuole(fruizione.EvidenzaLegata) {
			digest = modi.EvidenceDigest(evidenza)
		}
	}
	v, err := s.voucher(ctx, u, k, c, digest)
	if err != nil {
		return r, v, err
	}
	r.Scade, r.IDVoucher = v.Scade.UTC(), v.ID
	if err := s.autorizza(u, c, v, r.Intestazioni); err != nil {
		return r, v, err
	}
	if u.vuole(fruizione.FirmaCorpo) && c.Digest != "" {
		firma := modi.Signature{ClientID: u.Cliente.ClientID, Audience: audienceFirma(u, v), Digest: modi.DigestOf(c.Digest),
			ContentType: c.ContentType, ContentEncoding: c.ContentEncoding}
		testo, err := firma.Sign(k, modi.NewStamp(adesso))
		if err != nil {
			return r, v, err
		}
		r.Intestazioni[modi.HeaderDigest], r.Intestazioni[modi.HeaderSignature] = firma.Digest, testo
	}
	return r, v, nil
}

// audienceFirma is the audience of a signature: the provider compares it with its own, which the voucher says.
func audienceFirma(u uso, v voucher) string {
	if len(v.Audience) == 0 || slices.Contains(v.Audience, u.Audience) {
		return u.Audience
	}
	return v.Audience[0]
}

// autorizza puts the voucher on the call, with a proof of its own where it is bound to a key.
func (s *Service) autorizza(u uso, c chiamata, v voucher, intestazioni map[string]string) error {
	if !u.DPoP {
		intestazioni["Authorization"] = "Bearer " + v.Testo
		return nil
	}
	p, err := s.possesso(u)
	if err != nil {
		return err
	}
	prova, err := p.Proof(c.Metodo, c.Indirizzo, v.Testo, s.Adesso())
	intestazioni["Authorization"], intestazioni[modi.HeaderDPoP] = "DPoP "+v.Testo, prova
	return err
}

// possesso is the key to which the vouchers of a client are bound: made by this process, and gone with it.
func (s *Service) possesso(u uso) (*modi.Possession, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	nome := nomeFile{u.Tenant, u.Client}
	if p := s.possessi[nome]; p != nil {
		return p, nil
	}
	p, err := modi.NewPossession()
	if err == nil {
		s.possessi[nome] = p
	}
	return p, err
}

func (s *Service) firmaEvidenza(u uso, k modi.Key, c chiamata) (string, error) {
	chi, err := s.pseudonimo(u, c.Attore)
	if err != nil {
		return "", err
	}
	e := modi.Evidence{ClientID: u.Cliente.ClientID, Audience: u.Audience, PurposeID: u.Finalita, UserID: chi,
		UserLocation: primo(c.Postazione, u.Postazione), LoA: primo(c.Livello, u.Livello)}
	if e.UserLocation == "" || e.LoA == "" {
		return "", nonConfigurato("L'e-service «%s» vuole sapere da quale postazione e con quale livello (LoA) si chiede: mancano le impostazioni postazione e livello.", u.Nome)
	}
	return e.Sign(k, modi.NewStamp(s.Adesso()))
}

func primo(suo, usuale string) string {
	if suo != "" {
		return suo
	}
	return usuale
}

// pseudonimo is how an operator is named to the e-services: always the same, and only the command can say whose it is.
func (s *Service) pseudonimo(u uso, attore string) (string, error) {
	if u.segreto == "" {
		return attore, nil
	}
	segreto, err := config.TenantSecret(s.Segreti, u.Tenant, u.segreto)
	if err == nil && len(strings.TrimSpace(segreto)) < segretoMinimo {
		err = errors.New("troppo corto")
	}
	if err != nil {
		return "", nonConfigurato("Il segreto degli pseudonimi (%s) non è utilizzabile.", u.segreto).With(err)
	}
	mac := hmac.New(sha256.New, []byte(strings.TrimSpace(segreto)))
	mac.Write([]byte(strings.ToLower(attore)))
	return hex.EncodeToString(mac.Sum(nil)[:16]), nil
}

// voucher returns a kept voucher, or asks for one: bound to an evidence it is always new.
func (s *Service) voucher(ctx context.Context, u uso, k modi.Key, c chiamata, digest string) (voucher, error) {
	var possesso *modi.Possession
	chiave := chiaveVoucher{tenant: u.Tenant, ambiente: u.Cliente.Ambiente, clientID: u.Cliente.ClientID, kid: k.Kid, finalita: u.Finalita}
	if u.DPoP {
		p, err := s.possesso(u)
		if err != nil {
			return voucher{}, err
		}
		possesso, chiave.possesso = p, p.Thumbprint()
	}
	o := ordine{uso: u, chiamata: c, chiave: k, digest: digest, possesso: possesso}
	chiedi := func(ctx context.Context) (voucher, error) { return s.chiedi(ctx, o) }
	if digest != "" || c.prova {
		return chiedi(ctx)
	}
	return s.conserva.ottieni(ctx, chiave, c.Rifiutato, chiedi)
}

// ordine is a voucher to be asked for.
type ordine struct {
	uso      uso
	chiamata chiamata
	chiave   modi.Key
	digest   string           // of the evidence, empty: none
	possesso *modi.Possession // nil: none
}

// chiedi asks PDND, unless it has just refused the same.
func (s *Service) chiedi(ctx context.Context, o ordine) (voucher, error) {
	u, adesso := o.uso, s.Adesso()
	if err := s.memoria.rifiutata(u, o.chiave.Kid, adesso); err != nil && !o.chiamata.prova {
		return voucher{}, err
	}
	r, err := richiestaDi(o, adesso)
	if err != nil {
		return voucher{}, err
	}
	v, err := u.Autorita.Chiedi(ctx, r)
	if err == nil {
		err = coerente(u, v, o.digest, o.possesso)
	}
	riga := s.Log.With("tenant", u.Tenant, "eService", u.Nome, "finalita", u.Finalita, "kid", o.chiave.Kid)
	if err != nil {
		riga.Warn("voucher non avuto", "errore", err)
		if errors.Is(err, esterno.ErrRefused) {
			s.memoria.negato(u, o.chiave.Kid, err, adesso)
		}
		return voucher{}, err
	}
	v.Kid = o.chiave.Kid
	riga.Info("voucher avuto", "voucher", v.ID, "scade", v.Scade)
	s.memoria.avuto(u, v, s.Adesso())
	return v, nil
}

// richiestaDi signs what PDND wants to see.
func richiestaDi(o ordine, adesso time.Time) (r richiesta, err error) {
	a := modi.Assertion{ClientID: o.uso.Cliente.ClientID, Audience: o.uso.Autorita.audience, PurposeID: o.uso.Finalita, Digest: o.digest}
	r = richiesta{Tenant: o.uso.Tenant, Motivo: o.chiamata.Motivo, ClientID: a.ClientID, Lavoro: o.chiamata.Lavoro}
	if r.Asserzione, err = a.Sign(o.chiave, modi.NewStamp(adesso)); err != nil || o.possesso == nil {
		return r, err
	}
	r.Prova, err = o.possesso.Proof(http.MethodPost, o.uso.Autorita.indirizzo, "", adesso)
	return r, err
}

// coerente checks that a voucher answers the request.
func coerente(u uso, v voucher, digest string, possesso *modi.Possession) error {
	switch {
	case v.PurposeID != u.Finalita:
		return esterno.Invalid("il voucher è di un'altra finalità")
	case v.Digest != digest:
		return esterno.Invalid("il voucher non ha il digest dell'evidenza")
	case possesso != nil && v.Thumbprint != possesso.Thumbprint():
		return esterno.Invalid("il voucher è legato a un'altra chiave")
	}
	return nil
}
