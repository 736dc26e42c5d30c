import type { ReactNode } from 'react'
import styles from './SkipLink.module.css'

/** The first stop of the keyboard, out of sight until it has the focus: leads past the bars. */
export function SkipLink({ href, children }: { href: `#${string}`; children: ReactNode }) {
  return (
    <a className={styles.link} href={href}>
      {children}
    </a>
  )
}
