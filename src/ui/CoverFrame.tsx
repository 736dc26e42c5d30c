import type { CSSProperties, ReactNode } from 'react'
import styles from './CoverFrame.module.css'

interface CoverFrameProps {
  /** Light and dark tone of the game, visible while its cover loads. */
  colors: readonly [string, string]
  children: ReactNode
  className?: string | undefined
}

export function CoverFrame({ colors, children, className = '' }: CoverFrameProps) {
  const tones = { '--from': colors[0], '--to': colors[1] } as CSSProperties
  return (
    <div className={`${styles.frame} ${className}`} style={tones}>
      {children}
    </div>
  )
}
