import { useLingui } from '@lingui/react/macro'
import { useStore } from '#lib/use-store.ts'
import type { CrashTable } from '#features/play/crash-table.ts'
import { ResultChip } from '#features/play/screen/ResultChip.tsx'
import { ResultRow } from '#features/play/screen/ResultRow.tsx'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import { useOpenRound } from '#features/play/use-play-sheet.ts'

/** A player who stayed in had at least twice the stake. */
const HIGH = 2

export function CrashChips({ table }: { table: CrashTable }) {
  const { t } = useLingui()
  const view = useStore(table.view)
  const openRound = useOpenRound()
  const { hundredths } = usePlayFormat()
  return (
    <ResultRow label={t`Last rounds`}>
      {view?.last.map(({ id, point }) => (
        <ResultChip key={id} href={`?round=${id}`} isWon={(point ?? 0) >= HIGH} onOpen={() => openRound(id)}>
          {point === null ? t`void` : `${hundredths(Math.round(point * 100))}×`}
        </ResultChip>
      ))}
    </ResultRow>
  )
}
