/** A tap this soon and this close after another is meant for what the first one hit. */
const WITHIN_MS = 600
const NEAR_PX = 24
const CONTROLS = 'a, button, input, label, select, summary, textarea'

/**
 * Cancels the second tap of a double tap if the first one has put another kind of control, or one with another
 * `data-action`, under the finger. A second line of defence: by design nothing that spends or deletes should appear
 * there.
 */
export function guardStrayTaps(): void {
  let x = 0
  let y = 0
  let at = -Infinity
  let control: HTMLElement | null | undefined
  let action: string | undefined
  let isStray = false
  const callOff = (event: Event) => {
    // Clicks by keyboard or assistive technology have no position and a `detail` of 0.
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
      // In a row of taps the first one decides what they are meant for.
      if (isStray) return
      x = event.clientX
      y = event.clientY
      control = hit
      action = hit?.dataset['action']
    },
    true,
  )
  // After scrolling or typing the next tap is deliberate.
  for (const type of ['pointercancel', 'input', 'keydown']) {
    window.addEventListener(type, () => (at = -Infinity), true)
  }
  for (const type of ['touchend', 'click']) {
    window.addEventListener(type, callOff, { capture: true, passive: false })
  }
}
