import { useEffect, useRef, useState } from 'react'
import { afterPaint } from '#lib/after-paint.ts'

/**
 * The value, one frame late: what comes with a result but matters less does not hold up its frame. While
 * `isHeld` the value of before stays.
 */
export function useAfterPaint<T>(value: T, { isHeld = false } = {}): T {
  const [painted, setPainted] = useState(value)
  const latest = useRef(value)
  const cancel = useRef<() => void>(undefined)
  useEffect(() => {
    latest.current = value
    if (isHeld) return
    // One wait serves all values that come meanwhile; beginning anew would starve while they keep coming.
    cancel.current ??= afterPaint(() => {
      cancel.current = undefined
      setPainted(() => latest.current)
    })
  }, [value, isHeld])
  useEffect(
    () => () => {
      cancel.current?.()
      cancel.current = undefined
    },
    [],
  )
  return painted
}
