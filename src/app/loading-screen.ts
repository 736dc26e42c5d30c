/** Longest time the loading screen of index.html may stay once the application runs. */
const APP_SHELL_LIMIT_MS = 4_000

/** Takes the loading screen away; the first screen has painted. */
export function removeLoadingScreen(): void {
  document.getElementById('loading')?.remove()
}

/** Takes it away after 4 s even if the first screen has not painted by then. */
export function limitLoadingScreen(): void {
  setTimeout(removeLoadingScreen, APP_SHELL_LIMIT_MS)
}
