import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { removeTotp } from '#contract/account.ts'
import { Button } from '#ui/Button.tsx'
import { FormError } from '#ui/FormError.tsx'
import { PasswordField } from '#ui/PasswordField.tsx'
import { TextField } from '#ui/TextField.tsx'
import { useDraftForm } from '#ui/use-draft-form.ts'
import { AccountName } from './AccountName.tsx'

interface ReauthenticateFormProps {
  /** Names the form. */
  name: string
  email: string | null
  action: ReactNode
  isDangerous?: boolean
  onSubmit: (proof: { password: string; code: string }) => Promise<unknown>
}

/** Password and second step once more, for what matters. */
export function ReauthenticateForm({ name, email, action, isDangerous, onSubmit }: ReauthenticateFormProps) {
  const { t } = useLingui()
  const { formProps, field, isSubmitting, failure } = useDraftForm({
    name,
    schema: removeTotp.body,
    defaultValues: { password: '', code: '' },
    secret: ['password', 'code'],
    fieldOfCode: { password_wrong: 'password', totp_invalid: 'code', totp_required: 'code' },
    onSubmit,
  })
  return (
    <form {...formProps} className="grid gap-4">
      <AccountName email={email} />
      <PasswordField {...field('password')} label={t`Your password`} autoComplete="current-password" />
      <TextField
        {...field('code')}
        label={t`Code`}
        hint={t`From your authenticator app, or a recovery code`}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <FormError>{failure}</FormError>
      <div>
        <Button type="submit" variant={isDangerous ? 'danger' : 'primary'} loading={isSubmitting}>
          {action}
        </Button>
      </div>
    </form>
  )
}
