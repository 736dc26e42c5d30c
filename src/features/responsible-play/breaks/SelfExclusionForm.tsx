import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import * as v from 'valibot'
import { ConfirmedSchema, PasswordSchema } from '#contract/account-fields.ts'
import { EXCLUSION_MONTHS, excludeSelf, type Break } from '#contract/responsible-play.ts'
import { useFormat } from '#i18n/use-format.ts'
import { api } from '#session/api.ts'
import { useDraftForm } from '#session/use-draft-form.ts'
import { Button } from '#ui/Button.tsx'
import { CheckboxField } from '#ui/CheckboxField.tsx'
import { FormError } from '#ui/FormError.tsx'
import { PasswordField } from '#ui/PasswordField.tsx'
import { RadioList } from '#ui/RadioList.tsx'
import { useBreakBegun } from './use-break-begun.ts'

type Months = (typeof EXCLUSION_MONTHS)[number]

const NAMES: Record<Months, MessageDescriptor> = {
  6: msg`6 months`,
  12: msg`1 year`,
  24: msg`2 years`,
  60: msg`5 years`,
}

const FormSchema = v.object({
  isUnderstood: ConfirmedSchema,
  isSure: ConfirmedSchema,
  password: PasswordSchema,
})

function endOf(months: Months, from: Date): Date {
  const end = new Date(from)
  end.setMonth(end.getMonth() + months)
  return end
}

/** Length, two confirmations and the password; while one runs, only what ends later. */
export function SelfExclusionForm({ running }: { running: Break | null }) {
  const { t, i18n } = useLingui()
  const { date } = useFormat()
  const onBegun = useBreakBegun()
  const [openedAt] = useState(() => new Date())
  const choices = EXCLUSION_MONTHS.filter(
    (months) => !running || endOf(months, openedAt).getTime() > Date.parse(running.until),
  )
  const [chosen, setChosen] = useState<Months>()
  const months = chosen !== undefined && choices.includes(chosen) ? chosen : choices[0]
  const { formProps, field, isSubmitting, failure, markSaved } = useDraftForm({
    name: 'self-exclusion',
    schema: FormSchema,
    defaultValues: { isUnderstood: false, isSure: false, password: '' },
    secret: ['isUnderstood', 'isSure', 'password'],
    fieldOfCode: { password_wrong: 'password' },
    onSubmit: async ({ password }) => {
      if (months === undefined) return
      const tools = await api.call(excludeSelf, { body: { months, password } })
      markSaved({ isUnderstood: false, isSure: false, password: '' })
      onBegun(tools, t`Your self-exclusion has begun`)
    },
  })
  if (months === undefined) return null
  const until = date(endOf(months, openedAt))
  return (
    <form {...formProps} className="grid gap-4">
      <RadioList
        label={running ? t`Make it longer` : t`How long`}
        value={`${months}`}
        onChange={(next) => setChosen(EXCLUSION_MONTHS.find((each) => `${each}` === next))}
        options={choices.map((each) => {
          const end = date(endOf(each, openedAt))
          return { value: `${each}`, title: i18n._(NAMES[each]), description: t`until ${end}` }
        })}
      />
      <div className="grid gap-1">
        <CheckboxField
          {...field('isUnderstood')}
          label={t`I understand that I cannot play or deposit until ${until}`}
        />
        <CheckboxField
          {...field('isSure')}
          label={t`I understand that nobody can end this early, even if I ask for it`}
        />
      </div>
      <PasswordField {...field('password')} label={t`Your password`} autoComplete="current-password" />
      <FormError>{failure}</FormError>
      <div>
        <Button type="submit" variant="danger" loading={isSubmitting}>
          {running ? <Trans>Make it longer</Trans> : <Trans>Exclude me</Trans>}
        </Button>
      </div>
    </form>
  )
}
