import type { ComponentProps, ReactNode } from 'react'
import styles from './RadioTile.module.css'
import { TextElements } from './TextElements.tsx'

interface RadioTileProps extends Omit<ComponentProps<'input'>, 'type' | 'className' | 'children'> {
  /** What is chosen: a mark and its name. */
  children: ReactNode
  /** The name stands beside the mark, and not below it. */
  isRow?: boolean
}

/** One of a few choices side by side; a native radio button that is the whole tile. */
export function RadioTile({ children, isRow = false, ...rest }: RadioTileProps) {
  return (
    <label className={`${styles.tile} ${isRow ? styles.row : ''}`}>
      <input {...rest} type="radio" className={styles.radio} />
      <TextElements>{children}</TextElements>
    </label>
  )
}
