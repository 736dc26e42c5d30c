import type { ComponentProps } from 'react'
import styles from './BigNumber.module.css'

/** The number that a whole page is about. */
export function BigNumber({ className = '', ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={`${styles.number} ${className}`} />
}
