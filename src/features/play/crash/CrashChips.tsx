import { useLingui } from '@lingui/react/macro'
import type { MouseEvent } from 'react'
import { useStore } from '#lib/use-store.ts'
import { resultClass } from '#ui/play/result-class.ts'
import styles from '#features/play/play.module.css'
import type { CrashTable } from '#features/play/crash-table.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import { useOpenRound } from '#features/play/use-play-sheet.ts'

/** At least twice the stake for who stayed in. */
const HIGH = 2

/** The last rounds, the newest on the right; each leads to its proof. */
export function CrashChips({ table }: { table: CrashTable }) {
  const { t } = useLingui()
  const view = useStore(table.view)
  const openRound = useOpenRound()
  const { hundredths } = usePlayFormat()
  const onClick = (event: MouseEvent, round: string) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    openRound(round)
  }
  return (
    <div className={styles.recent}>
      <ul className={styles.recentRow} aria-label={t`Last rounds`}>
        {view?.last.map(({ id, point }) => (
          <li key={id} className={styles.chipItem}>
            <a
              href={`?round=${id}`}
              className={resultClass.chip}
              data-won={(point ?? 0) >= HIGH || undefined}
              onClick={(event) => onClick(event, id)}
            >
              {point === null ? t`void` : `${hundredths(Math.round(point * 100))}×`}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
