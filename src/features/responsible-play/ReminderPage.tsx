import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { REMINDER_MINUTES, setReminder } from '#contract/responsible-play.ts'
import '#i18n/account-answers.ts'
import { errorMessageOf } from '#i18n/error-messages.ts'
import { useAction } from '#lib/use-action.ts'
import { api } from '#session/api.ts'
import { AnswerGate } from '#ui/AnswerGate.tsx'
import { RadioList } from '#ui/RadioList.tsx'
import { toast } from '#ui/toast.ts'
import { ToolFrame } from './ToolFrame.tsx'
import { responsiblePlayQuery } from './responsible-play.queries.ts'

/** Sets how often a session shows its time and net result. */
export function ReminderPage() {
  const { t, i18n } = useLingui()
  const queryClient = useQueryClient()
  const query = useQuery(responsiblePlayQuery)
  const choice = useAction({
    run: (minutes: (typeof REMINDER_MINUTES)[number] | null) => api.call(setReminder, { body: { minutes } }),
    onSuccess: (tools) => {
      queryClient.setQueryData(responsiblePlayQuery.queryKey, tools)
      toast({ message: t`Saved`, tone: 'success' })
    },
    onError: (error) => toast({ message: i18n._(errorMessageOf(error)) }),
  })
  return (
    <ToolFrame
      title={<Trans>Session reminder</Trans>}
      lead={
        <Trans>
          While you play, a reminder opens after this time. It shows how long you have played and how much you
          won or lost, demo coins included, and asks if you want to continue.
        </Trans>
      }
    >
      <AnswerGate query={query}>
        {({ reminderMinutes }) => {
          const value = choice.isRunning ? choice.input : reminderMinutes
          return (
            <RadioList
              label={t`Session reminder`}
              value={value === null ? 'off' : `${value}`}
              onChange={(next) =>
                choice.run(REMINDER_MINUTES.find((minutes) => `${minutes}` === next) ?? null)
              }
              options={[
                { value: 'off', title: t`Off` },
                ...REMINDER_MINUTES.map((minutes) => ({
                  value: `${minutes}`,
                  title: <Plural value={minutes} one="Every # minute" other="Every # minutes" />,
                })),
              ]}
            />
          )
        }}
      </AnswerGate>
    </ToolFrame>
  )
}
