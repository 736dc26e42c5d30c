import type { CSSProperties } from 'react'
import { useStore } from '#lib/use-store.ts'
import fin from '#ui/pond/fin.svg'
import koi from '#ui/pond/koi.svg'
import { Pond } from '#ui/pond/Pond.tsx'
import splash from '#ui/pond/splash.svg'
import { FIGURE_MOVES_BELOW } from './DiceStage.tsx'
import { useDicePlay } from './dice-play.ts'
import styles from './dice.module.css'

const END = 10_000
/** Where the koi leaps to the left: away from the figure, and so that it stays in sight. */
const isTurnedAt = (rolled: number) => rolled >= 8_000 || (rolled >= 2_000 && rolled < FIGURE_MOVES_BELOW)

/** The surface of the water is the track: the koi leaps where a win was rolled, a lost roll leaves rings. */
export function DiceScene() {
  const play = useDicePlay()
  const { side, target } = useStore(play.params)
  const { moving, shown } = useStore(play.stage)
  const next = moving.at(-1)
  const marked = next ?? shown
  const isWon = !next && shown !== undefined && shown.payout > shown.stake
  const isTurned = (shown && isTurnedAt(shown.outcome)) || undefined
  const place = { '--target': target / END, '--at': (marked?.outcome ?? target) / END } as CSSProperties
  return (
    <div className={styles.scene} style={place} data-side={side}>
      <Pond
        className={styles.pond}
        sky={isWon ? <i key={shown.id} className={styles.moon} data-turned={isTurned} /> : null}
      >
        <i className={styles.losing} />
        {marked ? <i className={styles.rings} data-moving={next ? '' : undefined} /> : null}
        {shown && !next && !isWon ? <img key={shown.id} className={styles.fin} src={fin} alt="" /> : null}
        {isWon ? (
          <div key={shown.id} className={styles.leap} data-turned={isTurned}>
            <img className={styles.koi} src={koi} alt="" data-win-place="" />
            <img className={styles.splash} src={splash} alt="" />
          </div>
        ) : null}
      </Pond>
    </div>
  )
}
