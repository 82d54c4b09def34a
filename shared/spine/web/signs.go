package web

import (
	"fmt"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"
)

// robots asks search engines to stay out: nothing here is for them.
const robots = "User-agent: *\nDisallow: /\n"

// validita of what security.txt says: RFC 9116, section 2.5.5, asks for less than a year.
const validita = 180 * 24 * time.Hour

// cartelli registers the files for strangers: robots.txt (RFC 9309) and, where the settings name whom
// to tell of a weakness, security.txt (RFC 9116).
func (s *Server) cartelli() {
	testo := func(dice func() string) echo.HandlerFunc {
		return func(c echo.Context) error { return c.String(http.StatusOK, dice()) }
	}
	s.Add(http.MethodGet, []string{"/robots.txt"}, testo(func() string { return robots }), Open(), NoTenant())
	if s.opz.SecurityContact == "" || s.opz.Now == nil {
		return
	}
	s.Add(http.MethodGet, []string{"/.well-known/security.txt", "/security.txt"}, testo(func() string {
		scade := s.opz.Now().UTC().Add(validita).Truncate(24 * time.Hour)
		return fmt.Sprintf("Contact: %s\nExpires: %s\nPreferred-Languages: it, en\n", s.opz.SecurityContact, scade.Format(time.RFC3339))
	}), Open(), NoTenant())
}
