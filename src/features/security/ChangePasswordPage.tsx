import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changePassword } from '#contract/account.ts'
import { api } from '#lib/api.ts'
import { Button } from '#ui/Button.tsx'
import { FormError } from '#ui/FormError.tsx'
import { PasswordField } from '#ui/PasswordField.tsx'
import { Text } from '#ui/Text.tsx'
import { textLinkClass } from '#ui/text-link-class.ts'
import { useDraftForm } from '#ui/use-draft-form.ts'
import { AccountName } from './AccountName.tsx'
import { Done } from './Done.tsx'
import { securityQuery } from './security.queries.ts'
import { SecurityFrame } from './SecurityFrame.tsx'

const EMPTY = { currentPassword: '', password: '' }

/** A new password for whoever knows the old one. */
export function ChangePasswordPage() {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const { data: security } = useQuery(securityQuery)
  const [isDone, setIsDone] = useState(false)
  const { formProps, field, isSubmitting, failure } = useDraftForm({
    name: 'change-password',
    schema: changePassword.body,
    defaultValues: EMPTY,
    secret: ['currentPassword', 'password'],
    fieldOfCode: { password_wrong: 'currentPassword', password_common: 'password' },
    onSubmit: async (body) => {
      await api.call(changePassword, { body })
      void queryClient.invalidateQueries({ queryKey: securityQuery.queryKey })
      setIsDone(true)
    },
  })
  return (
    <SecurityFrame
      title={<Trans>Password</Trans>}
      lead={<Trans>Choose one that you use nowhere else. A sentence is fine.</Trans>}
    >
      {isDone ? (
        <Done title={<Trans>Your password is changed</Trans>}>
          <Trans>Every other device is logged out, and we have sent you a mail about it.</Trans>
        </Done>
      ) : (
        <form {...formProps} className="grid gap-4">
          <AccountName email={security?.email ?? null} />
          <PasswordField
            {...field('currentPassword')}
            label={t`Current password`}
            autoComplete="current-password"
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
              <Trans>Change password</Trans>
            </Button>
          </div>
          <Text size={3} tone="muted">
            <Trans>
              Forgotten?{' '}
              <Link to="/forgot-password" className={textLinkClass}>
                Set a new one by e-mail
              </Link>
              .
            </Trans>
          </Text>
        </form>
      )}
    </SecurityFrame>
  )
}
