import { Trans, useLingui } from '@lingui/react/macro'
import type { ComponentType } from 'react'
import { resetPassword } from '#contract/auth.ts'
import { api } from '#session/api.ts'
import type { CodeNoticeProps } from '#session/code-notice.ts'
import { useDraftForm } from '#session/use-draft-form.ts'
import { Button } from '#ui/Button.tsx'
import { FormError } from '#ui/FormError.tsx'
import { PasswordField } from '#ui/PasswordField.tsx'
import { EmailCodeFields } from './EmailCodeFields.tsx'

interface ForgotPasswordFormProps {
  onDone: () => void
  CodeNotice: ComponentType<CodeNoticeProps>
}

/** Proves the address with a code and sets a new password. */
export function ForgotPasswordForm({ onDone, CodeNotice }: ForgotPasswordFormProps) {
  const { t } = useLingui()
  const { form, formProps, field, isSubmitting, failure, setFailure } = useDraftForm({
    name: 'forgot-password',
    schema: resetPassword.body,
    defaultValues: { email: '', emailCode: '', password: '' },
    secret: ['emailCode', 'password'],
    fieldOfCode: { email_code_invalid: 'emailCode', password_common: 'password' },
    onSubmit: async (body) => {
      await api.call(resetPassword, { body })
      onDone()
    },
  })
  return (
    <form {...formProps} className="grid grid-cols-1 gap-4">
      <EmailCodeFields
        purpose="reset"
        form={form}
        field={field}
        setFailure={setFailure}
        CodeNotice={CodeNotice}
      />
      <PasswordField
        {...field('password')}
        label={t`New password`}
        autoComplete="new-password"
        hint={<Trans>10 characters or more. A few words in a row are strong and easy to remember.</Trans>}
      />
      <FormError>{failure}</FormError>
      <Button type="submit" block loading={isSubmitting}>
        <Trans>Set new password</Trans>
      </Button>
    </form>
  )
}
