import { Trans, useLingui } from '@lingui/react/macro'
import { ShieldCheck } from 'lucide-react'
import { useEffect } from 'react'
import * as v from 'valibot'
import { SecondFactorSchema } from '#contract/account-fields.ts'
import { useDraftForm } from '#session/use-draft-form.ts'
import { Button } from '#ui/Button.tsx'
import { FormError } from '#ui/FormError.tsx'
import { CodeField } from '#ui/CodeField.tsx'

interface LoginCodeFormProps {
  onSubmit: (values: { code: string }) => Promise<unknown>
  onBack: () => void
}

const FormSchema = v.object({ code: SecondFactorSchema })

/** Second step of an account that has one, after the wallet's signature. */
export function LoginCodeForm({ onSubmit, onBack }: LoginCodeFormProps) {
  const { t } = useLingui()
  const { form, formProps, field, isSubmitting, failure } = useDraftForm({
    name: 'wallet-code',
    schema: FormSchema,
    defaultValues: { code: '' },
    secret: ['code'],
    fieldOfCode: { totp_invalid: 'code' },
    onSubmit,
  })
  useEffect(() => form.setFocus('code'), [form])
  return (
    <form {...formProps} className="grid grid-cols-1 gap-4">
      <CodeField
        {...field('code')}
        kind="digits-or-recovery"
        label={t`Code of your second step`}
        hint={t`From your authenticator app, or one of your recovery codes`}
        icon={<ShieldCheck aria-hidden size={19} />}
        placeholder="123456"
      />
      <FormError>{failure}</FormError>
      <div className="flex flex-wrap gap-2.5">
        <Button variant="secondary" className="flex-1" onClick={onBack}>
          <Trans>Back</Trans>
        </Button>
        <Button type="submit" className="flex-1" loading={isSubmitting}>
          <Trans>Log in</Trans>
        </Button>
      </div>
    </form>
  )
}
