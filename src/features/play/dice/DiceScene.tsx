import type { CSSProperties } from 'react'
import { useStore } from '#lib/use-store.ts'
import fin from '#ui/pond/fin.svg'
import koi from '#ui/pond/koi.svg'
import { Pond } from '#ui/pond/Pond.tsx'
import splash from '#ui/pond/splash.svg'
import { useDicePlay } from './dice-play.ts'
import { FIGURE_MOVES_BELOW } from './DiceStage.tsx'
import styles from './dice.module.css'

const END = 10_000
/** Where the koi leaps to the left: away from the figure, and so that it stays in sight. */
const isTurnedAt = (rolled: number) => rolled >= 8_000 || (rolled >= 2_000 && rolled < FIGURE_MOVES_BELOW)

/** The surface of the water is the track: the koi leaps where a win was rolled, a lost roll leaves rings. */
export function DiceScene() {
  const { side, target } = useStore(useDicePlay().params)
  return (
    <div
      className={styles.scene}
      style={{ '--target': target / END } as CSSProperties}
      data-over={side === 'over' || undefined}
    >
      <Pond className={styles.pond} sky={<Moon />}>
        <i className={styles.losing} />
        <Koi />
      </Pond>
    </div>
  )
}

function Moon() {
  return (
    <div {...usePlace()}>
      <i className={styles.moon} />
    </div>
  )
}

function Koi() {
  return (
    <div {...usePlace()}>
      <i className={styles.rings} />
      <img className={styles.fin} src={fin} alt="" />
      <div className={styles.leap}>
        <img className={styles.koi} src={koi} alt="" data-win-place="" />
        <img className={styles.splash} src={splash} alt="" />
      </div>
    </div>
  )
}

/** Actors stay in the document and move to the rolled place: many bets a second paint nothing anew. */
function usePlace() {
  const { moving, shown } = useStore(useDicePlay().stage)
  const next = moving.at(-1)
  const rolled = (next ?? shown)?.outcome
  const isWon = shown !== undefined && shown.payout > shown.stake
  return {
    className: styles.place,
    // No custom property, with which the style of each actor would be computed anew.
    style: { translate: `${(100 * (rolled ?? 0)) / END}% 0` },
    'data-result': next ? 'moving' : shown ? (isWon ? 'won' : 'lost') : undefined,
    'data-turned': (rolled !== undefined && isTurnedAt(rolled)) || undefined,
  }
}
