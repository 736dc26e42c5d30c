import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { resultClass } from '#ui/play/result-class.ts'
import type { Coin, SettledBet } from '#features/play/play-engine.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'

interface ResultLineProps {
  bet: (Coin & Pick<SettledBet, 'id' | 'stake' | 'payout' | 'isFree'>) | undefined
  testId?: string
  /** On a plate, legible in front of a scene. */
  hasPlate?: boolean
  /** Stands in place of the sum. */
  children?: ReactNode
}

/** "You won +9.80 USDT". Keeps its height while there is no bet. */
export function ResultLine({ bet, testId = 'result-line', hasPlate = false, children }: ResultLineProps) {
  const { coins } = usePlayFormat()
  if (!bet) return <p className={resultClass.line}> </p>
  const net = bet.isFree ? bet.payout : bet.payout - bet.stake
  const sum = coins(net < 0n ? -net : net, bet)
  return (
    <p
      key={bet.id}
      className={resultClass.line}
      data-won={net > 0n || undefined}
      data-plate={hasPlate || undefined}
      data-testid={testId}
    >
      {children ??
        (net > 0n ? (
          <Trans>
            You won <b translate="no">+{sum}</b>
          </Trans>
        ) : net < 0n ? (
          <Trans>
            You lost <b translate="no">{sum}</b>
          </Trans>
        ) : bet.isFree ? (
          <Trans>Nothing won, and nothing of yours lost</Trans>
        ) : (
          <Trans>Your bet came back</Trans>
        ))}
    </p>
  )
}
