/** Maximum time that the loading screen of index.html stays after the app has started. */
const APP_SHELL_LIMIT_MS = 4_000

/** Call after the first paint. Also removes the failure message if a late start succeeds. */
export function removeLoadingScreen(): void {
  document.getElementById('loading')?.remove()
  tellStartFailure(false)
}

/** Shows the failure at once, instead of after the time limit of `boot.js`. */
export function showStartFailure(): void {
  document.getElementById('loading')?.remove()
  tellStartFailure(true)
}

function tellStartFailure(isFailed: boolean): void {
  const failed = document.getElementById('start-failed')
  if (failed) failed.hidden = !isFailed
}

/** Removes the loading screen after 4 s even if the first screen has not painted. */
export function limitLoadingScreen(): void {
  setTimeout(() => document.getElementById('loading')?.remove(), APP_SHELL_LIMIT_MS)
}
