import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { beginTotp } from '#contract/account.ts'
import type { DataOf } from '#contract/endpoint.ts'
import type { Asks } from '#contract/proof.ts'
import { Done } from '#features/security/Done.tsx'
import { securityQuery } from '#features/security/security.queries.ts'
import { ReauthenticateForm } from './ReauthenticateForm.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { TotpSecret } from './TotpSecret.tsx'

type Stage =
  | { at: 'password' }
  | { at: 'secret'; totp: DataOf<typeof beginTotp> }
  | { at: 'codes'; codes: readonly string[] }
  | { at: 'done' }

interface TwoStepSetUpProps {
  email: string | null
  asks: Asks
  hasTotp: boolean
}

/** Password, QR code and a first code, then the recovery codes, shown once. */
export function TwoStepSetUp({ email, asks, hasTotp }: TwoStepSetUpProps) {
  const queryClient = useQueryClient()
  const [stage, setStage] = useState<Stage>({ at: 'password' })
  switch (stage.at) {
    case 'codes':
      return <RecoveryCodes codes={stage.codes} onKept={() => setStage({ at: 'done' })} />
    case 'done':
      return (
        <Done title={<Trans>Two-step login is on</Trans>}>
          <Trans>The next log-in asks for a code. Every other device is logged out.</Trans>
        </Done>
      )
    case 'secret':
      return (
        <TotpSecret
          totp={stage.totp}
          onConfirmed={(codes) => {
            setStage({ at: 'codes', codes })
            void queryClient.invalidateQueries({ queryKey: securityQuery.queryKey })
          }}
        />
      )
    case 'password':
      if (hasTotp) return <Done title={<Trans>Two-step login is on</Trans>} />
      return (
        <ReauthenticateForm
          name="two-step-set-up"
          email={email}
          asks={asks}
          action={<Trans>Go on</Trans>}
          onSubmit={async (proof, given) =>
            setStage({ at: 'secret', totp: await proof.send(beginTotp, { body: {} }, given) })
          }
        />
      )
  }
}
