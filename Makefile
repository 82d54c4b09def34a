# Piattaforma Verbali: every command a person or the continuous integration runs.
# `make` alone prints this help. The modules come from go.work, never from a list written here.

SHELL       := /bin/bash
.SHELLFLAGS := -euo pipefail -c
MAKEFLAGS   += --no-builtin-rules --no-print-directory
.DEFAULT_GOAL := help

# What is set in a person's shell must not change what is built or tested; and every target builds in one way (no cgo but
# for the race detector, no paths), so that what one has compiled serves the next, in any clone.
export GOFLAGS := -buildvcs=false -trimpath
export CGO_ENABLED := 0
export GOWORK  := $(CURDIR)/go.work

# GIORNO=AAAA-MM-GG (run, e2e): programs of the laboratory, whose clock it moves, with data of their own. What ships is built without.
GIORNO ?=

LOCALE    := $(CURDIR)/.locale
BINARI    := $(LOCALE)/bin
DATI      := $(LOCALE)
ifneq ($(GIORNO),)
BINARI    := $(LOCALE)/laboratorio/bin
DATI      := $(LOCALE)/laboratorio/$(GIORNO)
endif
STRUMENTI := $(CURDIR)/.tools/bin
export PATH := $(STRUMENTI):$(PATH)
export VERBALI_BIN := $(BINARI)

MODULI    = $(shell GOWORK=$(GOWORK) GOFLAGS= go list -m -f '{{.Dir}}')
PACCHETTI = $(addsuffix /...,$(MODULI))
# Extra arguments: make run ARGOMENTI='…', make bench ARGOMENTI='…', make test TEST='-run Verbale'.
ARGOMENTI ?=
TEST      ?=

# The day of the tests is fixed (shared/laboratorio/testkit/tempo). The services into which a clock enters are composed again
# after the end of the table of sanctions: one while the hour changes, the other on 29 February that UTC does not have yet.
# make test ISTANTI='./elaborazione/internal/app@2027-03-28T00:59:50Z' tries another instant.
ISTANTI := ./connessione/internal/app@2027-03-28T00:59:50Z ./elaborazione/internal/app@2028-02-28T23:30:00Z

# Where the race detector has something to find, and the rest (.tools/concorrenti says which and why).
CONCORRENTI  = $(shell .tools/concorrenti $(PACCHETTI))
SEQUENZIALI  = $(filter-out $(CONCORRENTI),$(shell go list $(PACCHETTI)))

.PHONY: help
help: ## mostra questo aiuto
	@awk 'BEGIN {FS = ":.*## "} /^[a-z][a-z0-9-]*:.*## / {printf "  make %-14s %s\n", $$1, $$2}' $(firstword $(MAKEFILE_LIST))

.PHONY: run
run: ## avvia in locale PostgreSQL, NATS, i simulatori e i sette servizi (Ctrl-C ferma tutto)
	@.tools/prerequisiti run
	@.tools/risorse
	@$(MAKE) compila
	@exec $(BINARI)/avvio --bin $(BINARI) --dati $(DATI) $(if $(GIORNO),--giorno $(GIORNO)) $(ARGOMENTI)

.PHONY: test
test: ## esegue tutti i test in ordine casuale, con race detector dove qualcosa è concorrente
	@.tools/prerequisiti test
	@.tools/risorse
	cd .tools && GOWORK=off go test ./...
	@go build -o $(BINARI)/ ./shared/laboratorio/testkit/testdb
	@# make lint vets the tests too. By default each process of the race detector ends with a second's sleep.
	CGO_ENABLED=1 GORACE=atexit_sleep_ms=50 VERBALI_RISORSE=obbligatorie \
		$(BINARI)/testdb go test -race -vet=off -shuffle=on -timeout 25m $(TEST) $(CONCORRENTI)
	VERBALI_RISORSE=obbligatorie $(BINARI)/testdb go test -tags prova -vet=off -shuffle=on -timeout 25m $(TEST) $(SEQUENZIALI)
	@VERBALI_RISORSE=obbligatorie $(BINARI)/testdb .tools/istanti $(ISTANTI)

.PHONY: e2e
e2e: ## prova i programmi costruiti dalle loro porte pubbliche, anche con il browser
	@.tools/prerequisiti e2e
	@.tools/risorse
	@$(MAKE) compila
	VERBALI_RISORSE=obbligatorie $(if $(GIORNO),VERBALI_OROLOGIO_PROVE=$(GIORNO)T10:00:00Z) go test -tags e2e -count=1 -timeout 30m ./shared/laboratorio/e2e/... $(TEST)

.PHONY: bench
bench: ## misura la piattaforma in rapporto ai limiti della macchina
	@.tools/prerequisiti bench
	@.tools/risorse
	@$(MAKE) compila
	@exec $(BINARI)/carico $(ARGOMENTI)

.PHONY: veglia
veglia: ## misura in breve inserimento, catena, ricerca e consultazione: fallisce dove non vanno o vanno molto peggio di quanto è registrato
	@$(MAKE) bench ARGOMENTI='--veglia --righe inserimento,catena,ricerca,consultazione $(ARGOMENTI)'

.PHONY: lint
lint: $(STRUMENTI)/.pronti ## controlla lo stile e i recinti fra i pacchetti
	golangci-lint run $(PACCHETTI)

.PHONY: verify
verify: $(STRUMENTI)/.pronti ## controlla ciò che è generato, ogni modulo da solo, formato, licenze, vulnerabilità note, promesse, segreti
	@.tools/verifica

.PHONY: asvs
asvs: ## stampa le risposte ai requisiti di OWASP ASVS 4.0.3, livello 2
	@cd .tools && GOWORK=off go run ./sicurezza --asvs ..

.PHONY: forma
forma: ## stampa la forma dell'albero: pacchetti e righe di ogni modulo, i pacchetti più larghi, chi importa shared
	@cd .tools && GOWORK=off go run ./forma ..

.PHONY: genera
genera: $(STRUMENTI)/.pronti ## rigenera pagine (templ), tipi dai contratti OpenAPI, go generate
	@.tools/genera

.PHONY: build
build: risorse compila ## costruisce tutti i programmi in .locale/bin, senza cgo

# compila builds without asking for npm, so that a clone without Node still gives working programs.
.PHONY: compila
compila:
	@mkdir -p $(BINARI)
	go build $(if $(GIORNO),-tags laboratorio) -o $(BINARI)/ $(PACCHETTI)

.PHONY: distinta
distinta: ## scrive in .locale/distinta.json la distinta delle librerie (SBOM, CycloneDX)
	@mkdir -p $(LOCALE)
	@cd .tools && GOWORK=off go build -o bin/licenze ./licenze
	$(STRUMENTI)/licenze --distinta $(LOCALE)/distinta.json shared/spine/static/package-lock.json $(patsubst %/main.go,%,$(wildcard */main.go))

.PHONY: images
images: ## costruisce le immagini dei servizi
	docker compose build

.PHONY: up
up: ## avvia i servizi in contenitori
	@.tools/segreti
	docker compose up --detach --build --wait

.PHONY: down
down: ## ferma i contenitori; i dati restano nei volumi
	docker compose down

.PHONY: risorse
risorse: ## mette in shared/spine/static/dist gli stili, gli script e i caratteri presi da npm
	@.tools/risorse

.PHONY: prerequisiti
prerequisiti: ## installa con il gestore di pacchetti ciò che manca per run, test, e2e e bench
	@.tools/prerequisiti run test e2e bench

.PHONY: clean
clean: ## elimina i dati locali e ciò che è stato costruito
	@.tools/pulisci

# The tools are built once from their own module and rebuilt when it changes.
$(STRUMENTI)/.pronti: .tools/go.mod .tools/go.sum
	@mkdir -p $(STRUMENTI)
	@echo "costruisco gli strumenti (solo la prima volta, circa un minuto)"
	@cd .tools && GOWORK=off go build -o $(STRUMENTI)/ tool
	@touch $@
