import type { ReactNode } from 'react'
import styles from './Hero.module.css'

interface HeroProps {
  title: ReactNode
  detail?: ReactNode
  action?: ReactNode
  /** A square drawing that leans out of the corner; decoration. */
  art?: ReactNode
  /** Of a drawing in one line; otherwise it has the colour of the text. */
  artTone?: 'jade' | undefined
  /** `lg` opens a page, `md` is an offer among others. */
  size?: 'lg' | 'md'
  level?: 1 | 2 | 3
}

/** The pond with a headline in it: the page's offer and the one thing to do about it. */
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
