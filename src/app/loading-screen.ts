/** Longest time the loading screen of index.html may stay once the application runs. */
const APP_SHELL_LIMIT_MS = 4_000

/** Takes the loading screen away; the first screen has painted. A late start takes back the bad news, too. */
export function removeLoadingScreen(): void {
  document.getElementById('loading')?.remove()
  tellStartFailure(false)
}

/** Says at once that the application cannot start, instead of after the time limit of `boot.js`. */
export function showStartFailure(): void {
  document.getElementById('loading')?.remove()
  tellStartFailure(true)
}

function tellStartFailure(isFailed: boolean): void {
  const failed = document.getElementById('start-failed')
  if (failed) failed.hidden = !isFailed
}

/** Takes it away after 4 s even if the first screen has not painted by then. */
export function limitLoadingScreen(): void {
  setTimeout(() => document.getElementById('loading')?.remove(), APP_SHELL_LIMIT_MS)
}
