import { afterPaintOrInput } from '#lib/after-paint.ts'

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
  afterPaintOrInput(open)
}
