import { useEffect, useState } from 'react'
import { afterPaint } from '#lib/after-paint.ts'

/** `value`, true only once a frame has been painted with it. */
export function useIsDrawn(value: boolean): boolean {
  const [isDrawn, setIsDrawn] = useState(false)
  useEffect(() => {
    if (!value) return
    const cancel = afterPaint(() => setIsDrawn(true))
    return () => {
      cancel()
      setIsDrawn(false)
    }
  }, [value])
  return isDrawn && value
}
