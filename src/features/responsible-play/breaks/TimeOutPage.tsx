import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { ConfirmedSchema } from '#contract/account-fields.ts'
import { takeTimeOut, TIME_OUT_HOURS, type Break } from '#contract/responsible-play.ts'
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
import { RadioList } from '#ui/RadioList.tsx'
import { Text } from '#ui/Text.tsx'
import { useBreakBegun } from './use-break-begun.ts'

/** A break of a day to six weeks. */
export function TimeOutPage() {
  const query = useQuery(responsiblePlayQuery)
  return (
    <ToolFrame
      title={<Trans>Time-out</Trans>}
      lead={
        <Trans>
          A break from play that starts at once. You can make it longer, but not shorter. You can still log
          in, withdraw and look around.
        </Trans>
      }
    >
      <AnswerGate query={query}>
        {({ break: running }) => (
          <>
            <BreakBanner running={running} />
            {running?.kind === 'self-exclusion' ? (
              <Text tone="muted">
                <Trans>During a self-exclusion, you do not need a time-out.</Trans>
              </Text>
            ) : (
              <TimeOutForm running={running} />
            )}
          </>
        )}
      </AnswerGate>
    </ToolFrame>
  )
}

type Hours = (typeof TIME_OUT_HOURS)[number]
const HOUR_MS = 60 * 60 * 1000
const EMPTY = { isUnderstood: false }

const NAMES: Record<Hours, MessageDescriptor> = {
  24: msg`24 hours`,
  72: msg`3 days`,
  168: msg`1 week`,
  336: msg`2 weeks`,
  1_008: msg`6 weeks`,
}

const FormSchema = v.object({
  isUnderstood: ConfirmedSchema,
})

/** During a break only later ends are offered. */
function TimeOutForm({ running }: { running: Break | null }) {
  const { t, i18n } = useLingui()
  const { moment } = useFormat()
  const onBegun = useBreakBegun()
  const now = useMinute()
  const endOf = (hours: Hours) => now + hours * HOUR_MS
  const choices = TIME_OUT_HOURS.filter((hours) => !running || endOf(hours) > Date.parse(running.until))
  const [chosen, setChosen] = useState<Hours>()
  const hours = chosen !== undefined && choices.includes(chosen) ? chosen : choices[0]
  const { form, formProps, field, isSubmitting, failure, markSaved } = useDraftForm({
    name: 'time-out',
    schema: FormSchema,
    defaultValues: EMPTY,
    secret: ['isUnderstood'],
    onSubmit: async () => {
      if (hours === undefined) return
      const tools = await api.call(takeTimeOut, { body: { hours } })
      markSaved(EMPTY)
      onBegun(tools, t`Your time-out has begun`)
    },
  })
  if (hours === undefined) return null
  const until = moment(new Date(endOf(hours)))
  return (
    <form {...formProps} className="grid gap-4">
      <RadioList
        label={running ? t`Make it longer` : t`How long`}
        value={`${hours}`}
        onChange={(next) => {
          setChosen(TIME_OUT_HOURS.find((each) => `${each}` === next))
          // The player had confirmed another end.
          form.setValue('isUnderstood', false)
        }}
        options={choices.map((each) => {
          const end = moment(new Date(endOf(each)))
          return { value: `${each}`, title: i18n._(NAMES[each]), description: t`until ${end}` }
        })}
      />
      <CheckboxField
        {...field('isUnderstood')}
        label={t`I understand that I cannot play or deposit until ${until}`}
      />
      <FormError>{failure}</FormError>
      <div>
        <Button type="submit" loading={isSubmitting}>
          {running ? <Trans>Make it longer</Trans> : <Trans>Start time-out</Trans>}
        </Button>
      </div>
    </form>
  )
}

const MINUTE_MS = 60_000

/** The time in milliseconds, updated every minute, so that the shown ends stay right. */
function useMinute(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
