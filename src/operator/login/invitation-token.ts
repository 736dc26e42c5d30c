let taken: string | undefined

/** The token behind `#`, which then leaves the address: it would stay in the history, and on a shared screen. */
export function takeToken(): string {
  const inAddress = window.location.hash.slice(1)
  if (inAddress !== '') {
    taken = inAddress
    window.history.replaceState(window.history.state, '', window.location.pathname)
  }
  return taken ?? ''
}
