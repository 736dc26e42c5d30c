import { useLingui } from '@lingui/react/macro'
import { MULTIPLIER_SCALE, payoutOf, type Multiplier } from '#fair/multiplier.ts'
import { useFormat } from '#i18n/use-format.ts'
import { formatDecimal } from '#lib/decimal.ts'
import { PART_COUNT } from '#rules/gift-wheel/gift-wheel-parts.ts'
import styles from './gift-wheel.module.css'
import { WHEEL_PRIZES } from './wheel-prizes.ts'

export interface Pot {
  /** In the smallest unit. */
  readonly units: bigint
  readonly decimals: number
  readonly symbol: string
}

interface WheelOddsProps {
  /** Undefined where nothing can be turned for: only multiples are shown. */
  pot: Pot | undefined
  /** The turn that is shown has paid this. */
  landed: Multiplier | undefined
}

/** Prizes, and how many parts have them. */
export function WheelOdds({ pot, landed }: WheelOddsProps) {
  const { t } = useLingui()
  const { decimal } = useFormat()
  return (
    <ul className={styles.odds} aria-label={t`Prizes and odds`}>
      {WHEEL_PRIZES.map(({ multiplier, count, rank }) => (
        <li
          key={multiplier}
          className={styles.odd}
          data-rank={rank}
          data-landed={multiplier === landed || undefined}
        >
          <b className="num" translate="no">{`${decimal(String(multiplier / MULTIPLIER_SCALE), 0, 2)}×`}</b>
          {pot ? (
            <span className={`num ${styles.prize}`} translate="no">
              <span>
                {decimal(formatDecimal({ units: payoutOf(pot.units, multiplier), scale: pot.decimals }))}
              </span>
              <span className="sr-only">{` ${pot.symbol}`}</span>
            </span>
          ) : null}
          <span className={`num ${styles.chance}`}>{t`${count} in ${PART_COUNT}`}</span>
        </li>
      ))}
    </ul>
  )
}
