import { Trans, useLingui } from '@lingui/react/macro'
import * as v from 'valibot'
import { closeAccount } from '#contract/account.ts'
import { SecondFactorSchema } from '#contract/account-fields.ts'
import '#i18n/money-answers.ts'
import { api } from '#lib/api.ts'
import { Button } from '#ui/Button.tsx'
import { CheckboxField } from '#ui/CheckboxField.tsx'
import { FormError } from '#ui/FormError.tsx'
import { TextField } from '#ui/TextField.tsx'
import { useDraftForm } from '#ui/use-draft-form.ts'
import { passwordProof } from './password-proof.ts'
import { PasswordProof } from './PasswordProof.tsx'

interface CloseAccountFormProps {
  email: string | null
  hasPassword: boolean
  hasTotp: boolean
  /** There is something to give up. */
  holdsMoney: boolean
  onClosed: () => void
}

const YesSchema = v.pipe(
  v.boolean(),
  v.check((isYes: boolean) => isYes, 'unconfirmed'),
)

const schemaOf = ({ hasPassword, hasTotp, holdsMoney }: CloseAccountFormProps) =>
  v.object({
    password: passwordProof(hasPassword),
    code: hasTotp ? SecondFactorSchema : v.string(),
    forfeitBalance: holdsMoney ? YesSchema : v.boolean(),
    isSure: YesSchema,
  })

/** Password, a code where the account asks for one, and a yes; a second one to giving up what is held. */
export function CloseAccountForm(props: CloseAccountFormProps) {
  const { email, hasPassword, hasTotp, holdsMoney, onClosed } = props
  const { t } = useLingui()
  const { formProps, field, isSubmitting, failure } = useDraftForm({
    name: 'close-account',
    schema: schemaOf(props),
    defaultValues: { password: '', code: '', forfeitBalance: false, isSure: false },
    secret: ['password', 'code', 'forfeitBalance', 'isSure'],
    fieldOfCode: { password_wrong: 'password', totp_required: 'code', totp_invalid: 'code' },
    onSubmit: async ({ password, code, forfeitBalance }) => {
      const body = { password, ...(hasTotp && { code }), ...(holdsMoney && { forfeitBalance }) }
      await api.call(closeAccount, { body })
      onClosed()
    },
  })
  return (
    <form {...formProps} className="grid gap-4">
      <PasswordProof email={email} hasPassword={hasPassword} field={field('password')} />
      {hasTotp ? (
        <TextField
          {...field('code')}
          label={t`Code`}
          hint={t`From your authenticator app, or a recovery code`}
          autoComplete="one-time-code"
        />
      ) : null}
      {holdsMoney ? (
        <CheckboxField
          {...field('forfeitBalance')}
          label={t`I give up what this account holds`}
          hint={t`It goes to the house.`}
        />
      ) : null}
      <CheckboxField {...field('isSure')} label={t`I want to close my account for good`} />
      <FormError>{failure}</FormError>
      <div>
        <Button type="submit" variant="danger" loading={isSubmitting}>
          <Trans>Close account</Trans>
        </Button>
      </div>
    </form>
  )
}
