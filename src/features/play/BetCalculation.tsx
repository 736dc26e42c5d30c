import { Trans } from '@lingui/react/macro'
import { Heading } from '#ui/Heading.tsx'
import styles from './BetCalculation.module.css'
import { CalculationStep } from './CalculationStep.tsx'
import type { BetCheck } from './check-bet.ts'
import { DiceSteps } from './DiceSteps.tsx'
import { LimboSteps } from './LimboSteps.tsx'
import { MinesSteps } from './MinesSteps.tsx'
import type { Balance, SettledBet } from './play-engine.ts'
import { PlinkoSteps } from './PlinkoSteps.tsx'
import { shortHex } from './short-hex.ts'
import { usePlayFormat } from './use-play-format.ts'

interface BetCalculationProps {
  bet: SettledBet
  check: BetCheck
  coin: Balance
}

/** Every step from the seeds to the payout, in words and numbers. */
export function BetCalculation({ bet, check, coin }: BetCalculationProps) {
  const { coins, multiplier } = usePlayFormat()
  const { explanation, recomputed } = check
  const { arithmetic, draws } = explanation
  const stake = coins(bet.stake, coin)
  const factor = multiplier(arithmetic.multiplier)
  return (
    <section className="grid grid-cols-1 gap-3.5">
      <Heading level={3} size="section">
        <Trans>How the result was worked out</Trans>
      </Heading>
      <ol className={styles.steps}>
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
              <code className={styles.digest} translate="no">
                {digest}
              </code>
            }
          >
            <Trans>HMAC-SHA256(server seed, “{message}”)</Trans>
          </CalculationStep>
        ))}
        {arithmetic.game === 'dice' ? <DiceSteps arithmetic={arithmetic} draws={draws} /> : null}
        {arithmetic.game === 'limbo' ? <LimboSteps arithmetic={arithmetic} draws={draws} /> : null}
        {arithmetic.game === 'plinko' ? <PlinkoSteps arithmetic={arithmetic} draws={draws} /> : null}
        {arithmetic.game === 'mines' ? <MinesSteps arithmetic={arithmetic} draws={draws} /> : null}
        <CalculationStep value={coins(recomputed.payout, coin)}>
          <Trans>
            Payout: {stake} × {factor}
          </Trans>
        </CalculationStep>
      </ol>
    </section>
  )
}
