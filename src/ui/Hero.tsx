import type { ReactNode } from 'react'
import styles from './Hero.module.css'

interface HeroProps {
  title: ReactNode
  detail?: ReactNode
  action?: ReactNode
  /** A square drawing that extends beyond the corner; hidden from assistive technology. */
  art?: ReactNode
  /** Colour of a line drawing; default: the colour of the text. */
  artTone?: 'jade' | undefined
  /** `lg` for the top of a page, `md` for one of several offers. */
  size?: 'lg' | 'md'
  level?: 1 | 2 | 3
}

/** A headline over the pond: the page's offer with one action. */
export function Hero({ title, detail, action, art, artTone, size = 'lg', level = 2 }: HeroProps) {
  const Title = `h${level}` as const
  return (
    <section className={styles.hero} data-size={size}>
      {art ? (
        <div className={styles.art} data-tone={artTone} aria-hidden>
          {art}
        </div>
      ) : null}
      <Title className={styles.title}>{title}</Title>
      {detail ? <p className={styles.detail}>{detail}</p> : null}
      {action ? <div className={styles.action}>{action}</div> : null}
    </section>
  )
}
