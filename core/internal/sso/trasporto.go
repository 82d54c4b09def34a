package sso

import (
	"bytes"
	"io"
	"net/http"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

func (i Impostazioni) trasporto() http.RoundTripper {
	if i.Trasporto != nil {
		return i.Trasporto
	}
	return &http.Transport{Proxy: http.ProxyFromEnvironment, TLSHandshakeTimeout: rispondeEntro, MaxIdleConnsPerHost: 4, IdleConnTimeout: time.Minute}
}

// cliente speaks with a provider. It follows no redirect: one could take the secret and the codes elsewhere.
func cliente(t http.RoundTripper) *http.Client {
	return &http.Client{Timeout: rispondeEntro, Transport: t,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// documentoMassimo is the longest document read from a provider, in bytes.
const documentoMassimo = 1 << 20

// parsimonia asks a provider for its public documents, the keys above all, a few times in a while and no more: anybody may send
// a token with a key that nobody knows, and each would be looked for. In between the last answer is given again.
type parsimonia struct {
	dietro http.RoundTripper

	mu       sync.Mutex
	ricordi  map[string][]byte
	limitati map[string]*rate.Limiter
}

// ogniQuanto and insieme are how often a document is asked for.
const (
	ogniQuanto = 2 * time.Second
	insieme    = 3
)

// RoundTrip implements http.RoundTripper.
func (p *parsimonia) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Method != http.MethodGet || r.Header.Get("Authorization") != "" {
		return p.dietro.RoundTrip(r)
	}
	indirizzo := r.URL.String()
	if corpo := p.ricordo(indirizzo); corpo != nil {
		return &http.Response{StatusCode: http.StatusOK, Status: "200 OK", Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Request: r,
			Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(bytes.NewReader(corpo)), ContentLength: int64(len(corpo))}, nil
	}
	risposta, err := p.dietro.RoundTrip(r)
	if err != nil || risposta.StatusCode != http.StatusOK {
		return risposta, err
	}
	corpo, err := io.ReadAll(io.LimitReader(risposta.Body, documentoMassimo))
	_ = risposta.Body.Close()
	if err != nil {
		return nil, err
	}
	risposta.Body = io.NopCloser(bytes.NewReader(corpo))
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ricordi[indirizzo] = corpo
	return risposta, nil
}

// ricordo is the last answer, when it is too early to ask again.
func (p *parsimonia) ricordo(indirizzo string) []byte {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ricordi == nil {
		p.ricordi, p.limitati = map[string][]byte{}, map[string]*rate.Limiter{}
	}
	if p.limitati[indirizzo] == nil {
		p.limitati[indirizzo] = rate.NewLimiter(rate.Every(ogniQuanto), insieme)
	}
	if p.limitati[indirizzo].Allow() {
		return nil
	}
	return p.ricordi[indirizzo]
}

// CloseIdleConnections lets the client close what it kept open.
func (p *parsimonia) CloseIdleConnections() {
	if c, ok := p.dietro.(interface{ CloseIdleConnections() }); ok {
		c.CloseIdleConnections()
	}
}
