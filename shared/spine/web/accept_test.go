package web_test

import (
	"net/http"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/spine/web"
)

func TestMediaTypeThatACallerPrefers(t *testing.T) {
	t.Parallel()
	const json, csv, righe = "application/json", "text/csv", "application/x-ndjson"
	casi := map[string]struct {
		accept []string
		want   string
	}{
		"nothing said":                {nil, json},
		"anything":                    {[]string{"*/*"}, json},
		"one of them":                 {[]string{csv}, csv},
		"in any case, with a charset": {[]string{"Text/CSV; charset=utf-8"}, csv},
		"none of them":                {[]string{"image/png"}, json},
		"by weight":                   {[]string{"application/json;q=0.5, application/x-ndjson"}, righe},
		"on two lines":                {[]string{"application/json;q=0.5", csv}, csv},
		"the precise range wins":      {[]string{"*/*, application/json;q=0.1"}, csv},
		"a family":                    {[]string{"text/*"}, csv},
		"weight zero is not wanted":   {[]string{"text/csv;q=0"}, json},
		"as much as each other":       {[]string{"text/csv, application/json"}, json},
		"a browser":                   {[]string{"text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}, json},
		"garbage":                     {[]string{";;,text/csv;q=many,,/"}, json},
		"garbage beside":              {[]string{"/;=, text/csv"}, csv},
	}
	for nome, c := range casi {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			if got := web.Accept(http.Header{"Accept": c.accept}, json, csv, righe); got != c.want {
				t.Errorf("%q: %s, want %s", c.accept, got, c.want)
			}
		})
	}
}
