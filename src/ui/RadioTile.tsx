import type { ComponentProps, ReactNode } from 'react'
import styles from './RadioTile.module.css'
import { TextElements } from './TextElements.tsx'

interface RadioTileProps extends Omit<ComponentProps<'input'>, 'type' | 'className' | 'children'> {
  /** What is chosen: a mark and, below it, its name. */
  children: ReactNode
}

/** One of a few choices side by side; a native radio button that is the whole tile. */
export function RadioTile({ children, ...rest }: RadioTileProps) {
  return (
    <label className={styles.tile}>
      <input {...rest} type="radio" className={styles.radio} />
      <TextElements>{children}</TextElements>
    </label>
  )
}
