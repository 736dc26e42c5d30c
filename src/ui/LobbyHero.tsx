import type { ReactNode } from 'react'
import { PondHero } from './art/PondHero.tsx'
import styles from './LobbyHero.module.css'

interface LobbyHeroProps {
  title: ReactNode
  /** A few words; `more` takes their place where there is room. */
  detail: ReactNode
  more: ReactNode
  action: ReactNode
}

/** The lobby's one offer: a low band over the pond, so that the games stay in sight. */
export function LobbyHero({ title, detail, more, action }: LobbyHeroProps) {
  return (
    <section className={styles.hero}>
      <span className={styles.scene} aria-hidden>
        <PondHero />
      </span>
      <div className={styles.words}>
        <h2 className={styles.title}>{title}</h2>
        <p className={styles.detail}>
          <span className={styles.few}>{detail}</span>
          <span className={styles.more}>{more}</span>
        </p>
      </div>
      {action}
    </section>
  )
}
