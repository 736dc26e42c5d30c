import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import * as v from 'valibot'
import { changePassword } from '#contract/account.ts'
import type { Asks } from '#contract/proof.ts'
import { useDraftForm } from '#session/use-draft-form.ts'
import { NO_PROOF, PROOF_SECRETS, useProof } from '#session/use-proof.ts'
import { Button } from '#ui/Button.tsx'
import { FormError } from '#ui/FormError.tsx'
import { PasswordField } from '#ui/PasswordField.tsx'
import { Text } from '#ui/Text.tsx'
import { textLinkClass } from '#ui/text-link-class.ts'
import { ProofFields } from './proof/ProofFields.tsx'
import { securityQuery } from './security.queries.ts'

interface ChangePasswordFormProps {
  email: string | null
  asks: Asks
  onDone: () => void
}

const EMPTY = { ...NO_PROOF, newPassword: '' }

/** A new password for whoever knows the old one, or the first one. */
export function ChangePasswordForm({ email, asks, onDone }: ChangePasswordFormProps) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const proof = useProof(asks)
  const { formProps, field, isSubmitting, failure } = useDraftForm({
    name: 'change-password',
    schema: v.object({ ...proof.entries, newPassword: changePassword.body.entries.newPassword }),
    defaultValues: EMPTY,
    secret: [...PROOF_SECRETS, 'newPassword'],
    fieldOfCode: { ...proof.fieldOfCode, password_common: 'newPassword' },
    onSubmit: proof.guarded(async ({ newPassword, ...given }) => {
      await proof.send(changePassword, { body: { newPassword } }, given)
      void queryClient.invalidateQueries({ queryKey: securityQuery.queryKey })
      onDone()
    }),
  })
  return (
    <form {...formProps} className="grid gap-4">
      <ProofFields proof={proof} email={email} field={field} passwordLabel={t`Current password`} />
      <PasswordField
        {...field('newPassword')}
        label={t`New password`}
        hint={t`10 characters or more`}
        autoComplete="new-password"
      />
      <FormError>{failure}</FormError>
      <div>
        <Button type="submit" loading={isSubmitting}>
          {asks.password ? <Trans>Change password</Trans> : <Trans>Set password</Trans>}
        </Button>
      </div>
      {asks.password ? (
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
