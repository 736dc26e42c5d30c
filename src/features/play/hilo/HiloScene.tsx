import { Pond } from '#ui/pond/Pond.tsx'
import { useStore } from '#lib/use-store.ts'
import { useHiloPlay } from './hilo-play.ts'
import styles from './hilo.module.css'

/** A lacquer table at the pond. A win lets the lanterns shine; a loss turns them down. */
export function HiloScene() {
  const play = useHiloPlay()
  const round = useStore(play.round)
  const { shown } = useStore(play.stage)
  const ended = round ? undefined : shown
  const isWon = ended !== undefined && ended.payout > ended.stake
  const mood = isWon ? 'won' : ended?.payout === 0n ? 'lost' : undefined
  return (
    <div className={styles.scene} data-mood={mood} aria-hidden>
      <Pond className={styles.pond} hasPlants={false} sky={<i className={styles.moon} />}>
        <i className={styles.lotus} />
        <i className={styles.reeds} />
        <i className={styles.reeds} data-right="" />
        <div className={styles.tabletop} />
        <i className={styles.pool} />
        <i className={styles.lantern} />
        <i className={styles.lantern} data-right="" />
      </Pond>
    </div>
  )
}
