import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { useState } from 'react'
import * as v from 'valibot'
import { changePassword } from '#contract/account.ts'
import type { Asks } from '#contract/proof.ts'
import { useDraftForm } from '#session/use-draft-form.ts'
import { NO_PROOF, PROOF_SECRETS, useProof } from '#session/use-proof.ts'
import { AnswerGate } from '#ui/AnswerGate.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Button } from '#ui/Button.tsx'
import { Callout } from '#ui/Callout.tsx'
import { FormError } from '#ui/FormError.tsx'
import { PasswordField } from '#ui/PasswordField.tsx'
import { textLinkClass } from '#ui/text-link-class.ts'
import { Text } from '#ui/Text.tsx'
import { Done } from './Done.tsx'
import { ProofFields } from './proof/ProofFields.tsx'
import { securityQuery } from './security.queries.ts'
import { SecurityFrame } from './SecurityFrame.tsx'

/** Sets the first password of an account that was opened with a wallet, too. */
export function ChangePasswordPage() {
  const { t } = useLingui()
  const query = useQuery(securityQuery)
  const [isDone, setIsDone] = useState(false)
  return (
    <SecurityFrame
      title={<Trans>Password</Trans>}
      lead={<Trans>Choose a password that you use nowhere else. A sentence is fine.</Trans>}
    >
      {isDone ? (
        <Done title={<Trans>Your password is changed</Trans>}>
          <Trans>Every other device is logged out, and we have sent you a mail about it.</Trans>
        </Done>
      ) : (
        <AnswerGate query={query}>
          {({ email, asks }) =>
            email === null ? (
              <Callout
                icon={<Mail aria-hidden size={28} />}
                title={t`First an e-mail address`}
                action={
                  <div>
                    <Link to="/security/email" className={buttonClass({ size: 'sm' })}>
                      <Trans>Add an address</Trans>
                    </Link>
                  </div>
                }
              >
                <Trans>
                  To log in with a password, you also need an e-mail address. Your account has none yet.
                </Trans>
              </Callout>
            ) : (
              <ChangePasswordForm email={email} asks={asks} onDone={() => setIsDone(true)} />
            )
          }
        </AnswerGate>
      )}
    </SecurityFrame>
  )
}

interface ChangePasswordFormProps {
  email: string | null
  asks: Asks
  onDone: () => void
}

const EMPTY = { ...NO_PROOF, newPassword: '' }

function ChangePasswordForm({ email, asks, onDone }: ChangePasswordFormProps) {
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
