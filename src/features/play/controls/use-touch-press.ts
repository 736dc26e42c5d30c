import { useRef, type TouchEvent } from 'react'

/** Further, and the finger was on its way somewhere. */
const SLOP_PX = 12
/** Longer, and it is the browser's long press. */
const LONG_PRESS_MS = 500

interface TouchPress {
  readonly onTouchStart: (event: TouchEvent) => void
  readonly onTouchEnd: (event: TouchEvent) => void
}

/**
 * Acts on a tap as the finger leaves. The mouse events and the click that a browser makes of a tap later would hold
 * up the result on a slow phone; they are called off, so that none of them lands on what has come in the meantime.
 * Mouse, keyboard and assistive technology go on by `onClick`.
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
      // A touch that scrolls cannot be called off.
      if (!start || !touch || !event.cancelable) return
      const isMoved = Math.hypot(touch.clientX - start.x, touch.clientY - start.y) > SLOP_PX
      if (isMoved || event.timeStamp - start.at > LONG_PRESS_MS) return
      event.preventDefault()
      // As a click would: the keyboard of the phone goes.
      if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur()
      press(event.target)
    },
  }
}
