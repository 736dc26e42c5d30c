import { useLingui } from '@lingui/react/macro'
import { useFormat } from '#i18n/use-format.ts'
import type { SettledCrashBet } from '#features/play/play-engine.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'

export function usePartLines({ steps, endedBy }: SettledCrashBet): readonly string[] {
  const { t } = useLingui()
  const { decimal } = useFormat()
  const { hundredths } = usePlayFormat()
  return steps.map(({ by, point, share, arrivedMs }) => {
    const paid = hundredths(point)
    const part = share === 100 ? '' : ` (${share}%)`
    switch (by) {
      case 'target':
        return t`Target reached, paid ${paid}×${part}`
      case 'cap':
        return t`Highest payout reached, paid ${paid}×${part}`
      case 'takeover':
        return t`Paid ${paid}× by the server that took the round over${part}`
      case 'refund':
        return endedBy === 'cancelled' ? t`Taken back before the round${part}` : t`Stake given back${part}`
      case 'player': {
        const seconds = arrivedMs === null ? '–' : decimal((arrivedMs / 1_000).toFixed(2))
        return t`Arrived ${seconds} s after the start, paid ${paid}×${part}`
      }
    }
  })
}
