/* A new version of the page: the service worker has it ready, and one tap takes it over in every window. */

/** A page that is open for long looks for a new version when it is looked at again, at most once in so many milliseconds. */
const SELDOM = 3_600_000;

/**
 * Keep the page for use without a network, and tell of new versions.
 * @param {(take: () => void) => void} offer A new version is ready: `take` takes it over.
 * @param {() => Promise<void>} before What is done in each window before it is loaded again.
 */
export async function renewed(offer, before) {
  const workers = navigator.serviceWorker;
  let running = workers.controller !== null;
  workers.addEventListener("controllerchange", async () => {
    if (running) {
      await before().catch(() => undefined);
      location.reload();
    }
    running = true; // the first one comes to a page that is as new as itself
  });
  const registration = await workers.register("sw.js", { updateViaCache: "none" });
  const look = () => {
    if (registration.waiting && workers.controller) offer(() => registration.waiting?.postMessage("take over"));
  };
  look();
  registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", look));
  let looked = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible" || Date.now() - looked < SELDOM) return;
    looked = Date.now();
    registration.update().catch(() => undefined); // without a network there is none
  });
}
