import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { AdultSchema, NicknameSchema, OptionalReferralCodeSchema } from '#contract/account-fields.ts'
import { firstTouch } from '#lib/first-touch.ts'
import { useDraftForm } from '#session/use-draft-form.ts'
import { Button } from '#ui/Button.tsx'
import { CheckboxField } from '#ui/CheckboxField.tsx'
import { FormError } from '#ui/FormError.tsx'
import { Heading } from '#ui/Heading.tsx'
import { Text } from '#ui/Text.tsx'
import { TextField } from '#ui/TextField.tsx'
import type { LoginAnswers } from './wallet-login.ts'

const FormSchema = v.object({
  isAdult: AdultSchema,
  nickname: NicknameSchema,
  referralCode: OptionalReferralCodeSchema,
})

interface NewcomerFormProps {
  onSubmit: (answers: LoginAnswers) => Promise<unknown>
  onBack: () => void
}

/** Opens an account for a new wallet after the player confirms to be 18. */
export function NewcomerForm({ onSubmit, onBack }: NewcomerFormProps) {
  const { t } = useLingui()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const [invitedWith] = useState(() => firstTouch())
  const { formProps, field, isSubmitting, failure } = useDraftForm({
    name: 'wallet-newcomer',
    schema: FormSchema,
    defaultValues: { isAdult: false, nickname: '', referralCode: invitedWith },
    fieldOfCode: { referral_code_unknown: 'referralCode' },
    onSubmit: ({ nickname, referralCode }) =>
      onSubmit({ isAdult: true, nickname, ...(referralCode !== '' && { referralCode }) }),
  })
  return (
    <form {...formProps} className="grid grid-cols-1 gap-4">
      <div className="grid gap-1">
        <Heading level={3} ref={heading} tabIndex={-1}>
          <Trans>New here?</Trans>
        </Heading>
        <Text tone="muted">
          <Trans>
            This wallet has no account yet. Confirm below to open one. You do not need an e-mail address.
          </Trans>
        </Text>
      </div>
      <CheckboxField {...field('isAdult')} label={<Trans>I am 18 or older</Trans>} />
      <TextField {...field('nickname')} label={t`Nickname (optional)`} autoComplete="nickname" />
      <TextField
        {...field('referralCode')}
        label={t`Referral code (optional)`}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <FormError>{failure}</FormError>
      <div className="flex flex-wrap gap-2.5">
        <Button variant="secondary" className="flex-1" onClick={onBack}>
          <Trans>Not now</Trans>
        </Button>
        <Button type="submit" className="flex-1" loading={isSubmitting}>
          <Trans>Open my account</Trans>
        </Button>
      </div>
    </form>
  )
}
