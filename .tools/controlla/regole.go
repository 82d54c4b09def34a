package main

import (
	"bytes"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path"
	"regexp"
	"strings"
)

// Trovato is one thing that must not be delivered; it never repeats a secret, only where it is.
type Trovato struct {
	File   string
	Riga   int // from 1; 0 when the file as a whole is meant
	Regola string
	Motivo string
}

// String formats the finding as compilers do, so that editors jump to it.
func (t Trovato) String() string {
	if t.Riga == 0 {
		return fmt.Sprintf("%s: %s (%s)", t.File, t.Motivo, t.Regola)
	}
	return fmt.Sprintf("%s:%d: %s (%s)", t.File, t.Riga, t.Motivo, t.Regola)
}

// regola is looked for in the name of a file or in each line of its content; esclusi are folders of no interest.
type regola struct {
	nome    string
	motivo  string
	file    *regexp.Regexp
	riga    *regexp.Regexp
	esclusi []string
}

// massimo is the largest file that belongs in a source repository, in bytes.
const massimo = 1 << 20

// regoleFisse are the same on every machine.
func regoleFisse() []regola {
	return []regola{
		{nome: "chiave", motivo: "chiave privata", riga: regexp.MustCompile(`-----BEGIN ([A-Z0-9]+ )*PRIVATE KEY`)},
		{nome: "certificato", motivo: "certificato", riga: regexp.MustCompile(`-----BEGIN (TRUSTED )?CERTIFICATE-----`)},
		{nome: "nomefile", motivo: "file di segreti o certificati", file: regexp.MustCompile(
			`(?i)(\.(pem|key|p12|pfx|jks|crt|cer|der|kdbx)$|(^|/)(id_(rsa|ed25519|ecdsa)|\.env|\.netrc|\.pgpass)$)`)},
		{nome: "gettone", motivo: "gettone di accesso", riga: regexp.MustCompile(
			`\b(AKIA[0-9A-Z]{16}|gh[pousr]_[A-Za-z0-9]{30,}|glpat-[A-Za-z0-9_-]{20,}|npm_[A-Za-z0-9]{36}|xox[abprs]-[A-Za-z0-9-]{10,})`)},
		{nome: "jwt", motivo: "token firmato", riga: regexp.MustCompile(
			`\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{16,}`)},
		{nome: "credenziali", motivo: "credenziali in un indirizzo", riga: regexp.MustCompile(
			`[a-z]://[A-Za-z0-9._-]+:[^\s/@:"'{}$<>%*…]+@`)},
		{nome: "percorso", motivo: "percorso di una macchina", riga: regexp.MustCompile(
			`(^|[^A-Za-z0-9_.~$})-])/(home|root|Users|work|mnt)/[A-Za-z0-9_.]`)},
		{nome: "registro", motivo: "indirizzo di un registro di pacchetti", riga: regexp.MustCompile(
			`"resolved"\s*:|\b(registry\.npmjs\.org|registry\.yarnpkg\.com|proxy\.golang\.org|goproxy\.io|files\.pythonhosted\.org)\b`)},
		{nome: "terzi", motivo: "file di terzi: si prende da npm con make risorse", file: regexp.MustCompile(
			`(?i)(\.(ttf|otf|woff2?|eot)$|\.min\.(js|css)(\.gz|\.map)?$|(^|/)(node_modules|vendor)/)`)},
		{nome: "dist", motivo: "in dist si consegna solo caratteri.css", file: regexp.MustCompile(
			`^shared/spine/static/dist/(caratteri\.css.+|[^c].*|c[^a].*)$`)},
		{nome: "montaggio", motivo: "un file che manca diventa una cartella: forma lunga, con create_host_path: false", riga: regexp.MustCompile(
			`^\s+- ["']?(\.{1,2}/|\$\{)[^\s:}]*(:-[^\s}]*\})?[^\s:]*:/`)},
		{nome: "sospeso", motivo: "lavoro lasciato a metà", esclusi: []string{".tools/controlla/", "LICENSE"},
			riga: regexp.MustCompile(`\b(TODO|FIXME|HACK)\b`)},
	}
}

// regoleDellaMacchina forbid the package registries that this very machine is set up with: their names are
// asked to the tools, so none is written here.
func regoleDellaMacchina() []regola {
	var regole []regola
	for _, ospite := range ospiti(indirizziConfigurati()) {
		regole = append(regole, regola{
			nome: "registro", motivo: "registro configurato su questa macchina",
			riga: regexp.MustCompile(`(^|[^A-Za-z0-9.-])` + regexp.QuoteMeta(ospite) + `\b`),
		})
	}
	return regole
}

// indirizziConfigurati asks go and npm where they download from; a tool that is not installed says nothing.
func indirizziConfigurati() []string {
	indirizzi := []string{os.Getenv("npm_config_registry"), os.Getenv("PIP_INDEX_URL")}
	for _, comando := range [][]string{{"go", "env", "GOPROXY"}, {"npm", "config", "get", "registry"}} {
		uscita, err := exec.Command(comando[0], comando[1:]...).Output()
		if err != nil {
			continue
		}
		indirizzi = append(indirizzi, strings.FieldsFunc(string(uscita), func(r rune) bool {
			return r == ',' || r == '|' || r == '\n'
		})...)
	}
	return indirizzi
}

// ospiti takes the host names out of addresses, once each.
func ospiti(indirizzi []string) []string {
	visti := map[string]bool{}
	var nomi []string
	for _, i := range indirizzi {
		u, err := url.Parse(strings.TrimSpace(i))
		if err != nil || u.Hostname() == "" || visti[u.Hostname()] {
			continue
		}
		visti[u.Hostname()] = true
		nomi = append(nomi, u.Hostname())
	}
	return nomi
}

// esamina applies the rules to one file.
func esamina(regole []regola, ammessi *Ammessi, nome string, contenuto []byte) []Trovato {
	var trovati []Trovato
	segnala := func(t Trovato, testo string) {
		if !ammessi.consente(t.Regola, nome, testo) {
			trovati = append(trovati, t)
		}
	}
	if len(contenuto) > massimo {
		segnala(Trovato{nome, 0, "grande", fmt.Sprintf("più di %d byte", massimo)}, "")
	}
	binario := bytes.IndexByte(contenuto, 0) >= 0
	for _, r := range regole {
		if r.esclude(nome) {
			continue
		}
		if r.file != nil && r.file.MatchString(path.Clean(nome)) {
			segnala(Trovato{nome, 0, r.nome, r.motivo}, "")
		}
		if r.riga == nil || binario {
			continue
		}
		for n, riga := range bytes.Split(contenuto, []byte("\n")) {
			if r.riga.Match(riga) {
				segnala(Trovato{nome, n + 1, r.nome, r.motivo}, string(riga))
			}
		}
	}
	return trovati
}

func (r regola) esclude(nome string) bool {
	for _, e := range r.esclusi {
		if nome == e || strings.HasSuffix(e, "/") && strings.HasPrefix(nome, e) {
			return true
		}
	}
	return false
}
