module github.com/piattaforma-verbali/verbali/connessione

go 1.26.0

require github.com/piattaforma-verbali/verbali/shared v0.0.0

replace github.com/piattaforma-verbali/verbali/shared => ../shared
