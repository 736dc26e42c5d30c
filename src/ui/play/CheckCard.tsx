import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { iconButtonClass } from '#ui/icon-button-class.ts'
import styles from './CheckCard.module.css'

interface CheckCardProps {
  /** Draws the check mark, or a cross; undefined while nothing is known. */
  isDrawn: boolean | undefined
  closeLabel: string
  onClose: () => void
  children: ReactNode
}

/** A note beside a mark that draws itself. It is as high before as after. */
export function CheckCard({ isDrawn, closeLabel, onClose, children }: CheckCardProps) {
  return (
    <div className={styles.card} role="status">
      <svg viewBox="0 0 40 40" width={40} height={40} fill="none" aria-hidden className={styles.mark}>
        <circle cx="20" cy="20" r="17" className={styles.ground} />
        {isDrawn === undefined ? null : (
          <g className={styles.drawn} data-wrong={!isDrawn || undefined}>
            <circle cx="20" cy="20" r="17" pathLength="1" transform="rotate(-90 20 20)" />
            <path d={isDrawn ? 'M12.5 20.5 18 26 28 15' : 'M14 14 26 26M26 14 14 26'} pathLength="1" />
          </g>
        )}
      </svg>
      <p className={styles.words}>{children}</p>
      <button
        type="button"
        aria-label={closeLabel}
        className={`${iconButtonClass('plain')} ${styles.close}`}
        onClick={onClose}
      >
        <X aria-hidden size={18} />
      </button>
    </div>
  )
}
