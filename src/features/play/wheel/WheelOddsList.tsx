import { useLingui } from '@lingui/react/macro'
import { useStore } from '#lib/use-store.ts'
import styles from './wheel.module.css'
import { useShownSpin } from './use-shown-spin.ts'
import { useWheelPlay } from './wheel-play.ts'
import { useWheelText } from './use-wheel-text.ts'
import { wheelOdds } from './wheel-odds.ts'

export function WheelOddsList() {
  const play = useWheelPlay()
  const { t } = useLingui()
  const params = useStore(play.params)
  const { moving, shown } = useShownSpin()
  const { pays, chance } = useWheelText()
  const landed = moving ? undefined : shown?.multiplier
  const total = params.segments
  return (
    <ul className={`num ${styles.odds}`} aria-label={t`Odds`} data-testid="wheel-odds">
      {wheelOdds(params).map(({ multiplier, count, tone }) => {
        const paid = `${pays(multiplier)}×`
        const percent = chance(count, total)
        return (
          <li
            key={multiplier}
            className={styles.odd}
            data-tone={tone}
            data-landed={multiplier === landed || undefined}
          >
            <span className="sr-only">{t`${paid}: ${count} of ${total} segments, chance ${percent}`}</span>
            <i className={styles.swatch} aria-hidden />
            <b className={styles.paid} aria-hidden>
              {paid}
            </b>
            <span className={styles.chance} aria-hidden>
              {percent}
            </span>
            <span className={styles.share} aria-hidden>
              {t`${count} of ${total}`}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
