import type { ComponentProps } from 'react'
import styles from './BigNumber.module.css'

export function BigNumber({ className = '', ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={`${styles.number} ${className}`} />
}
