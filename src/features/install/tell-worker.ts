/** Sends a message as soon as a worker is active. A lost message does no harm: it only prepares the next visit. */
export async function tellWorker(message: object): Promise<void> {
  try {
    const { active } = await navigator.serviceWorker.ready
    active?.postMessage(message)
  } catch {
    // The browser has workers but refuses them.
  }
}
