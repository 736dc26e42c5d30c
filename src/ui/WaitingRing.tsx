import type { ReactNode } from 'react'
import styles from './WaitingRing.module.css'

export type WaitingRingState = 'waiting' | 'idle' | 'done' | 'failed'

interface WaitingRingProps {
  state: WaitingRingState
  /** A logo of about 72 px. */
  children: ReactNode
}

/** Hidden from assistive technology: text beside it says the same. */
export function WaitingRing({ state, children }: WaitingRingProps) {
  return (
    <div aria-hidden className={styles.ring} data-state={state}>
      <span className={styles.line} />
      {state === 'waiting' ? (
        <svg viewBox="0 0 108 108" className={styles.arc}>
          <circle
            cx="54"
            cy="54"
            r="52"
            fill="none"
            stroke="currentColor"
            strokeWidth="4"
            strokeLinecap="round"
            strokeDasharray="82 400"
            transform="rotate(-90 54 54)"
          />
        </svg>
      ) : null}
      {children}
    </div>
  )
}
