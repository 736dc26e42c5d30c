import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState, type ComponentType } from 'react'
import * as v from 'valibot'
import {
  AdultSchema,
  EmailSchema,
  NewPasswordSchema,
  NicknameSchema,
  OptionalReferralCodeSchema,
  SixDigitsSchema,
} from '#contract/account-fields.ts'
import { register } from '#contract/auth.ts'
import { useLocale } from '#i18n/use-locale.ts'
import { touch } from '#lib/first-touch.ts'
import { api } from '#session/api.ts'
import type { CodeNoticeProps } from '#session/code-notice.ts'
import { useDraftForm } from '#session/use-draft-form.ts'
import { Button } from '#ui/Button.tsx'
import { CheckboxField } from '#ui/CheckboxField.tsx'
import { FormError } from '#ui/FormError.tsx'
import { PasswordField } from '#ui/PasswordField.tsx'
import { Text } from '#ui/Text.tsx'
import { TextField } from '#ui/TextField.tsx'
import { textLinkClass } from '#ui/text-link-class.ts'
import { EmailCodeFields } from './EmailCodeFields.tsx'
import { useFinishLogin } from './use-finish-login.ts'

const RegisterSchema = v.object({
  email: EmailSchema,
  emailCode: SixDigitsSchema,
  password: NewPasswordSchema,
  nickname: NicknameSchema,
  referralCode: OptionalReferralCodeSchema,
  isAdult: AdultSchema,
})

interface RegisterFormProps {
  /** From the address. */
  referralCode?: string | undefined
  CodeNotice: ComponentType<CodeNoticeProps>
}

export function RegisterForm({ referralCode: named = '', CodeNotice }: RegisterFormProps) {
  const [referralCode] = useState(() => touch(named))
  const { t } = useLingui()
  const locale = useLocale()
  const finishLogin = useFinishLogin('/accout')
  const { form, formProps, field, isSubmitting, failure, setFailure } = useDraftForm({
    name: 'register',
    schema: RegisterSchema,
    defaultValues: {
      email: '',
      emailCode: '',
      password: '',
      nickname: '',
      referralCode,
      isAdult: false,
    },
    secret: ['emailCode', 'password'],
    fieldOfCode: {
      email_code_invalid: 'emailCode',
      email_taken: 'email',
      break_active: 'email',
      password_common: 'password',
      referral_code_unknown: 'referralCode',
    },
    saidAs: { break_active: 'email_on_hold' },
    onSubmit: async ({ referralCode: invitedWith, isAdult: _, ...values }) => {
      const { token } = await api.call(register, {
        body: { ...values, isAdult: true, locale, ...(invitedWith !== '' && { referralCode: invitedWith }) },
      })
      await finishLogin(token, t`Welcome to Koi`)
    },
  })

  return (
    <form {...formProps} className="grid grid-cols-1 gap-4">
      <EmailCodeFields
        purpose="register"
        form={form}
        field={field}
        setFailure={setFailure}
        CodeNotice={CodeNotice}
      />
      <PasswordField
        {...field('password')}
        label={t`Password`}
        autoComplete="new-password"
        hint={<Trans>10 characters or more. A few words in a row are strong and easy to remember.</Trans>}
      />
      <TextField
        {...field('nickname')}
        label={t`Nickname (optional)`}
        autoComplete="nickname"
        hint={<Trans>Other players may see it. Without one, they see your player number.</Trans>}
      />
      <TextField
        {...field('referralCode')}
        label={t`Referral code (optional)`}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <CheckboxField {...field('isAdult')} label={<Trans>I am 18 or older</Trans>} />
      <FormError>{failure}</FormError>
      <Button type="submit" block loading={isSubmitting}>
        <Trans>Create account</Trans>
      </Button>
      <Text tone="muted" className="text-center">
        <Trans>
          Have an account?{' '}
          <Link to="/accout" className={`${textLinkClass} inline-block py-2`}>
            Log in
          </Link>
        </Trans>
      </Text>
    </form>
  )
}
