import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { renewRecoveryCodes } from '#contract/account.ts'
import type { Asks } from '#contract/proof.ts'
import { Done } from '#features/security/Done.tsx'
import { securityQuery } from '#features/security/security.queries.ts'
import { Text } from '#ui/Text.tsx'
import { ReauthenticateForm } from './ReauthenticateForm.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

/** New recovery codes in place of the old ones. */
export function TwoStepRenew({ email, asks }: { email: string | null; asks: Asks }) {
  const queryClient = useQueryClient()
  const [codes, setCodes] = useState<readonly string[]>()
  const [isKept, setIsKept] = useState(false)
  if (isKept) return <Done title={<Trans>You have new recovery codes</Trans>} />
  if (codes) return <RecoveryCodes codes={codes} onKept={() => setIsKept(true)} />
  return (
    <>
      <Text tone="muted">
        <Trans>The old recovery codes stop working at once.</Trans>
      </Text>
      <ReauthenticateForm
        name="two-step-renew"
        email={email}
        asks={asks}
        action={<Trans>Make new codes</Trans>}
        onSubmit={async (proof, given) => {
          const { recoveryCodes } = await proof.send(renewRecoveryCodes, { body: {} }, given)
          setCodes(recoveryCodes)
          void queryClient.invalidateQueries({ queryKey: securityQuery.queryKey })
        }}
      />
    </>
  )
}
