// Package web is the HTTP side that every service shares: three prefixes registered in one place,
// who may enter, limits and deadlines, errors as problem+json, health, metrics and the contract's
// page. Only this package, the app packages and the http.go files know echo.
package web

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/sync/semaphore"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/soap"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

// Limits of a request (design, section 6).
const (
	LimitOpen int64 = 64 << 10 // of a route that asks for no credentials
	LimitJSON int64 = 1 << 20
	LimitPart int64 = 25 << 20
	LimitSOAP int64 = 10 << 20
	Timeout         = 30 * time.Second
)

// Check is one thing that must be up before a service is ready; nil error means it is.
type Check struct {
	Name   string
	Verify func(context.Context) error
}

// Options of the HTTP server of a service.
type Options struct {
	Module           string
	Base             string   // first prefix, the documented one: /ConnessioneService/rest
	Others           []string // other prefixes of every group, in order
	Reserved         []string // path prefixes under which a stranger gets 401 before 404
	Contract         []byte   // OpenAPI 3.1, YAML
	InternalNetworks []string // CIDR
	TrustedProxies   []string // CIDR
	PublicAddress    string   // scheme, host and port that outsiders write; empty: as PublicAddress finds it
	MetricsAddress   string   // host and port of /metrics alone; empty: it is among the other routes
	SecurityContact  string   // address of security.txt: mailto: or https:; empty: there is none
	Now              func() time.Time
	AllowedRoles     []string
	OnlyTLS          bool // what did not come over TLS is refused, but for the health checks of the internal networks
	Verifier         *auth.Verifier
	Basic            *auth.Basic
	Tenant           *tenant.Directory
	Metrics          *prometheus.Registry
	Checks           []Check
	Log              *slog.Logger
}

// Prefixes gives the other prefixes of a REST module from its first: base + /rest, and /rest alone.
func Prefixes(base string) []string { return []string{base + "/rest", "/rest"} }

// Server is the HTTP server of one service.
type Server struct {
	Echo *echo.Echo
	opz  Options
	reti []netip.Prefix // internal networks
	// proxy are the networks of the proxies in front of the service.
	proxy []netip.Prefix
	// nonFidato and senzaXFF report each fault of the proxies once.
	nonFidato, senzaXFF sync.Once
	// rotte maps method and echo pattern to the declaration, once per prefix.
	rotte   map[string]*Route
	elenco  []*Route
	origine *http.CrossOriginProtection
	misure  *metrics
	rifiuti *rifiuti
	ammessi map[string]bool
	tempo   time.Duration       // of a request: Timeout, less in our own tests
	riprova time.Duration       // riprovaChi, less in our own tests
	tavolo  *semaphore.Weighted // for images drawn anew, in bytes
	arresto context.Context     //nolint:containedctx // it ends when the server begins to stop: streams of events follow it
	ferma   context.CancelFunc
}

// Route is a declared route.
type Route struct {
	Method      string
	Path        string // under the first prefix; label of metrics and key of the contract
	Permission  auth.Permission
	Open        bool // without credentials
	senzaTempo  bool
	flussi      []string // media types that have no deadline
	senzaTenant bool
	limite      int64
	fault       func(error) *soap.Fault // of a route of SOAP
}

// New makes the server with its health routes; routes of the service are added by Gruppo.
func New(opz Options) (*Server, error) {
	s := &Server{Echo: echo.New(), opz: opz, tempo: Timeout, riprova: riprovaChi, tavolo: semaphore.NewWeighted(tavoloIntero),
		origine: http.NewCrossOriginProtection(), rotte: map[string]*Route{}, ammessi: map[string]bool{}}
	s.arresto, s.ferma = context.WithCancel(context.Background())
	for _, r := range opz.AllowedRoles {
		s.ammessi[strings.TrimSpace(r)] = true
	}
	var err error
	if s.reti, err = prefissi("VERBALI_RETI_INTERNE", opz.InternalNetworks); err != nil {
		return nil, err
	}
	if s.proxy, err = prefissi("VERBALI_PROXY_FIDATI", opz.TrustedProxies); err != nil {
		return nil, err
	}
	s.misure, s.rifiuti = nuoveMisure(opz.Metrics), nuoviRifiuti(opz.Log)
	e := s.Echo
	e.HideBanner, e.HidePort = true, true
	e.IPExtractor = func(r *http.Request) string {
		if da, _ := s.cliente(r); da.IsValid() {
			return da.String()
		}
		return ""
	}
	e.HTTPErrorHandler = s.scriviErrore
	e.Use(s.attendiLettore, s.crediAiProxy, s.osserva, s.attendiCorpo, s.recupera, protezioni, s.soloCifrato, nonCompresso, s.autentica, unaVolta, s.limita)
	s.salute()
	s.cartelli()
	s.contratto()
	return s, nil
}

// prefissi reads networks; the error names their setting.
func prefissi(variabile string, reti []string) (letti []netip.Prefix, err error) {
	for _, cidr := range reti {
		p, err := netip.ParsePrefix(strings.TrimSpace(cidr))
		if err != nil {
			return nil, fmt.Errorf("web: %s: %w", variabile, err)
		}
		letti = append(letti, p)
	}
	return letti, nil
}
