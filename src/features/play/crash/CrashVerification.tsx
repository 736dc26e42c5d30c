import { Trans, useLingui } from '@lingui/react/macro'
import { ShieldAlert, ShieldCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { CrashRound } from '#contract/crash.ts'
import { Button } from '#ui/Button.tsx'
import { Callout } from '#ui/Callout.tsx'
import type { CrashChainFacts } from '#features/play/crash-table.ts'
import { verifyCrashRound, type CrashProof } from './crash-proof.ts'

interface CrashVerificationProps {
  round: CrashRound
  chain: CrashChainFacts
}

/** The button that works a round out again on this device, and what came of it. */
export function CrashVerification({ round, chain }: CrashVerificationProps) {
  const { t } = useLingui()
  const [proof, setProof] = useState<CrashProof>()
  const [isChecking, setIsChecking] = useState(false)
  const verdict = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (proof) verdict.current?.focus({ preventScroll: true })
  }, [proof])
  const verify = async () => {
    setIsChecking(true)
    setProof(await verifyCrashRound(round, chain))
    setIsChecking(false)
  }
  if (!proof) {
    return (
      <Button
        block
        loading={isChecking}
        data-testid="verify-round"
        icon={<ShieldCheck aria-hidden size={20} />}
        onClick={() => void verify()}
      >
        <Trans>Verify</Trans>
      </Button>
    )
  }
  const { comparedWith } = proof
  if (proof.isOfChain && proof.isPoint) {
    return (
      <Callout
        ref={verdict}
        tone="success"
        icon={<ShieldCheck aria-hidden size={32} />}
        title={t`Verified on this device`}
      >
        {comparedWith === 0 ? (
          <Trans>
            The hash leads to the last hash of the chain, published before the first game. With the salt it
            makes this end.
          </Trans>
        ) : (
          <Trans>
            The hash belongs to the same chain as game {comparedWith}, verified here before. With the salt it
            makes this end.
          </Trans>
        )}
      </Callout>
    )
  }
  return (
    <Callout
      ref={verdict}
      tone="danger"
      icon={<ShieldAlert aria-hidden size={32} />}
      title={t`This round does not match its proof`}
    >
      {proof.isOfChain ? (
        <Trans>Hash and salt make another end. Keep what is shown here.</Trans>
      ) : (
        <Trans>The hash does not belong to the published chain. Keep what is shown here.</Trans>
      )}
    </Callout>
  )
}
