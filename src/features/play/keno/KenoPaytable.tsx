import { useLingui } from '@lingui/react/macro'
import { memo, useMemo, type CSSProperties } from 'react'
import { kenoHits, KENO_PICK_COUNTS } from '#rules/keno/keno.ts'
import { MULTIPLIER_SCALE } from '#fair/multiplier.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useStore } from '#lib/use-store.ts'
import { kenoTable, type KenoRow } from './keno-table.ts'
import styles from './keno.module.css'
import { useKenoPlay } from './keno-play.ts'
import { useShownDraw } from './use-shown-draw.ts'

/** Beyond this number of rows the table has two lines. */
const MOST_IN_ROW = { phone: 5, wide: 8 } as const
/** A chance with more characters is set in small type. */
const LONG = 9

export function KenoPaytable() {
  const play = useKenoPlay()
  const { t } = useLingui()
  const picks = useStore(play.picks)
  const { risk } = useStore(play.params)
  const { moving, shown } = useShownDraw()
  const pickCount = KENO_PICK_COUNTS.find((count) => count === picks.length)
  const rows = useMemo(() => (pickCount === undefined ? [] : kenoTable(risk, pickCount)), [risk, pickCount])
  if (rows.length === 0) {
    return <p className={styles.noPicks}>{t`Pick 1 to 10 numbers to see what they pay.`}</p>
  }
  const hits = shown && !moving ? kenoHits(shown.params, shown.outcome).length : -1
  const inRow = (most: number) => (rows.length > most ? Math.ceil(rows.length / 2) : rows.length)
  return (
    <ul
      className={`num ${styles.table}`}
      style={{ '--narrow': inRow(MOST_IN_ROW.phone), '--wide': inRow(MOST_IN_ROW.wide) } as CSSProperties}
      aria-label={t`What hits pay`}
    >
      {rows.map((row) => (
        <KenoCell key={row.fewest} row={row} isHit={row.fewest <= hits && hits <= row.most} />
      ))}
    </ul>
  )
}

/** Memoised: a result changes at most two cells. */
const KenoCell = memo(function KenoCell({ row, isHit }: { row: KenoRow; isHit: boolean }) {
  const { t } = useLingui()
  const { decimal } = useFormat()
  const chanceText = useChanceText()
  const { fewest, most, multiplier, chance } = row
  const count = fewest === most ? String(fewest) : `${fewest}–${most}`
  const pays = `${decimal(`${multiplier / MULTIPLIER_SCALE}`, 0, 4)}×`
  const percent = chanceText(chance)
  return (
    <li className={styles.cell} data-pays={multiplier > 0 || undefined} data-hit={isHit || undefined}>
      <span className="sr-only">{t`Hits ${count}: pays ${pays}, chance ${percent}`}</span>
      <span className={styles.hits} aria-hidden>
        <i className={styles.dot} />
        <span>{count}</span>
      </span>
      <b className={styles.pays} aria-hidden>
        {pays}
      </b>
      <span className={styles.chance} data-long={percent.length > LONG || undefined} aria-hidden>
        {percent}
      </span>
    </li>
  )
})

/** Percentages from here on have two decimals, smaller ones two significant digits. */
const PLAIN_FROM = 1

/** Formats a chance from 0 to 1: `28.73%`, `0.088%`, `0.00000012%`. */
function useChanceText(): (chance: number) => string {
  const { decimal } = useFormat()
  return (chance) => {
    const percent = chance * 100
    const decimals = percent >= PLAIN_FROM ? 2 : 1 - Math.floor(Math.log10(percent))
    return `${decimal(percent.toFixed(decimals), 0, decimals)}%`
  }
}
