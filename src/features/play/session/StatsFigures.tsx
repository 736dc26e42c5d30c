import { useLingui } from '@lingui/react/macro'
import { Stat } from '#ui/Stat.tsx'
import type { Coin } from '#features/play/play-engine.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import type { SessionStats } from './session-stats.ts'

export function StatsFigures({ stats, coin }: { stats: SessionStats; coin: Coin }) {
  const { t } = useLingui()
  const { coins, multiplier } = usePlayFormat()
  return (
    <div className="grid grid-cols-2 gap-2">
      <Stat label={t`Won`} value={stats.wins} />
      <Stat label={t`Lost`} value={stats.losses} />
      <Stat label={t`Total bet`} value={coins(stats.wagered, coin)} />
      <Stat label={t`Best multiplier`} value={stats.best > 0 ? multiplier(stats.best) : '–'} />
    </div>
  )
}
