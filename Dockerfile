# One file for every image: docker build --build-arg MODULO=core . (compose.yaml of each module says which).
# All programs are compiled in one step that does not know the argument: whatever the builder, the second image
# finds that step in the cache and only copies another program.
FROM node:22 AS risorse
WORKDIR /src
COPY .tools/risorse .tools/risorse
COPY shared/spine/static shared/spine/static
RUN .tools/risorse

FROM golang:1.26 AS costruzione
ENV CGO_ENABLED=0 GOFLAGS="-trimpath -buildvcs=false"
WORKDIR /src
COPY . .
COPY --from=risorse /src/shared/spine/static/dist shared/spine/static/dist
RUN mkdir /deposito /programmi && \
    go build -ldflags="-s -w" -o /programmi/ ./core ./connessione ./elaborazione ./tenantapi ./mobile ./ocr ./vpn \
        ./shared/laboratorio/simulatori

# A service with the programs of optical reading beside it.
FROM debian:bookworm-slim AS lettura
ARG MODULO=ocr
RUN apt-get update && \
    apt-get install -y --no-install-recommends tesseract-ocr tesseract-ocr-ita poppler-utils ca-certificates && \
    rm -rf /var/lib/apt/lists/*
COPY --from=costruzione --chown=65532:65532 /deposito /deposito
COPY --from=costruzione /programmi/${MODULO} /servizio
USER 65532:65532
ENTRYPOINT ["/servizio"]

# Every other service: nothing but its program.
FROM gcr.io/distroless/static-debian12:nonroot AS servizio
ARG MODULO
COPY --from=costruzione --chown=65532:65532 /deposito /deposito
COPY --from=costruzione /programmi/${MODULO} /servizio
ENTRYPOINT ["/servizio"]
