/**
 * Answers a tap in the very next frame: shows the dialog with that id if it is already in the page, and calls `open`,
 * which sets its owner's `open`, after that frame. Without such a dialog it calls `open` at once.
 */
export function drawAhead(id: string, open: () => void): void {
  const dialog = document.getElementById(id)
  if (!(dialog instanceof HTMLDialogElement) || dialog.open) {
    open()
    return
  }
  dialog.setAttribute('open', '')
  // The frame callback runs before the paint, the timer after it.
  requestAnimationFrame(() => setTimeout(open))
}
