let isDue = false

/** The choice of another coin changes all of the screen: the focus goes back to what shows the coin. */
export const coinFocus = {
  keep(): void {
    isDue = true
  },
  /** Returns what ends it. */
  takeTo(element: HTMLElement | null): () => void {
    if (isDue) element?.focus({ preventScroll: true })
    // What is shown first may give way to the same with more in it.
    const timer = setTimeout(() => (isDue = false), 500)
    return () => clearTimeout(timer)
  },
}
