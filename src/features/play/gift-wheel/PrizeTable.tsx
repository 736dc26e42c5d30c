import { useLingui } from '@lingui/react/macro'
import { MULTIPLIER_SCALE, payoutOf, type Multiplier } from '#fair/multiplier.ts'
import { useFormat } from '#i18n/use-format.ts'
import { formatDecimal } from '#lib/decimal.ts'
import styles from './gift-wheel.module.css'
import { PART_COUNT, WHEEL_PRIZES } from './wheel-prizes.ts'

export interface Pot {
  /** In the smallest unit. */
  readonly units: bigint
  readonly decimals: number
  readonly symbol: string
}

interface PrizeTableProps {
  /** Undefined where nothing can be turned for: the table has multiples only. */
  pot: Pot | undefined
  /** The turn that is shown has paid this. */
  landed: Multiplier | undefined
}

/** What each part pays, and how often. */
export function PrizeTable({ pot, landed }: PrizeTableProps) {
  const { t } = useLingui()
  const { decimal } = useFormat()
  return (
    <table className={styles.prizes} aria-label={t`Prizes and odds`}>
      <thead>
        <tr>
          <th scope="col">{t`Times`}</th>
          {pot ? (
            <th scope="col" translate="no">
              {pot.symbol}
            </th>
          ) : null}
          <th scope="col">{t`Odds`}</th>
        </tr>
      </thead>
      <tbody className="num">
        {WHEEL_PRIZES.map(({ multiplier, count, rank }) => (
          <tr key={multiplier} data-landed={multiplier === landed || undefined}>
            <td translate="no">
              <span className={styles.swatch} data-rank={rank} aria-hidden />
              {`${decimal(String(multiplier / MULTIPLIER_SCALE), 0, 2)}×`}
            </td>
            {pot ? <td translate="no">{prizeText(pot, multiplier, decimal)}</td> : null}
            <td>{t`${count} in ${PART_COUNT}`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const prizeText = (
  { units, decimals }: Pot,
  multiplier: Multiplier,
  decimal: ReturnType<typeof useFormat>['decimal'],
) => decimal(formatDecimal({ units: payoutOf(units, multiplier), scale: decimals }), 2, 4)
