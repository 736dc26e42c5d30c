import { Trans } from '@lingui/react/macro'
import { Fingerprint } from 'lucide-react'
import type { ProofWay } from '#session/use-proof.ts'
import { Button } from '#ui/Button.tsx'

interface ConfirmButtonProps {
  /** With its coin. */
  sum: string
  way: ProofWay
  isSubmitting: boolean
}

/** Sends the withdrawal, or has the browser ask for the passkey first. */
export function ConfirmButton({ sum, way, isSubmitting }: ConfirmButtonProps) {
  const isByPasskey = way === 'passkey'
  return (
    <Button
      type="submit"
      block
      loading={isSubmitting}
      {...(isByPasskey && { icon: <Fingerprint aria-hidden size={20} /> })}
    >
      {isByPasskey ? <Trans>Confirm with your passkey</Trans> : <Trans>Withdraw {sum}</Trans>}
    </Button>
  )
}
