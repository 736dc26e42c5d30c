import { Trans, useLingui } from '@lingui/react/macro'
import { Mail } from 'lucide-react'
import * as v from 'valibot'
import { requestEmailChange } from '#contract/account.ts'
import type { Asks } from '#contract/proof.ts'
import { ProofFields } from '#features/security/proof/ProofFields.tsx'
import { useLocale } from '#i18n/use-locale.ts'
import { useDraftForm } from '#session/use-draft-form.ts'
import { NO_PROOF, PROOF_SECRETS, useProof } from '#session/use-proof.ts'
import { Button } from '#ui/Button.tsx'
import { FormError } from '#ui/FormError.tsx'
import { TextField } from '#ui/TextField.tsx'
import { keepSentTo } from './email-change.ts'

interface NewEmailFormProps {
  /** The address now. */
  email: string | null
  asks: Asks
  onSent: (email: string) => void
}

/** Has a code sent to the new address. */
export function NewEmailForm({ email, asks, onSent }: NewEmailFormProps) {
  const { t } = useLingui()
  const locale = useLocale()
  const proof = useProof(asks)
  const { formProps, field, isSubmitting, failure } = useDraftForm({
    name: 'change-email',
    schema: v.object({ ...proof.entries, email: requestEmailChange.body.entries.email }),
    defaultValues: { email: '', ...NO_PROOF },
    secret: PROOF_SECRETS,
    fieldOfCode: proof.fieldOfCode,
    onSubmit: proof.guarded(async ({ email: next, ...given }) => {
      const body = { email: next, locale }
      const { expiresInS } = await proof.send(requestEmailChange, { body }, given)
      keepSentTo(next, expiresInS)
      onSent(next)
    }),
  })
  return (
    <form {...formProps} className="grid gap-4">
      <TextField
        {...field('email')}
        label={t`New e-mail address`}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        icon={<Mail aria-hidden size={19} />}
      />
      <ProofFields proof={proof} email={email} field={field} />
      <FormError>{failure}</FormError>
      <div>
        <Button type="submit" loading={isSubmitting}>
          <Trans>Send a code</Trans>
        </Button>
      </div>
    </form>
  )
}
