import type { ReactNode } from 'react'
import * as v from 'valibot'
import { SecondFactorSchema } from '#contract/account-fields.ts'
import { Button } from '#ui/Button.tsx'
import { FormError } from '#ui/FormError.tsx'
import { SecondFactorField } from '#ui/SecondFactorField.tsx'
import { useDraftForm } from '#ui/use-draft-form.ts'
import { passwordProof } from './password-proof.ts'
import { PasswordProof } from './PasswordProof.tsx'

interface ReauthenticateFormProps {
  /** Names the form. */
  name: string
  email: string | null
  hasPassword: boolean
  action: ReactNode
  isDangerous?: boolean
  onSubmit: (proof: { password?: string | undefined; code: string }) => Promise<unknown>
}

const schemaOf = (hasPassword: boolean) =>
  v.object({ password: passwordProof(hasPassword), code: SecondFactorSchema })

/** Password and second step once more, for what matters. */
export function ReauthenticateForm({
  name,
  email,
  hasPassword,
  action,
  isDangerous,
  onSubmit,
}: ReauthenticateFormProps) {
  const { formProps, field, isSubmitting, failure } = useDraftForm({
    name,
    schema: schemaOf(hasPassword),
    defaultValues: { password: '', code: '' },
    secret: ['password', 'code'],
    fieldOfCode: { password_wrong: 'password', totp_invalid: 'code', totp_required: 'code' },
    onSubmit,
  })
  return (
    <form {...formProps} className="grid gap-4">
      <PasswordProof email={email} hasPassword={hasPassword} field={field('password')} />
      <SecondFactorField {...field('code')} />
      <FormError>{failure}</FormError>
      <div>
        <Button type="submit" variant={isDangerous ? 'danger' : 'primary'} loading={isSubmitting}>
          {action}
        </Button>
      </div>
    </form>
  )
}
