import { useEffect, useRef, type RefObject } from 'react'

export type SwipeEdge = 'left' | 'right' | 'bottom'

interface Swipe {
  startX: number
  startY: number
  startTime: number
  isTaken: boolean
}

/** Pixels of movement that tell a swipe from a tap. */
const SLOP = 8
/** Controls with their own drag gesture, and the focused text field. */
const NO_SWIPE = '[type="range"], textarea, input:focus, [data-no-swipe]'
/** Share of the panel's size, or speed in px/ms, beyond which a released panel closes. */
const FAR = 0.35
const FAST = 0.5

/**
 * Lets a finger drag the dialog towards its edge; calls `onClose` if it was released far or fast enough. Uses touch
 * events: only they can still leave a gesture to the page's scrolling after it has begun.
 */
export function useSwipeToClose(
  ref: RefObject<HTMLDialogElement | null>,
  edge: SwipeEdge | null,
  onClose: () => void,
) {
  const onCloseRef = useRef(onClose)
  useEffect(() => {
    onCloseRef.current = onClose
  })

  useEffect(() => {
    const dialog = ref.current
    if (!dialog || edge === null) return
    let swipe: Swipe | null = null

    const along = (x: number, y: number, from: Swipe) =>
      edge === 'left' ? from.startX - x : edge === 'right' ? x - from.startX : y - from.startY
    const across = (x: number, y: number, from: Swipe) =>
      Math.abs(edge === 'bottom' ? x - from.startX : y - from.startY)
    const size = () => (edge === 'bottom' ? dialog.offsetHeight : dialog.offsetWidth)

    const settle = () => {
      dialog.style.removeProperty('transition')
      dialog.style.removeProperty('translate')
      dialog.style.removeProperty('--dragged')
    }
    const onStart = (event: TouchEvent) => {
      const touch = event.touches[0]
      const target = event.target
      swipe = null
      if (!touch || event.touches.length > 1 || !(target instanceof Element)) return
      if (target.closest('dialog') !== dialog || target.closest(NO_SWIPE)) return
      swipe = { startX: touch.clientX, startY: touch.clientY, startTime: event.timeStamp, isTaken: false }
    }
    const onMove = (event: TouchEvent) => {
      const touch = event.touches[0]
      if (!swipe || !touch) return
      const distance = along(touch.clientX, touch.clientY, swipe)
      if (!swipe.isTaken) {
        const sideways = across(touch.clientX, touch.clientY, swipe)
        if (Math.max(Math.abs(distance), sideways) < SLOP) return
        if (distance <= sideways || !event.cancelable || canScroll(event.target, dialog, edge)) {
          swipe = null
          return
        }
        swipe.isTaken = true
        dialog.style.transition = 'none'
      }
      event.preventDefault()
      const moved = Math.max(0, distance)
      const signed = edge === 'left' ? -moved : moved
      dialog.style.translate = edge === 'bottom' ? `0 ${signed}px` : `${signed}px 0`
      dialog.style.setProperty('--dragged', String(Math.min(1, moved / size())))
    }
    const onEnd = (event: TouchEvent) => {
      const touch = event.changedTouches[0]
      const ended = swipe
      swipe = null
      if (!ended?.isTaken || !touch) return
      const distance = along(touch.clientX, touch.clientY, ended)
      const speed = distance / Math.max(1, event.timeStamp - ended.startTime)
      dialog.style.removeProperty('transition')
      if (event.type === 'touchend' && (distance > size() * FAR || (speed > FAST && distance > 3 * SLOP))) {
        onCloseRef.current()
        // Move the panel back if its owner keeps it open.
        window.setTimeout(() => {
          if (dialog.open) settle()
        }, 700)
      } else settle()
    }

    dialog.addEventListener('touchstart', onStart, { passive: true })
    dialog.addEventListener('touchmove', onMove, { passive: false })
    dialog.addEventListener('touchend', onEnd)
    dialog.addEventListener('touchcancel', onEnd)
    return () => {
      dialog.removeEventListener('touchstart', onStart)
      dialog.removeEventListener('touchmove', onMove)
      dialog.removeEventListener('touchend', onEnd)
      dialog.removeEventListener('touchcancel', onEnd)
    }
  }, [ref, edge])
}

/** True if an element between `target` and the dialog would itself scroll in the direction of the swipe. */
function canScroll(target: EventTarget | null, dialog: Element, edge: SwipeEdge): boolean {
  for (
    let node = target instanceof Element ? target : null;
    node && node !== dialog;
    node = node.parentElement
  ) {
    if (edge === 'bottom' ? node.scrollTop > 0 : isScrollableX(node, edge)) return true
  }
  return false
}

function isScrollableX(node: Element, edge: 'left' | 'right'): boolean {
  const room = node.scrollWidth - node.clientWidth
  if (room < 1 || !/auto|scroll/.test(getComputedStyle(node).overflowX)) return false
  return edge === 'left' ? node.scrollLeft < room - 1 : node.scrollLeft > 0
}
