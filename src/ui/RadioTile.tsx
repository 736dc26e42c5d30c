import type { ComponentProps, ReactNode } from 'react'
import styles from './RadioTile.module.css'
import { TextElements } from './TextElements.tsx'

interface RadioTileProps extends Omit<ComponentProps<'input'>, 'type' | 'className' | 'children'> {
  /** A mark and its name. */
  children: ReactNode
  /** Puts the name beside the mark instead of below it. */
  isRow?: boolean
}

/** A native radio button in the form of a tile. */
export function RadioTile({ children, isRow = false, ...rest }: RadioTileProps) {
  return (
    <label className={`${styles.tile} ${isRow ? styles.row : ''}`}>
      <input {...rest} type="radio" className={styles.radio} />
      <TextElements>{children}</TextElements>
    </label>
  )
}
