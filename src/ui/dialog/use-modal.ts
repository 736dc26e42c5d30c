import { useCallback, useLayoutEffect, useRef, type RefObject } from 'react'
import { offerToastHost } from '#ui/toast-host.ts'
import { afterPaint } from '#lib/after-paint.ts'

/** A second close request within this time counts as the same: the owner may need a navigation to answer it. */
const SAME_REQUEST_MS = 600
const LOCKED = 'data-modal'

interface ModalOptions {
  open: boolean
  onClose: () => void
  onClosed: () => void
  initialFocus?: RefObject<HTMLElement | null>
}

/**
 * Synchronizes a native `<dialog>` with `open`, and returns the function that asks the owner to close it. `onClosed` is
 * called after the closing animation.
 */
export function useModal(ref: RefObject<HTMLDialogElement | null>, options: ModalOptions): () => void {
  const { open, onClose, onClosed, initialFocus } = options
  const requestedAt = useRef(-Infinity)

  const requestClose = useCallback(() => {
    const now = performance.now()
    if (now - requestedAt.current < SAME_REQUEST_MS) return
    requestedAt.current = now
    onClose()
  }, [onClose])

  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog || !open) return
    requestedAt.current = -Infinity
    // Show the dialog in this frame and make it modal in the next: making the page inert takes a phone longer than all
    // the rest.
    dialog.setAttribute('open', '')
    let withdraw: (() => void) | undefined
    const makeModal = () => {
      const focused = document.activeElement
      const isWithin = focused instanceof HTMLElement && focused !== dialog && dialog.contains(focused)
      // Without a paint in between.
      dialog.removeAttribute('open')
      lockPage()
      dialog.showModal()
      // If the player has already focused something inside, keep it: the next key press is meant for it.
      const first = isWithin ? focused : (initialFocus?.current ?? dialog)
      first.focus({ preventScroll: true })
      withdraw = offerToastHost(dialog)
    }
    const cancel = afterPaintOrInput(makeModal)
    return () => {
      cancel()
      withdraw?.()
      // Also returns the focus to the opener, so it must run while the element is still in the page.
      if (dialog.open) dialog.close()
      // The dialog may have removed its opener.
      if (document.activeElement === document.body)
        document.getElementById('main')?.focus({ preventScroll: true })
      unlockPage()
      // Only after closing: a panel released by a finger continues from its position.
      dialog.style.removeProperty('transition')
      dialog.style.removeProperty('translate')
      dialog.style.removeProperty('--dragged')
    }
  }, [ref, open, initialFocus])

  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog || open) return
    let isCurrent = true
    const transitions = dialog
      .getAnimations({ subtree: true })
      .filter((each) => each instanceof CSSTransition)
    void Promise.allSettled(transitions.map((each) => each.finished)).then(() => {
      if (isCurrent) onClosed()
    })
    return () => {
      isCurrent = false
    }
  }, [ref, open, onClosed])

  return requestClose
}

/**
 * Keeps the page below a modal from scrolling (see base.css). An attribute and not `:has`, which the browser would
 * evaluate after every change of the page.
 */
function lockPage(): void {
  const root = document.documentElement
  if (root.hasAttribute(LOCKED)) return
  // Reserve the width of the scroll bar. Not on phones, which have none: every element inherits the property, and
  // setting it costs time.
  const taken = window.innerWidth - root.clientWidth
  if (taken > 0) root.style.setProperty('--scrollbar', `${taken}px`)
  root.setAttribute(LOCKED, '')
}

function unlockPage(): void {
  if (!document.querySelector('dialog:modal')) document.documentElement.removeAttribute(LOCKED)
}

/**
 * Calls back after the next paint, or before the next key or touch if that comes first. Returns a function that
 * cancels.
 */
function afterPaintOrInput(done: () => void): () => void {
  const listening = new AbortController()
  const cancel = () => {
    listening.abort()
    cancelPaint()
  }
  const finish = () => {
    cancel()
    done()
  }
  for (const type of ['keydown', 'pointerdown']) {
    window.addEventListener(type, finish, { capture: true, signal: listening.signal })
  }
  const cancelPaint = afterPaint(finish)
  return cancel
}
