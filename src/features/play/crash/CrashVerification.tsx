import { Trans, useLingui } from '@lingui/react/macro'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import type { CrashRound } from '#contract/crash.ts'
import { Button } from '#ui/Button.tsx'
import { FormError } from '#ui/FormError.tsx'
import { ProgressBar } from '#ui/ProgressBar.tsx'
import type { CrashChainFacts } from '#features/play/crash-table.ts'
import { Verdict } from '#features/play/fairness/Verdict.tsx'
import { verifyCrashRound, type CrashProof } from './crash-proof.ts'

interface CrashVerificationProps {
  round: CrashRound
  chain: CrashChainFacts
}

/** Progress shows after so long. */
const SHOWN_AFTER_MS = 300

export function CrashVerification({ round, chain }: CrashVerificationProps) {
  const { t } = useLingui()
  const [proof, setProof] = useState<CrashProof>()
  const [isChecking, setIsChecking] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  const [percent, setPercent] = useState(0)
  const verify = async () => {
    setIsChecking(true)
    setHasFailed(false)
    const startedAt = performance.now()
    const onProgress = (done: number) => {
      if (performance.now() - startedAt > SHOWN_AFTER_MS) setPercent(Math.floor(100 * done))
    }
    try {
      setProof(await verifyCrashRound(round, chain, { onProgress }))
    } catch {
      setHasFailed(true)
    }
    setIsChecking(false)
    setPercent(0)
  }
  if (!proof) {
    return (
      <div className="grid grid-cols-1 gap-2.5">
        <Button
          block
          loading={isChecking}
          data-testid="verify-round"
          icon={<ShieldCheck aria-hidden size={20} />}
          onClick={() => void verify()}
        >
          <Trans>Verify</Trans>
        </Button>
        {percent > 0 ? (
          <ProgressBar label={t`Hashes followed back to the published one`} value={percent} />
        ) : null}
        <FormError>
          {hasFailed
            ? t`What checks the signature of the salt cannot be loaded now. Try again when online.`
            : undefined}
        </FormError>
      </div>
    )
  }
  const { comparedWith, isSaltSigned } = proof
  const beaconRound = round.beacon?.round
  const isRight = proof.isOfChain && proof.isPoint && isSaltSigned !== false
  return (
    <Verdict isRight={isRight} faultTitle={t`This round does not match its proof`}>
      {!isRight ? (
        isSaltSigned === false ? (
          <Trans>
            The salt is not the first value that drand has signed after betting closed. Keep what is shown
            here.
          </Trans>
        ) : proof.isOfChain ? (
          <Trans>Hash and salt make another end. Keep what is shown here.</Trans>
        ) : (
          <Trans>The hash does not belong to the published chain. Keep what is shown here.</Trans>
        )
      ) : comparedWith === 0 ? (
        <Trans>
          The hash leads to the last hash of the chain, published before the first game. With the salt it
          makes this end.
        </Trans>
      ) : (
        <Trans>
          The hash belongs to the same chain as game {comparedWith}, verified here before. With the salt it
          makes this end.
        </Trans>
      )}{' '}
      {isRight && isSaltSigned ? (
        <Trans>
          The salt is drand round {beaconRound}, the first after betting closed, and signed by its network.
        </Trans>
      ) : null}
    </Verdict>
  )
}
