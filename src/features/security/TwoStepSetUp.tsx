import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import { beginTotp } from '#contract/account.ts'
import type { DataOf } from '#contract/endpoint.ts'
import { api } from '#lib/api.ts'
import { Button } from '#ui/Button.tsx'
import { FormError } from '#ui/FormError.tsx'
import { useDraftForm } from '#ui/use-draft-form.ts'
import { Done } from './Done.tsx'
import { passwordProof } from './password-proof.ts'
import { PasswordProof } from './PasswordProof.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { securityQuery } from './security.queries.ts'
import { TotpSecret } from './TotpSecret.tsx'

type Stage =
  | { at: 'password' }
  | { at: 'secret'; totp: DataOf<typeof beginTotp> }
  | { at: 'codes'; codes: readonly string[] }
  | { at: 'done' }

interface TwoStepSetUpProps {
  email: string | null
  hasPassword: boolean
  hasTotp: boolean
}

/** Password, QR code and a first code, then the recovery codes, shown once. */
export function TwoStepSetUp({ email, hasPassword, hasTotp }: TwoStepSetUpProps) {
  const queryClient = useQueryClient()
  const [stage, setStage] = useState<Stage>({ at: 'password' })
  const { formProps, field, isSubmitting, failure } = useDraftForm({
    name: 'two-step-set-up',
    schema: v.object({ password: passwordProof(hasPassword) }),
    defaultValues: { password: '' },
    secret: ['password'],
    fieldOfCode: { password_wrong: 'password' },
    onSubmit: async (body) => setStage({ at: 'secret', totp: await api.call(beginTotp, { body }) }),
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
          <PasswordProof email={email} hasPassword={hasPassword} field={field('password')} />
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
