import { useEffect, useLayoutEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react'
import { useMedia } from '#lib/use-media.ts'
import styles from './Ticker.module.css'

const PIXELS_A_SECOND = 40

interface TickerProps {
  label: string
  /** List items, `li`. */
  children: ReactNode
  isStopped: boolean
  /** Called when a round is over, and while a still line is not being read: another list may take the place of this one. */
  onRound: () => void
}

/**
 * A line that travels while it does not fit, and rests under a pointer or with the focus inside. Stopped, or with reduced
 * motion, it is scrolled.
 */
export function Ticker({ label, children, isStopped, onRound }: TickerProps) {
  const view = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const [seconds, setSeconds] = useState(0)
  useLayoutEffect(() => {
    const [room, line] = [view.current, list.current]
    if (!room || !line) return
    const measure = () =>
      setSeconds(line.scrollWidth > room.clientWidth ? line.scrollWidth / PIXELS_A_SECOND : 0)
    const observer = new ResizeObserver(measure)
    observer.observe(room)
    observer.observe(line)
    return () => observer.disconnect()
  }, [])
  const isMotionReduced = useMedia('(prefers-reduced-motion: reduce)')
  const isMoving = seconds > 0 && !isStopped && !isMotionReduced
  useEffect(() => {
    if (!isMoving && !view.current?.matches(':hover, :focus-within')) onRound()
  })
  const scrollHome = () => {
    if (isMoving) view.current?.scrollTo({ left: 0, behavior: 'instant' })
  }
  return (
    <div ref={view} className={styles.view} data-moving={isMoving || undefined} onBlur={scrollHome}>
      <div
        className={styles.track}
        style={{ '--seconds': `${seconds}s` } as CSSProperties}
        onAnimationIteration={onRound}
      >
        <ul ref={list} aria-label={label} className={styles.list}>
          {children}
        </ul>
        {isMoving ? (
          <ul aria-hidden inert className={styles.list}>
            {children}
          </ul>
        ) : null}
      </div>
    </div>
  )
}
