import { useCallback, useLayoutEffect, useRef, type RefObject } from 'react'
import { afterPaintOrInput } from '#lib/after-paint-or-input.ts'
import { offerToastHost } from '#ui/toast-host.ts'

/** A second request within this time is the same wish: the owner may need a navigation to answer it. */
const SAME_REQUEST_MS = 600
const LOCKED = 'data-modal'

interface ModalOptions {
  open: boolean
  onClose: () => void
  onClosed: () => void
  initialFocus?: RefObject<HTMLElement | null>
}

/**
 * Keeps a native `<dialog>` in step with `open` and returns the function that asks the owner to close it.
 * `onClosed` is called once the way out has been animated.
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
    // Seen in this frame, modal in the next: to make the whole page inert takes a phone longer than the rest.
    dialog.setAttribute('open', '')
    let withdraw: (() => void) | undefined
    const makeModal = () => {
      const focused = document.activeElement
      const isWithin = focused instanceof HTMLElement && focused !== dialog && dialog.contains(focused)
      // In one go, so that nothing of it is drawn.
      dialog.removeAttribute('open')
      lockPage()
      dialog.showModal()
      // What somebody has reached by then keeps the focus: the key that is just being pressed is meant for it.
      const first = isWithin ? focused : (initialFocus?.current ?? dialog)
      first.focus({ preventScroll: true })
      withdraw = offerToastHost(dialog)
    }
    const cancel = afterPaintOrInput(makeModal)
    return () => {
      cancel()
      withdraw?.()
      // Also gives focus back to the opener; must happen while the element is still in the page.
      if (dialog.open) dialog.close()
      // The opener may be what the dialog was there to remove.
      if (document.activeElement === document.body)
        document.getElementById('main')?.focus({ preventScroll: true })
      unlockPage()
      // After closing: a panel that a finger let go of leaves from where it is.
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
 * Keeps the page under an open modal from scrolling; base.css knows how. An attribute and not `:has`, which
 * the browser would ask again whenever anything on the page changes.
 */
function lockPage(): void {
  const root = document.documentElement
  if (root.hasAttribute(LOCKED)) return
  // What the lock takes away is kept free. Every element inherits it, so a phone, which loses nothing, is spared.
  const taken = window.innerWidth - root.clientWidth
  if (taken > 0) root.style.setProperty('--scrollbar', `${taken}px`)
  root.setAttribute(LOCKED, '')
}

function unlockPage(): void {
  if (!document.querySelector('dialog:modal')) document.documentElement.removeAttribute(LOCKED)
}
