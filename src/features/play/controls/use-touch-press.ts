import { useRef, type TouchEvent } from 'react'

/** A finger that moves further is scrolling. */
const SLOP_PX = 12
/** A longer touch is the browser's long press. */
const LONG_PRESS_MS = 500

interface TouchPress {
  readonly onTouchStart: (event: TouchEvent) => void
  readonly onTouchEnd: (event: TouchEvent) => void
}

/**
 * Acts on a tap as soon as the finger leaves. The browser's later click would delay the result on a slow phone, and could
 * land on another button by then: it is prevented. Mouse, keyboard and assistive technology use `onClick`.
 */
export function useTouchPress(press: (target: EventTarget) => void): TouchPress {
  const began = useRef<{ x: number; y: number; at: number }>(undefined)
  return {
    onTouchStart({ touches, timeStamp }) {
      const touch = touches[0]
      began.current =
        touch && touches.length === 1 ? { x: touch.clientX, y: touch.clientY, at: timeStamp } : undefined
    },
    onTouchEnd(event) {
      const start = began.current
      began.current = undefined
      const touch = event.changedTouches[0]
      // The click after a scroll cannot be prevented.
      if (!start || !touch || !event.cancelable) return
      const isMoved = Math.hypot(touch.clientX - start.x, touch.clientY - start.y) > SLOP_PX
      if (isMoved || event.timeStamp - start.at > LONG_PRESS_MS) return
      event.preventDefault()
      // As a click would, this closes the keyboard of the phone.
      if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur()
      press(event.target)
    },
  }
}
