import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { confirmTotp, type beginTotp } from '#contract/account.ts'
import type { DataOf } from '#contract/endpoint.ts'
import { api } from '#session/api.ts'
import { useDraftForm } from '#session/use-draft-form.ts'
import { Button } from '#ui/Button.tsx'
import { CopyableCode } from '#ui/CopyableCode.tsx'
import { FormError } from '#ui/FormError.tsx'
import { Heading } from '#ui/Heading.tsx'
import { QrCode } from '#ui/QrCode.tsx'
import { Text } from '#ui/Text.tsx'
import { CodeField } from '#ui/CodeField.tsx'
import { textLinkClass } from '#ui/text-link-class.ts'

interface TotpSecretProps {
  totp: DataOf<typeof beginTotp>
  onConfirmed: (recoveryCodes: readonly string[]) => void
}

const inFours = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ')

/** The secret to scan or to type, and the first code that proves the app has it. */
export function TotpSecret({ totp, onConfirmed }: TotpSecretProps) {
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
