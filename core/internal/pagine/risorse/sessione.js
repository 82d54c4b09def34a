// Keeps an open page true to its session: follows the stream of events, with the heartbeat beside it,
// warns before the session ends, and lets no form leave for a session that is over. Nothing of this is
// activity of the operator, except the button that says he is still there. What is typed stays in the
// page and nowhere else: nothing is put in the browser's storage.
(() => {
  const avviso = document.getElementById("avviso-sessione");
  if (!avviso) return;
  const rest = avviso.dataset.indirizzo.replace(/\/battito$/, "");
  const battito = Number(avviso.dataset.battito) * 1000;
  const preavviso = Number(avviso.dataset.preavviso || 300);
  const json = { Accept: "application/json" };

  let pagina; // who and where this page was opened for
  let flusso;
  let conto; // timer of the next warning
  let fuoco; // where the operator was before the warning

  const elemento = (nome, testo, attributi) => Object.assign(document.createElement(nome), { textContent: testo }, attributi);

  const mostra = (testo, ...azioni) => {
    avviso.replaceChildren(elemento("p", testo, { className: "mb-2" }), ...azioni);
    avviso.hidden = false;
  };

  const nascondi = () => {
    const dentro = avviso.contains(document.activeElement);
    avviso.hidden = true;
    avviso.replaceChildren();
    if (dentro && fuoco?.isConnected) fuoco.focus();
  };

  const chiudi = () => {
    clearTimeout(conto);
    flusso?.close();
    flusso = undefined;
  };

  // finita says that the session is over and how to go on: a login in another tab, and this page as it is.
  const finita = (messaggio = "La sessione è scaduta.") => {
    chiudi();
    mostra(`${messaggio} Ciò che è scritto resta in questa pagina: accedere in un'altra scheda, poi inviare da qui.`,
      elemento("a", "Accedi in un'altra scheda", { className: "btn btn-primary btn-sm", href: "/CoreService/login", target: "_blank", rel: "noopener" }));
  };

  // diversa is a page whose session has become another: what it sends would be another's.
  const diversa = (messaggio) => {
    clearTimeout(conto);
    mostra(`${messaggio} Da questa pagina non si può inviare nulla finché non si torna come prima o non la si ricarica.`);
  };

  const resta = async () => {
    try {
      const risposta = await fetch(`${rest}/prolunga`, { method: "POST", headers: json });
      if (risposta.status === 401) return finita();
      if (!risposta.ok) return;
      nascondi();
      programma((await risposta.json()).scadeTraSecondi);
    } catch {
      // The network is away: the warning stays.
    }
  };

  // programma waits for the moment to warn, then for the end.
  const programma = (secondi) => {
    clearTimeout(conto);
    if (secondi > preavviso) {
      if (!avviso.hidden) nascondi();
      conto = setTimeout(() => programma(preavviso), (secondi - preavviso) * 1000);
      return;
    }
    const minuti = Math.round(secondi / 60);
    const quando = minuti > 1 ? `fra ${minuti} minuti` : "fra meno di un minuto e mezzo";
    if (avviso.hidden || !avviso.querySelector("button")) {
      mostra(`La sessione scade ${quando} se non si fa nulla.`, elemento("button", "Resta collegato", { type: "button", className: "btn btn-primary btn-sm", onclick: resta }));
    } else {
      avviso.querySelector("p").textContent = `La sessione scade ${quando} se non si fa nulla.`;
    }
    const passo = Math.min(60, Math.max(1, secondi));
    conto = setTimeout(() => (secondi > passo ? programma(secondi - passo) : verifica()), passo * 1000);
  };

  // ricevi takes a snapshot; false when this page must not send anything.
  const ricevi = (stato) => {
    pagina ??= { utente: stato.operatore.username, comando: stato.connessione };
    if (stato.operatore.username !== pagina.utente) {
      diversa(`In questo browser ora è collegato un altro operatore (${stato.operatore.username}).`);
      return false;
    }
    if (stato.connessione !== pagina.comando) {
      diversa(`In un'altra scheda si è scelto un altro comando (${stato.connessione || "nessuno"}).`);
      return false;
    }
    const sospeso = stato.avvisi?.find((a) => a.codice === "TENANT_SOSPESO");
    if (sospeso) {
      clearTimeout(conto);
      mostra(sospeso.testo);
      return true; // the service answers what may be done
    }
    if (!avviso.hidden && !avviso.querySelector("button")) nascondi();
    programma(stato.scadeTraSecondi);
    return true;
  };

  // verifica asks how the session is now; true when it is alive and still this page's.
  const verifica = async (messaggio) => {
    let risposta;
    try {
      risposta = await fetch(rest, { headers: json });
    } catch {
      return undefined;
    }
    if (risposta.status === 401) {
      finita(messaggio);
      return false;
    }
    if (!risposta.ok) return undefined;
    const buona = ricevi(await risposta.json());
    if (buona) apri();
    return buona;
  };

  // apri follows the session while the page is in front: browsers allow few connections to one site.
  const apri = () => {
    if (flusso || document.hidden) return;
    flusso = new EventSource(`${rest}/eventi`);
    flusso.addEventListener("sessione", (e) => ricevi(JSON.parse(e.data)));
    flusso.addEventListener("fine", (e) => {
      chiudi();
      verifica(JSON.parse(e.data).messaggio); // the browser may have logged in again meanwhile
    });
    flusso.onerror = () => {
      if (flusso?.readyState === EventSource.CLOSED) flusso = undefined; // refused: the heartbeat goes on
    };
  };

  const batti = async () => {
    try {
      const risposta = await fetch(avviso.dataset.indirizzo, { method: "POST", headers: json });
      if (risposta.status === 401) return finita();
      if (!risposta.ok || !pagina) return;
      if (flusso?.readyState !== EventSource.OPEN) await verifica();
    } catch {
      // The network is away: the next beat asks again.
    }
  };

  // A form leaves only once the session has answered: otherwise what is typed would go with the page.
  const controllati = new WeakSet();
  const inCorso = new WeakSet();
  const scrive = (modulo, tasto) => (tasto?.getAttribute("formmethod") || modulo.getAttribute("method") || "").toLowerCase() === "post" ||
    [modulo, tasto].some((x) => x && ["hx-post", "hx-put", "hx-patch", "hx-delete"].some((a) => x.hasAttribute(a)));

  document.addEventListener("submit", async (e) => {
    const modulo = e.target;
    if (controllati.has(modulo) || !scrive(modulo, e.submitter) || /\/logout$/.test(modulo.getAttribute("action") || "")) return;
    e.preventDefault();
    e.stopImmediatePropagation();
    if (inCorso.has(modulo)) return;
    inCorso.add(modulo);
    const buona = await verifica();
    inCorso.delete(modulo);
    if (buona) {
      controllati.add(modulo);
      modulo.requestSubmit(e.submitter);
      controllati.delete(modulo);
      return;
    }
    if (buona === undefined) mostra("Il servizio non risponde: nulla è stato inviato. Riprovare.");
    (avviso.querySelector("a, button") || avviso).focus();
    avviso.scrollIntoView({ block: "nearest" });
  }, true);

  // What a page reads by itself is marked: it is no activity. What fails for want of a session says so.
  document.addEventListener("htmx:config:request", (e) => {
    const { ctx } = e.detail;
    if (ctx.request.method === "GET" && !ctx.sourceEvent?.isTrusted) ctx.request.headers["Verbali-Automatica"] = "si";
  });
  document.addEventListener("htmx:after:request", (e) => {
    if (e.detail.ctx.response?.status === 401) finita();
  });

  document.addEventListener("focusin", (e) => {
    if (!avviso.contains(e.target)) fuoco = e.target;
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) return verifica();
    flusso?.close();
    flusso = undefined;
  });
  window.addEventListener("pageshow", (e) => e.persisted && verifica());
  window.addEventListener("pagehide", chiudi);

  avviso.tabIndex = -1;
  verifica();
  setInterval(batti, battito);
})();
