import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { removeTotp } from '#contract/account.ts'
import type { Asks } from '#contract/proof.ts'
import { Done } from '#features/security/Done.tsx'
import { securityQuery } from '#features/security/security.queries.ts'
import { Text } from '#ui/Text.tsx'
import { ReauthenticateForm } from './ReauthenticateForm.tsx'

interface TwoStepOffProps {
  email: string | null
  asks: Asks
  hasTotp: boolean
}

/** Switches the second step off. */
export function TwoStepOff({ email, asks, hasTotp }: TwoStepOffProps) {
  const queryClient = useQueryClient()
  if (!hasTotp) return <Done title={<Trans>Two-step login is off</Trans>} />
  return (
    <>
      <Text tone="muted">
        <Trans>Without it, anyone who has your password can log in.</Trans>
      </Text>
      <ReauthenticateForm
        name="two-step-off"
        email={email}
        asks={asks}
        action={<Trans>Switch off</Trans>}
        isDangerous
        onSubmit={async (proof, given) => {
          const next = await proof.send(removeTotp, { body: {} }, given)
          queryClient.setQueryData(securityQuery.queryKey, next)
        }}
      />
    </>
  )
}
