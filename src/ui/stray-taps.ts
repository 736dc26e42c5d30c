/** So long after a tap, and so near to it, another one is still meant for what was there at the first. */
const WITHIN_MS = 600
const NEAR_PX = 24
const CONTROLS = 'a, button, input, label, select, summary, textarea'

/**
 * Calls off the second tap of a double tap where it would hit something that the first one has brought: a control
 * of another kind, or one whose `data-action` has changed. The first line of defence is that nothing that ends or
 * spends lies there.
 */
export function guardStrayTaps(): void {
  let x = 0
  let y = 0
  let at = -Infinity
  let control: HTMLElement | null | undefined
  let action: string | undefined
  let isStray = false
  const callOff = (event: Event) => {
    // A press by keyboard or assistive technology has no place and counts no clicks.
    if (!isStray || (event instanceof MouseEvent && event.detail === 0)) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  window.addEventListener(
    'pointerdown',
    (event) => {
      const hit = (event.target as Element).closest<HTMLElement>(CONTROLS)
      isStray =
        event.timeStamp - at < WITHIN_MS &&
        Math.hypot(event.clientX - x, event.clientY - y) < NEAR_PX &&
        (hit !== control || hit?.dataset['action'] !== action)
      at = event.timeStamp
      // In a row of taps it is the first one that tells what they are meant for.
      if (isStray) return
      x = event.clientX
      y = event.clientY
      control = hit
      action = hit?.dataset['action']
    },
    true,
  )
  // The finger has scrolled, or the player has typed meanwhile: the next tap is a new wish.
  for (const type of ['pointercancel', 'input', 'keydown']) {
    window.addEventListener(type, () => (at = -Infinity), true)
  }
  for (const type of ['touchend', 'click']) {
    window.addEventListener(type, callOff, { capture: true, passive: false })
  }
}
