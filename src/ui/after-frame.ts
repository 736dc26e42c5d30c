import { useEffect, useState } from 'react'

/** Runs `work` once the next frame has been drawn; returns what calls it off. */
export function afterFrame(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(work)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

/** `value`, true only once a frame has been drawn with it. */
export function useAfterFrame(value: boolean): boolean {
  const [isDrawn, setIsDrawn] = useState(false)
  useEffect(() => {
    if (!value) return
    const cancel = afterFrame(() => setIsDrawn(true))
    return () => {
      cancel()
      setIsDrawn(false)
    }
  }, [value])
  return isDrawn && value
}
