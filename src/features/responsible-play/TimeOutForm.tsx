import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { takeTimeOut, TIME_OUT_HOURS, type Break } from '#contract/responsible-play.ts'
import { errorMessageOf } from '#i18n/error-messages.ts'
import { useFormat } from '#i18n/use-format.ts'
import { api } from '#lib/api.ts'
import { useAction } from '#lib/use-action.ts'
import { Button } from '#ui/Button.tsx'
import { FormError } from '#ui/FormError.tsx'
import { RadioList } from '#ui/RadioList.tsx'
import { toast } from '#ui/toast.ts'
import { responsiblePlayQuery } from './responsible-play.queries.ts'

type Hours = (typeof TIME_OUT_HOURS)[number]
const HOUR_MS = 60 * 60 * 1000

const NAMES: Record<Hours, MessageDescriptor> = {
  24: msg`24 hours`,
  72: msg`3 days`,
  168: msg`1 week`,
  336: msg`2 weeks`,
  1_008: msg`6 weeks`,
}

/** Lengths to choose from; while one runs, only what ends later. */
export function TimeOutForm({ running }: { running: Break | null }) {
  const { t, i18n } = useLingui()
  const { moment } = useFormat()
  const queryClient = useQueryClient()
  const [openedAt] = useState(() => Date.now())
  const endOf = (hours: Hours) => openedAt + hours * HOUR_MS
  const choices = TIME_OUT_HOURS.filter((hours) => !running || endOf(hours) > Date.parse(running.until))
  const [chosen, setChosen] = useState<Hours>()
  const hours = chosen !== undefined && choices.includes(chosen) ? chosen : choices[0]
  const taking = useAction({
    run: (length: Hours) => api.call(takeTimeOut, { body: { hours: length } }),
    onSuccess: (tools) => {
      queryClient.setQueryData(responsiblePlayQuery.queryKey, tools)
      toast({ message: t`Your time-out has begun`, tone: 'success' })
      window.scrollTo({ top: 0 })
    },
  })
  if (hours === undefined) return null
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!taking.isRunning) taking.run(hours)
      }}
    >
      <RadioList
        label={running ? t`Make it longer` : t`How long`}
        value={`${hours}`}
        onChange={(next) => setChosen(TIME_OUT_HOURS.find((each) => `${each}` === next))}
        options={choices.map((each) => {
          const until = moment(new Date(endOf(each)))
          return { value: `${each}`, title: i18n._(NAMES[each]), description: t`until ${until}` }
        })}
      />
      <FormError>{taking.error ? i18n._(errorMessageOf(taking.error)) : undefined}</FormError>
      <div>
        <Button type="submit" loading={taking.isRunning}>
          {running ? <Trans>Make it longer</Trans> : <Trans>Start time-out</Trans>}
        </Button>
      </div>
    </form>
  )
}
