import { memo, useRef, type CSSProperties } from 'react'
import { useFormat } from '#i18n/use-format.ts'
import { useStore } from '#lib/use-store.ts'
import { Pond } from '#ui/pond/Pond.tsx'
import type { SettledBet } from '#features/play/play-engine.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import { limboLevel, reachedAfterMs, scaleTicks, scaleTop } from './limbo-climb.ts'
import styles from './limbo.module.css'
import { useLimboPlay } from './limbo-play.ts'
import { useKoiClimb } from './use-koi-climb.ts'

const style = (values: Record<`--${string}`, string | number>) => values as CSSProperties

function stateOf(bet: SettledBet<'limbo'> | undefined, isClimbing: boolean) {
  if (!bet) return 'waiting'
  const isThrough = bet.outcome >= bet.params.target
  if (isClimbing) return isThrough ? 'passing' : 'climbing'
  if (!isThrough) return 'lost'
  return bet.payout > bet.stake ? 'won' : 'through'
}

// Elements that stay the same are skipped with each bet.
const LAND = (
  <>
    <div className={styles.fall}>
      <i className={styles.streaks} />
    </div>
    <i className={styles.cliff} />
    <i className={styles.pine} />
    <i className={styles.cliff} data-right="" />
    <i className={styles.mist} />
  </>
)
const POOL = (
  <>
    <i className={styles.pool} />
    <i className={styles.splash} />
    <i className={styles.scrim} />
  </>
)

/** Dragon Gate: the koi climbs a waterfall to the result, and the gate stands at the target. */
export function LimboScene() {
  const play = useLimboPlay()
  const { moving, shown } = useStore(play.stage)
  const params = useStore(play.params)
  const climbing = moving.at(-1)
  const { target } = climbing?.params ?? params
  // A koi that climbed to another gate waits below this one.
  const bet = climbing ?? (shown?.params.target === target ? shown : undefined)
  const state = stateOf(bet, climbing !== undefined)
  const top = scaleTop(target, bet?.outcome)
  const level = bet ? limboLevel(bet.outcome, top) : 0
  const sceneRef = useRef<HTMLDivElement>(null)
  const climberRef = useRef<HTMLDivElement>(null)
  useKoiClimb({ bet: climbing, level, sceneRef, climberRef })
  const reach = state === 'passing' && bet ? reachedAfterMs({ outcome: bet.outcome, target }) : 0
  return (
    <Pond className={styles.pond}>
      <div
        ref={sceneRef}
        className={styles.scene}
        data-state={state}
        style={style({ '--reach': `${reach}ms` })}
      >
        {LAND}
        <div className={styles.scale}>
          <Gate target={target} top={top} />
          <ScaleTicks top={top} />
          <div ref={climberRef} className={styles.level} style={style({ '--level': level })} data-climber="">
            <i className={styles.aura} />
            <i className={styles.sparkles} />
            <i className={styles.koi} data-win-place={state === 'won' ? '' : undefined} />
          </div>
        </div>
        {POOL}
      </div>
    </Pond>
  )
}

const Gate = memo(function Gate({ target, top }: { target: number; top: number }) {
  const { hundredths } = usePlayFormat()
  const level = limboLevel(target, top)
  return (
    <div className={styles.level} style={style({ '--level': level })}>
      <i className={styles.halo} />
      <i className={styles.gate} />
      <span
        className={`num ${styles.target}`}
        data-high={level > 0.4 || undefined}
        translate="no"
      >{`${hundredths(target)}×`}</span>
    </div>
  )
})

const ScaleTicks = memo(function ScaleTicks({ top }: { top: number }) {
  const { decimal } = useFormat()
  return scaleTicks(top).map((multiplier) => (
    <div key={multiplier} className={styles.level} style={style({ '--level': limboLevel(multiplier, top) })}>
      <span className={`num ${styles.tick}`} translate="no">{`${decimal(`${multiplier / 100}`, 0)}×`}</span>
    </div>
  ))
})
