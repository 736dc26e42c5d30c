import { Trans, useLingui } from '@lingui/react/macro'
import type { CrashBet } from '#contract/crash.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useStore } from '#lib/use-store.ts'
import { crashPointAt } from '#rules/crash/crash-curve.ts'
import { DefinitionList } from '#ui/DefinitionList.tsx'
import { Text } from '#ui/Text.tsx'
import { useCoin } from '#features/play/use-coin.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import type { CrashPlay } from './crash-play.ts'
import { unitsOf } from './crash-units.ts'

interface CrashOwnBetsProps {
  play: CrashPlay
  roundId: string
  startAt: number | null
}

export function CrashOwnBets({ play, roundId, startAt }: CrashOwnBetsProps) {
  const { t } = useLingui()
  const { hundredths, coins } = usePlayFormat()
  const { integer, decimal } = useFormat()
  const coin = useCoin()
  const view = useStore(play.table.view)
  const bets = view?.mine.filter((bet) => bet.round === roundId && bet.status !== 'cancelled') ?? []
  if (!coin || bets.length === 0) return null

  const figure = (multiplier: number) => hundredths(Math.round(multiplier * 100))
  const lines = (bet: CrashBet) => {
    return bet.cashOuts.map(({ by, multiplier, arrivedMs, share, key }) => {
      const paid = figure(multiplier)
      const part = share === 100 ? '' : ` (${share}%)`
      if (by === 'target') return t`Target reached, paid ${paid}×${part}`
      if (by === 'cap') return t`Highest payout reached, paid ${paid}×${part}`
      if (by === 'takeover') return t`Paid ${paid}× by the server that took the round over${part}`
      const pressedAt = key === null ? undefined : play.table.pressedAt(key)
      if (pressedAt === undefined || startAt === null || arrivedMs === null) {
        const seconds = arrivedMs === null ? '–' : decimal((arrivedMs / 1_000).toFixed(2))
        return t`Arrived ${seconds} s after the start, paid ${paid}×${part}`
      }
      const pressed = hundredths(crashPointAt(Math.max(0, pressedAt - startAt)))
      const later = integer(Math.max(0, Math.round(arrivedMs - (pressedAt - startAt))))
      return t`Pressed at ${pressed}×, arrived ${later} ms later, paid ${paid}×${part}`
    })
  }
  return (
    <div className="grid grid-cols-1 gap-2.5" data-testid="crash-own-bets">
      {bets.map((bet) => (
        <div key={bet.id} className="grid grid-cols-1 gap-1.5">
          <DefinitionList
            facts={[
              { term: t`Your bet`, value: coins(unitsOf(bet.stake, play.engine), coin) },
              ...(bet.autoAt === null ? [] : [{ term: t`Auto cash-out`, value: `${figure(bet.autoAt)}×` }]),
              {
                term: t`Payout`,
                value:
                  bet.status === 'refunded' ? (
                    <Trans>stake given back</Trans>
                  ) : (
                    coins(unitsOf(bet.payout, play.engine), coin)
                  ),
              },
            ]}
          />
          {lines(bet).map((line) => (
            <Text key={line} size={3} tone="muted" num>
              {line}
            </Text>
          ))}
        </div>
      ))}
    </div>
  )
}
