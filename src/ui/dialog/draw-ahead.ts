/**
 * Answers a tap in the very next frame: shows the dialog of that id, where it is in the page ahead of its
 * opening. `open`, which sets its owner's `open`, follows; at once where there is none to show.
 */
export function drawAhead(id: string, open: () => void): void {
  const dialog = document.getElementById(id)
  if (!(dialog instanceof HTMLDialogElement) || dialog.open) {
    open()
    return
  }
  dialog.setAttribute('open', '')
  // After the frame callback comes the paint, and after that the timer.
  requestAnimationFrame(() => setTimeout(open))
}
