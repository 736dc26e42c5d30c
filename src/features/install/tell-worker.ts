/** Tells the worker once one is active. Without a message of it nothing is worse: what it keeps is for the next visit. */
export async function tellWorker(message: object): Promise<void> {
  try {
    const { active } = await navigator.serviceWorker.ready
    active?.postMessage(message)
  } catch {
    // The browser has workers and refuses them.
  }
}
