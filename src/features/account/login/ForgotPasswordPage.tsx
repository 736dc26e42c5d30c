import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { resetPassword } from '#contract/auth.ts'
import { api } from '#session/api.ts'
import type { CodeNoticeProps } from '#session/code-notice.ts'
import { useDraftForm } from '#session/use-draft-form.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { FormError } from '#ui/FormError.tsx'
import { Heading } from '#ui/Heading.tsx'
import { PasswordField } from '#ui/PasswordField.tsx'
import { Text } from '#ui/Text.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { EmailCodeFields } from './EmailCodeFields.tsx'

export function ForgotPasswordPage({ CodeNotice }: { CodeNotice: ComponentType<CodeNoticeProps> }) {
  const { t } = useLingui()
  const [isDone, setIsDone] = useState(false)
  if (isDone) {
    return (
      <div role="status">
        <EmptyState
          level={1}
          icon={<KeyRound aria-hidden size={26} />}
          title={t`Your password is changed`}
          detail={t`Every device is logged out. Log in with the new password.`}
          action={
            <Link to="/accout" replace className={buttonClass()}>
              <Trans>Log in</Trans>
            </Link>
          }
        />
      </div>
    )
  }
  return (
    <div className="grid grid-cols-1 gap-5 px-4 w-full max-w-118 mx-auto">
      <div className="grid gap-1.5">
        <Heading level={1} size="display">
          <Trans>Forgot your password?</Trans>
        </Heading>
        <Text tone="muted">
          <Trans>We send a code to your e-mail address. Use it to set a new password.</Trans>
        </Text>
      </div>
      <ForgotPasswordForm onDone={() => setIsDone(true)} CodeNotice={CodeNotice} />
    </div>
  )
}

interface ForgotPasswordFormProps {
  onDone: () => void
  CodeNotice: ComponentType<CodeNoticeProps>
}

function ForgotPasswordForm({ onDone, CodeNotice }: ForgotPasswordFormProps) {
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
