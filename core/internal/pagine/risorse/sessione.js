// Asks every few minutes how long the session still lives, which is no activity of the operator, and
// warns when the end is near. Nothing typed is touched.
(() => {
  const avviso = document.getElementById("avviso-sessione");
  if (!avviso) return;
  const battito = Number(avviso.dataset.battito) * 1000;
  let conto;

  const mostra = (testo) => {
    avviso.textContent = testo;
    avviso.hidden = false;
  };

  const scaduta = () => {
    mostra("La sessione è scaduta. Ciò che è scritto resta qui: ");
    const accedi = document.createElement("a");
    accedi.href = "/CoreService/login";
    accedi.target = "_blank";
    accedi.rel = "noopener";
    accedi.textContent = "accedere in un'altra scheda, poi riprendere.";
    avviso.append(accedi);
  };

  const chiedi = async () => {
    try {
      const risposta = await fetch(avviso.dataset.indirizzo, { method: "POST", headers: { Accept: "application/json" } });
      if (risposta.status === 401) return scaduta();
      if (!risposta.ok) return;
      const { scadeTraSecondi } = await risposta.json();
      clearTimeout(conto);
      if (scadeTraSecondi * 1000 > battito) {
        avviso.hidden = true;
        return;
      }
      mostra(`La sessione scade fra ${Math.max(1, Math.round(scadeTraSecondi / 60))} minuti se non si fa nulla.`);
      conto = setTimeout(scaduta, scadeTraSecondi * 1000);
    } catch {
      // The network is away: the next beat asks again.
    }
  };

  setInterval(chiedi, battito);
})();
