import { startTransition, useEffect, useState, type ReactNode } from 'react'
import { firstPaint } from './first-paint.ts'

interface AfterFirstPaintProps {
  children: ReactNode
  /** Stands in its place before; nothing unless given. */
  fallback?: ReactNode
  /** Whether it is needed at once after all; asked once. */
  isNeeded?: boolean
}

/**
 * For what nobody sees first: at a launch its children are rendered once the first screen is painted, so that this is
 * there sooner. On a page that is opened later they are there from the start.
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
