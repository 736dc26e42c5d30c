import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Mail, ShieldCheck } from 'lucide-react'
import { type ComponentProps, useEffect, useState } from 'react'
import * as v from 'valibot'
import { ApiError } from '#api/api-error.ts'
import { EmailSchema, PasswordSchema, SecondFactorSchema } from '#contract/account-fields.ts'
import { login } from '#contract/auth.ts'
import { api } from '#session/api.ts'
import { useDraftForm } from '#session/use-draft-form.ts'
import { Button } from '#ui/Button.tsx'
import { CodeField } from '#ui/CodeField.tsx'
import { FormError } from '#ui/FormError.tsx'
import { PasswordField } from '#ui/PasswordField.tsx'
import { Text } from '#ui/Text.tsx'
import { TextField } from '#ui/TextField.tsx'
import { textLinkClass } from '#ui/text-link-class.ts'

const FirstStepSchema = v.object({ email: EmailSchema, password: PasswordSchema, code: v.string() })
const SecondStepSchema = v.object({ ...FirstStepSchema.entries, code: SecondFactorSchema })

interface LoginFormProps {
  /** Offers passkeys in the autofill list of the e-mail field. */
  hasPasskeys: boolean
  /** True if this was the last way the player tried: only then its error is shown. */
  isLatest: boolean
  onTry: () => void
  onToken: (token: string) => Promise<void>
}

/** Asks for a second step only if the account has one. */
export function LoginForm({ hasPasskeys, isLatest, onTry, onToken }: LoginFormProps) {
  const { t } = useLingui()
  const [asksForCode, setAsksForCode] = useState(false)
  const { form, formProps, field, isSubmitting, failure } = useDraftForm({
    name: 'login',
    schema: asksForCode ? SecondStepSchema : FirstStepSchema,
    defaultValues: { email: '', password: '', code: '' },
    secret: ['password', 'code'],
    fieldOfCode: { totp_invalid: 'code' },
    onSubmit: async ({ email, password, code }) => {
      const body = { email, password, ...(asksForCode && { code }) }
      try {
        const { token } = await api.call(login, { body })
        await onToken(token)
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'totp_required') throw error
        setAsksForCode(true)
        return false
      }
    },
  })
  useEffect(() => {
    if (asksForCode) form.setFocus('code')
  }, [asksForCode, form])

  return (
    <form {...formProps} onSubmitCapture={onTry} className="grid grid-cols-1 gap-3.5">
      {asksForCode ? (
        <SecondStep field={field('code')} onBack={() => setAsksForCode(false)} />
      ) : (
        <>
          <TextField
            {...field('email')}
            label={t`E-mail`}
            type="email"
            icon={<Mail aria-hidden size={19} />}
            autoComplete={hasPasskeys ? 'username webauthn' : 'username'}
            autoCapitalize="none"
            spellCheck={false}
            placeholder={t`you@example.com`}
          />
          <PasswordField {...field('password')} label={t`Password`} autoComplete="current-password" />
          <Link to="/forgot-password" className={`${textLinkClass} justify-self-end py-2.75`}>
            <Trans>Forgot password?</Trans>
          </Link>
        </>
      )}
      <FormError>{isLatest ? failure : undefined}</FormError>
      <Button type="submit" variant="secondary" block loading={isSubmitting}>
        <Trans>Log in</Trans>
      </Button>
    </form>
  )
}

interface SecondStepProps {
  field: Omit<ComponentProps<typeof CodeField>, 'label' | 'kind'>
  onBack: () => void
}

/** Asks for a code of the authenticator app, or for a recovery code. */
function SecondStep({ field, onBack }: SecondStepProps) {
  const { t } = useLingui()
  const [isRecovery, setIsRecovery] = useState(false)
  return (
    <div className="grid grid-cols-1 gap-3.5">
      <Text tone="muted">
        {isRecovery ? (
          <Trans>Enter one of the recovery codes you kept. Each works once.</Trans>
        ) : (
          <Trans>Your account has two-step login. Enter the code that your authenticator app shows.</Trans>
        )}
      </Text>
      <CodeField
        {...field}
        key={isRecovery ? 'recovery' : 'code'}
        kind={isRecovery ? 'recovery' : 'digits'}
        label={isRecovery ? t`Recovery code` : t`6-digit code`}
        icon={<ShieldCheck aria-hidden size={19} />}
        placeholder={isRecovery ? 'XXXXX-XXXXX' : '123456'}
      />
      <div className="flex flex-wrap justify-between gap-2">
        <Button variant="ghost" size="sm" onClick={() => setIsRecovery(!isRecovery)}>
          {isRecovery ? <Trans>Use the app</Trans> : <Trans>Use a recovery code</Trans>}
        </Button>
        <Button variant="ghost" size="sm" onClick={onBack}>
          <Trans>Back</Trans>
        </Button>
      </div>
    </div>
  )
}
