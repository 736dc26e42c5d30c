import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import { beginTotp } from '#contract/account.ts'
import type { DataOf } from '#contract/endpoint.ts'
import type { Asks } from '#contract/proof.ts'
import { Done } from '#features/security/Done.tsx'
import { ProofFields } from '#features/security/proof/ProofFields.tsx'
import { securityQuery } from '#features/security/security.queries.ts'
import { useDraftForm } from '#session/use-draft-form.ts'
import { NO_PROOF, PROOF_SECRETS, useProof } from '#session/use-proof.ts'
import { Button } from '#ui/Button.tsx'
import { FormError } from '#ui/FormError.tsx'
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
  const proof = useProof(asks)
  const { formProps, field, isSubmitting, failure } = useDraftForm({
    name: 'two-step-set-up',
    schema: v.object(proof.entries),
    defaultValues: NO_PROOF,
    secret: PROOF_SECRETS,
    fieldOfCode: proof.fieldOfCode,
    onSubmit: proof.guarded(async (given) =>
      setStage({ at: 'secret', totp: await proof.send(beginTotp, { body: {} }, given) }),
    ),
  })
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
        <form {...formProps} className="grid gap-4">
          <ProofFields proof={proof} email={email} field={field} />
          <FormError>{failure}</FormError>
          <div>
            <Button type="submit" loading={isSubmitting}>
              <Trans>Go on</Trans>
            </Button>
          </div>
        </form>
      )
  }
}
