import { startTransition, useEffect, useState, type ReactNode } from 'react'
import { firstPaint } from './first-paint.ts'

interface AfterFirstPaintProps {
  children: ReactNode
  /** Shown until then; default: nothing. */
  fallback?: ReactNode
  /** Renders the children at once; read only on the first render. */
  isNeeded?: boolean
}

/**
 * Delays content that is not visible first: during a launch its children render after the first paint, which makes the
 * first screen appear sooner. On a page that opens later they render at once.
 */
export function AfterFirstPaint({ children, fallback = null, isNeeded = false }: AfterFirstPaintProps) {
  const [isAfter, setIsAfter] = useState(() => isNeeded || firstPaint.get())
  useEffect(() => {
    if (isAfter) return
    const begin = () => startTransition(() => setIsAfter(true))
    if (firstPaint.get()) begin()
    return firstPaint.subscribe(begin)
  }, [isAfter])
  return isAfter ? children : fallback
}
