let isDue = false

/** Another coin renders the whole screen anew: the focus goes back to the button that shows the coin. */
export const coinFocus = {
  keep(): void {
    isDue = true
  },
  /** @returns stops it */
  takeTo(element: HTMLElement | null): () => void {
    if (isDue) element?.focus({ preventScroll: true })
    // The button may be replaced once more when balances are known.
    const timer = setTimeout(() => (isDue = false), 500)
    return () => clearTimeout(timer)
  },
}
