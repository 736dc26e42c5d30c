import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import * as v from 'valibot'
import { ConfirmedSchema, PasswordSchema } from '#contract/account-fields.ts'
import { EXCLUSION_MONTHS, excludeSelf, type Break } from '#contract/responsible-play.ts'
import { BreakBanner } from '#features/responsible-play/BreakBanner.tsx'
import { ToolFrame } from '#features/responsible-play/ToolFrame.tsx'
import { responsiblePlayQuery } from '#features/responsible-play/responsible-play.queries.ts'
import { useFormat } from '#i18n/use-format.ts'
import { api } from '#session/api.ts'
import { useDraftForm } from '#session/use-draft-form.ts'
import { AnswerGate } from '#ui/AnswerGate.tsx'
import { Button } from '#ui/Button.tsx'
import { CheckboxField } from '#ui/CheckboxField.tsx'
import { FormError } from '#ui/FormError.tsx'
import { NumberedList } from '#ui/NumberedList.tsx'
import { PasswordField } from '#ui/PasswordField.tsx'
import { RadioList } from '#ui/RadioList.tsx'
import { Text } from '#ui/Text.tsx'
import { textLinkClass } from '#ui/text-link-class.ts'
import { useBreakBegun } from './use-break-begun.ts'

/** Nobody can end a self-exclusion early. */
export function SelfExclusionPage() {
  const query = useQuery(responsiblePlayQuery)
  return (
    <ToolFrame
      title={<Trans>Self-exclusion</Trans>}
      lead={<Trans>Stops all play for six months or more. Nobody can end it early.</Trans>}
    >
      <NumberedList>
        <Trans>You cannot play, deposit or raise limits from that moment. Demo play stops too.</Trans>
        <Trans>You get no news or offers by mail.</Trans>
        <Trans>During this time, you cannot open another account with your e-mail address.</Trans>
        <Trans>You can still log in, withdraw what is yours and see your history.</Trans>
        <Trans>It ends by itself on its last day. Neither you nor Koi’s operator can shorten it.</Trans>
      </NumberedList>
      <Text tone="muted">
        <Trans>
          Is a shorter break enough?{' '}
          <Link to="/responsible-play/time-out" className={textLinkClass}>
            Take a time-out
          </Link>
          .
        </Trans>
      </Text>
      <AnswerGate query={query}>
        {({ break: running }) => (
          <>
            <BreakBanner running={running} />
            <SelfExclusionForm running={running} />
          </>
        )}
      </AnswerGate>
    </ToolFrame>
  )
}

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

/** During a break only later ends are offered. */
function SelfExclusionForm({ running }: { running: Break | null }) {
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
