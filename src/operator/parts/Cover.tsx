import { consoleClass } from '#ui/console/console-class.ts'
import { coverBps } from './cover-share.ts'
import { useConsoleFormat } from './use-console-format.ts'

const WHOLE_BPS = 10_000

/** The share of what is owed that is held. */
export function Cover({ owed, held }: { owed: string; held: string | null }) {
  const { percent } = useConsoleFormat()
  const bps = coverBps(owed, held)
  if (bps === null) return <span className={consoleClass.subtle}>{'—'}</span>
  return <span className={bps < WHOLE_BPS ? consoleClass.danger : undefined}>{percent(bps)}</span>
}
