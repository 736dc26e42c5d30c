import { Trans, useLingui } from '@lingui/react/macro'
import { Mail } from 'lucide-react'
import * as v from 'valibot'
import { requestEmailChange } from '#contract/account.ts'
import { useLocale } from '#i18n/use-locale.ts'
import { api } from '#lib/api.ts'
import { Button } from '#ui/Button.tsx'
import { FormError } from '#ui/FormError.tsx'
import { TextField } from '#ui/TextField.tsx'
import { useDraftForm } from '#ui/use-draft-form.ts'
import { passwordProof } from './password-proof.ts'
import { PasswordProof } from './PasswordProof.tsx'
import { keepSentTo } from './email-change.ts'

interface NewEmailFormProps {
  /** The address now. */
  email: string | null
  hasPassword: boolean
  onSent: (email: string) => void
}

const schemaOf = (hasPassword: boolean) =>
  v.object({ password: passwordProof(hasPassword), email: requestEmailChange.body.entries.email })

/** Has a code sent to the new address. */
export function NewEmailForm({ email, hasPassword, onSent }: NewEmailFormProps) {
  const { t } = useLingui()
  const locale = useLocale()
  const { formProps, field, isSubmitting, failure } = useDraftForm({
    name: 'change-email',
    schema: schemaOf(hasPassword),
    defaultValues: { email: '', password: '' },
    secret: ['password'],
    fieldOfCode: { password_wrong: 'password' },
    onSubmit: async (values) => {
      const { expiresInS } = await api.call(requestEmailChange, { body: { ...values, locale } })
      keepSentTo(values.email, expiresInS)
      onSent(values.email)
    },
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
      <PasswordProof email={email} hasPassword={hasPassword} field={field('password')} />
      <FormError>{failure}</FormError>
      <div>
        <Button type="submit" loading={isSubmitting}>
          <Trans>Send a code</Trans>
        </Button>
      </div>
    </form>
  )
}
