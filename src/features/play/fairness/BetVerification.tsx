import { Trans, useLingui } from '@lingui/react/macro'
import { KeyRound, ShieldCheck, ShieldQuestion } from 'lucide-react'
import { useState } from 'react'
import { useStore } from '#lib/use-store.ts'
import { Button } from '#ui/Button.tsx'
import { Callout } from '#ui/Callout.tsx'
import { usePlayEngine } from '#features/play/play-context.ts'
import type { BetCheck } from '#features/play/check-bet.ts'
import type { SettledBet } from '#features/play/play-engine.ts'
import { PairCheckStatus } from './PairCheckStatus.tsx'
import { pairChecks } from './pair-checks.state.ts'
import { RotateSeeds } from './RotateSeeds.tsx'
import { Verdict } from './Verdict.tsx'
import { usePlayFormat } from '#features/play/use-play-format.ts'

interface BetVerificationProps {
  bet: SettledBet
  /** Undefined while the server seed is secret. */
  check: BetCheck | undefined
}

export function BetVerification({ bet, check }: BetVerificationProps) {
  const ofPair = useStore(pairChecks).get(bet.seeds.serverSeedHash)
  return (
    <div className="grid grid-cols-1 gap-3">
      <OneBet bet={bet} check={check} />
      {ofPair ? <PairCheckStatus pair={ofPair.pair} /> : null}
    </div>
  )
}

function OneBet({ bet, check }: BetVerificationProps) {
  const { t } = useLingui()
  const { coins, result } = usePlayFormat()
  const [isAsked, setIsAsked] = useState(false)
  const current = useStore(usePlayEngine().seeds.current)

  if (!check) {
    if (current && current.serverSeedHash !== bet.seeds.serverSeedHash) {
      return (
        <Callout
          tone="warning"
          icon={<ShieldQuestion aria-hidden size={30} />}
          title={t`This bet can no longer be checked`}
        >
          <Trans>Play was started again before the server seed was revealed, so the seed is lost.</Trans>
        </Callout>
      )
    }
    return (
      <Callout
        icon={<KeyRound aria-hidden size={28} />}
        title={t`Reveal the server seed to verify`}
        action={<RotateSeeds />}
      >
        <Trans>
          It stays secret while you use it. Its hash below was fixed before the bet. The seed you see later
          must have exactly this hash.
        </Trans>
      </Callout>
    )
  }
  if (!isAsked) {
    return (
      <Button
        block
        data-testid="verify-bet"
        icon={<ShieldCheck aria-hidden size={20} />}
        onClick={() => setIsAsked(true)}
      >
        <Trans>Verify</Trans>
      </Button>
    )
  }
  const recomputed = result(check.recomputed)
  const due = coins(check.recomputed.payout, bet)
  const paid = coins(bet.payout, bet)
  return (
    <Verdict isRight={check.isVerified} faultTitle={t`This bet does not match its seeds`}>
      {check.isVerified ? (
        <span className="wrap-anywhere">
          <Trans>Recomputed {recomputed} from the seeds. It matches what was paid.</Trans>
        </span>
      ) : check.isSeedCommitted ? (
        <span className="wrap-anywhere">
          <Trans>
            The seeds give {recomputed} and a payout of {due}; {paid} was paid. Export this bet and keep it.
          </Trans>
        </span>
      ) : (
        <Trans>
          The server seed does not have the hash that was shown before the bet. Export this bet and keep it.
        </Trans>
      )}
    </Verdict>
  )
}
