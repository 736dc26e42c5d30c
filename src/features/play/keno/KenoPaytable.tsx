import { useLingui } from '@lingui/react/macro'
import type { CSSProperties } from 'react'
import { kenoHits, KENO_PICK_COUNTS } from '#fair/keno.ts'
import { MULTIPLIER_SCALE } from '#fair/multiplier.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useStore } from '#lib/use-store.ts'
import { kenoTable, type KenoRow } from './keno-table.ts'
import styles from './keno.module.css'
import { useKenoPlay } from './keno-play.ts'
import { useChanceText } from './use-chance-text.ts'
import { useShownDraw } from './use-shown-draw.ts'

/** More stand in two rows. */
const MOST_IN_ROW = { phone: 5, wide: 8 } as const
/** A chance of more letters is written smaller. */
const LONG = 9

/** What each number of hits pays with these picks at this risk, and its chance. The latest result stands out. */
export function KenoPaytable() {
  const play = useKenoPlay()
  const { t } = useLingui()
  const { decimal } = useFormat()
  const chanceText = useChanceText()
  const picks = useStore(play.picks)
  const { risk } = useStore(play.params)
  const { moving, shown } = useShownDraw()
  const pickCount = KENO_PICK_COUNTS.find((count) => count === picks.length)
  if (pickCount === undefined) {
    return <p className={styles.noPicks}>{t`Pick 1 to 10 numbers to see what they pay.`}</p>
  }
  const hits = shown && !moving ? kenoHits(shown.params, shown.outcome).length : -1
  const words = ({ fewest, most, multiplier, chance }: KenoRow) => {
    const count = fewest === most ? String(fewest) : `${fewest}–${most}`
    return {
      count,
      pays: `${decimal(`${multiplier / MULTIPLIER_SCALE}`, 0, 4)}×`,
      percent: chanceText(chance),
    }
  }
  const rows = kenoTable(risk, pickCount)
  const inRow = (most: number) => (rows.length > most ? Math.ceil(rows.length / 2) : rows.length)
  return (
    <ul
      className={`num ${styles.table}`}
      style={{ '--narrow': inRow(MOST_IN_ROW.phone), '--wide': inRow(MOST_IN_ROW.wide) } as CSSProperties}
      aria-label={t`What hits pay`}
    >
      {rows.map((row) => {
        const { count, pays, percent } = words(row)
        return (
          <li
            key={row.fewest}
            className={styles.cell}
            data-pays={row.multiplier > 0 || undefined}
            data-hit={(row.fewest <= hits && hits <= row.most) || undefined}
          >
            <span className="sr-only">{t`Hits ${count}: pays ${pays}, chance ${percent}`}</span>
            <span className={styles.hits} aria-hidden>
              <i className={styles.dot} />
              {count}
            </span>
            <b className={styles.pays} aria-hidden>
              {pays}
            </b>
            <span className={styles.chance} data-long={percent.length > LONG || undefined} aria-hidden>
              {percent}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
