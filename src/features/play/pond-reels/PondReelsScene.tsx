import { useStore } from '#lib/use-store.ts'
import { Pond } from '#ui/pond/Pond.tsx'
import { usePondReelsPlay } from './pond-reels-play.ts'
import styles from './pond-reels.module.css'

/** The pond behind the frame of the reels, with the light of two lanterns on the water. */
export function PondReelsScene() {
  const { moving, shown } = useStore(usePondReelsPlay().stage)
  const isWon = moving.length === 0 && shown !== undefined && shown.payout > shown.stake
  return (
    <Pond className={styles.world} sky={<i className={styles.moon} data-win={isWon} />}>
      <i className={styles.gleam} data-win={isWon} />
      <i className={styles.lantern} />
      <i className={styles.lantern} data-right="" />
    </Pond>
  )
}
