import { Trans } from '@lingui/react/macro'
import { Suspense } from 'react'
import { Heading } from '#ui/Heading.tsx'
import { calculationClass } from '#ui/play/calculation-class.ts'
import { CalculationStep } from './CalculationStep.tsx'
import type { BetCheck } from '#features/play/check-bet.ts'
import type { SettledBet } from '#features/play/play-engine.ts'
import { usePlayableGames } from '#features/play/play-context.ts'
import { shortHex } from '#features/play/short-hex.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'

interface BetCalculationProps {
  bet: SettledBet
  check: BetCheck
}

/** Every step from the seeds to the payout, in words and numbers. */
export function BetCalculation({ bet, check }: BetCalculationProps) {
  const playableGame = usePlayableGames()
  const { coins, multiplier } = usePlayFormat()
  const { explanation, recomputed } = check
  const { arithmetic, draws } = explanation
  const { Steps } = playableGame(bet.game)
  const stake = coins(bet.stake, bet)
  const factor = multiplier(arithmetic.multiplier)
  return (
    <section className="grid grid-cols-1 gap-3.5">
      <Heading level={3} size="section">
        <Trans>How the result was worked out</Trans>
      </Heading>
      <ol className={calculationClass.steps}>
        <CalculationStep value={shortHex(explanation.serverSeedHash)}>
          {check.isSeedCommitted ? (
            <Trans>SHA-256(server seed) is the hash shown before the bet</Trans>
          ) : (
            <Trans>SHA-256(server seed) is not the hash shown before the bet</Trans>
          )}
        </CalculationStep>
        {explanation.rounds.map(({ round, message, digest }) => (
          <CalculationStep
            key={round}
            value={`${digest.slice(0, 4)}…`}
            detail={
              <code className={calculationClass.digest} translate="no">
                {digest}
              </code>
            }
          >
            <Trans>HMAC-SHA256(server seed, “{message}”)</Trans>
          </CalculationStep>
        ))}
        <Suspense fallback={null}>
          <Steps arithmetic={arithmetic} draws={draws} />
        </Suspense>
        <CalculationStep value={coins(recomputed.payout, bet)}>
          <Trans>
            Payout: {stake} × {factor}
          </Trans>
        </CalculationStep>
      </ol>
    </section>
  )
}
