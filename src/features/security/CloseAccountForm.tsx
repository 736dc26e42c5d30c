import { Trans, useLingui } from '@lingui/react/macro'
import * as v from 'valibot'
import { closeAccount } from '#contract/account.ts'
import { SecondFactorSchema } from '#contract/account-fields.ts'
import { api } from '#lib/api.ts'
import { Button } from '#ui/Button.tsx'
import { CheckboxField } from '#ui/CheckboxField.tsx'
import { FormError } from '#ui/FormError.tsx'
import { TextField } from '#ui/TextField.tsx'
import { useDraftForm } from '#ui/use-draft-form.ts'
import { passwordProof } from './password-proof.ts'
import { PasswordProof } from './PasswordProof.tsx'

interface CloseAccountFormProps {
  email: string | null
  hasPassword: boolean
  hasTotp: boolean
  onClosed: () => void
}

const schemaOf = (hasPassword: boolean, hasTotp: boolean) =>
  v.object({
    password: passwordProof(hasPassword),
    code: hasTotp ? SecondFactorSchema : v.string(),
    isSure: v.pipe(
      v.boolean(),
      v.check((isYes: boolean) => isYes, 'unconfirmed'),
    ),
  })

/** Password, a code where the account asks for one, and a yes. */
export function CloseAccountForm({ email, hasPassword, hasTotp, onClosed }: CloseAccountFormProps) {
  const { t } = useLingui()
  const { formProps, field, isSubmitting, failure } = useDraftForm({
    name: 'close-account',
    schema: schemaOf(hasPassword, hasTotp),
    defaultValues: { password: '', code: '', isSure: false },
    secret: ['password', 'code', 'isSure'],
    fieldOfCode: { password_wrong: 'password', totp_required: 'code', totp_invalid: 'code' },
    onSubmit: async ({ password, code }) => {
      await api.call(closeAccount, { body: { password, ...(hasTotp && { code }) } })
      onClosed()
    },
  })
  return (
    <form {...formProps} className="grid gap-4">
      <PasswordProof email={email} hasPassword={hasPassword} field={field('password')} />
      {hasTotp ? (
        <TextField
          {...field('code')}
          label={t`Code`}
          hint={t`From your authenticator app, or a recovery code`}
          autoComplete="one-time-code"
        />
      ) : null}
      <CheckboxField {...field('isSure')} label={t`I want to close my account for good`} />
      <FormError>{failure}</FormError>
      <div>
        <Button type="submit" variant="danger" loading={isSubmitting}>
          <Trans>Close account</Trans>
        </Button>
      </div>
    </form>
  )
}
