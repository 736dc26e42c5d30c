import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { beginTotp, confirmTotp } from '#contract/account.ts'
import type { DataOf } from '#contract/endpoint.ts'
import type { Asks } from '#contract/proof.ts'
import { Done } from '#features/security/Done.tsx'
import { securityQuery } from '#features/security/security.queries.ts'
import { api } from '#session/api.ts'
import { useDraftForm } from '#session/use-draft-form.ts'
import { Button } from '#ui/Button.tsx'
import { CodeField } from '#ui/CodeField.tsx'
import { CopyableCode } from '#ui/CopyableCode.tsx'
import { FormError } from '#ui/FormError.tsx'
import { Heading } from '#ui/Heading.tsx'
import { QrCode } from '#ui/QrCode.tsx'
import { textLinkClass } from '#ui/text-link-class.ts'
import { Text } from '#ui/Text.tsx'
import { ReauthenticateForm } from './ReauthenticateForm.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

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

interface TotpSecretProps {
  totp: DataOf<typeof beginTotp>
  onConfirmed: (recoveryCodes: readonly string[]) => void
}

const inFours = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ')

/** The first code proves that the authenticator app has the secret. */
function TotpSecret({ totp, onConfirmed }: TotpSecretProps) {
  const { t } = useLingui()
  const ref = useRef<HTMLHeadingElement>(null)
  useEffect(() => ref.current?.focus(), [])
  const { formProps, field, isSubmitting, failure } = useDraftForm({
    name: 'two-step-confirm',
    schema: confirmTotp.body,
    defaultValues: { code: '' },
    secret: ['code'],
    fieldOfCode: { totp_invalid: 'code' },
    onSubmit: async (body) => onConfirmed((await api.call(confirmTotp, { body })).recoveryCodes),
  })
  return (
    <form {...formProps} className="grid grid-cols-1 gap-4">
      <Heading level={2} ref={ref} tabIndex={-1}>
        <Trans>Add Koi to your app</Trans>
      </Heading>
      <Text tone="muted">
        <Trans>
          Scan this with your authenticator app. On this phone,{' '}
          <a href={totp.uri} className={textLinkClass}>
            open it in the app
          </a>
          .
        </Trans>
      </Text>
      <QrCode text={totp.uri} label={t`QR code with the secret below`} />
      <div className="grid gap-1.5">
        <Text size={3} tone="muted">
          <Trans>Or type this secret into it:</Trans>
        </Text>
        <CopyableCode text={inFours(totp.secret)} copyLabel={t`Copy secret`} copied={t`Secret copied`} />
      </div>
      <CodeField {...field('code')} kind="digits" label={t`Code your app shows now`} />
      <FormError>{failure}</FormError>
      <div>
        <Button type="submit" loading={isSubmitting}>
          <Trans>Switch on</Trans>
        </Button>
      </div>
    </form>
  )
}
