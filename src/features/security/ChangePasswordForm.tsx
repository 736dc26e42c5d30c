import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import * as v from 'valibot'
import { changePassword } from '#contract/account.ts'
import { api } from '#lib/api.ts'
import { Button } from '#ui/Button.tsx'
import { FormError } from '#ui/FormError.tsx'
import { PasswordField } from '#ui/PasswordField.tsx'
import { Text } from '#ui/Text.tsx'
import { textLinkClass } from '#ui/text-link-class.ts'
import { useDraftForm } from '#ui/use-draft-form.ts'
import { passwordProof } from './password-proof.ts'
import { PasswordProof } from './PasswordProof.tsx'
import { securityQuery } from './security.queries.ts'

interface ChangePasswordFormProps {
  email: string | null
  hasPassword: boolean
  onDone: () => void
}

const EMPTY = { currentPassword: '', password: '' }
const schemaOf = (hasPassword: boolean) =>
  v.object({
    currentPassword: passwordProof(hasPassword),
    password: changePassword.body.entries.password,
  })

/** A new password for whoever knows the old one, or the first one. */
export function ChangePasswordForm({ email, hasPassword, onDone }: ChangePasswordFormProps) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const { formProps, field, isSubmitting, failure } = useDraftForm({
    name: 'change-password',
    schema: schemaOf(hasPassword),
    defaultValues: EMPTY,
    secret: ['currentPassword', 'password'],
    fieldOfCode: { password_wrong: 'currentPassword', password_common: 'password' },
    onSubmit: async (body) => {
      await api.call(changePassword, { body })
      void queryClient.invalidateQueries({ queryKey: securityQuery.queryKey })
      onDone()
    },
  })
  return (
    <form {...formProps} className="grid gap-4">
      <PasswordProof
        email={email}
        hasPassword={hasPassword}
        field={field('currentPassword')}
        label={t`Current password`}
      />
      <PasswordField
        {...field('password')}
        label={t`New password`}
        hint={t`10 characters or more`}
        autoComplete="new-password"
      />
      <FormError>{failure}</FormError>
      <div>
        <Button type="submit" loading={isSubmitting}>
          {hasPassword ? <Trans>Change password</Trans> : <Trans>Set password</Trans>}
        </Button>
      </div>
      {hasPassword ? (
        <Text size={3} tone="muted">
          <Trans>
            Forgotten?{' '}
            <Link to="/forgot-password" className={textLinkClass}>
              Set a new one by e-mail
            </Link>
            .
          </Trans>
        </Text>
      ) : null}
    </form>
  )
}
