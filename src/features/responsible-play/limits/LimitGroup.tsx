import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Hourglass } from 'lucide-react'
import { cancelRaise, confirmRaise, type LimitKind, type PlayLimit } from '#contract/responsible-play.ts'
import { responsiblePlayQuery } from '#features/responsible-play/responsible-play.queries.ts'
import '#i18n/account-answers.ts'
import { errorMessageOf } from '#i18n/error-messages.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useAction } from '#lib/use-action.ts'
import { useNow } from '#lib/use-now.ts'
import { api } from '#session/api.ts'
import { Button } from '#ui/Button.tsx'
import { Callout } from '#ui/Callout.tsx'
import { Heading } from '#ui/Heading.tsx'
import { listRowClass } from '#ui/list-row-class.ts'
import { ListRowContent } from '#ui/ListRowContent.tsx'
import { Text } from '#ui/Text.tsx'
import { toast } from '#ui/toast.ts'
import { KIND_NAMES, PERIOD_NAMES } from './limit-names.ts'

interface LimitGroupProps {
  kind: LimitKind
  limits: readonly PlayLimit[]
  /** Limits cannot be raised during a break. */
  canRaise: boolean
}

export function LimitGroup({ kind, limits, canRaise }: LimitGroupProps) {
  const { i18n } = useLingui()
  const { title, meaning } = KIND_NAMES[kind]
  const id = `limits-${kind}`
  return (
    <section aria-labelledby={id} className="grid gap-2.5">
      <div className="grid gap-0.5">
        <Heading level={2} id={id}>
          {i18n._(title)}
        </Heading>
        <Text size={3} tone="muted">
          {i18n._(meaning)}
        </Text>
      </div>
      <ul className="grid gap-2.5">
        {limits.map((limit) => (
          <LimitRow key={limit.period} limit={limit} canRaise={canRaise} />
        ))}
      </ul>
    </section>
  )
}

function LimitRow({ limit, canRaise }: { limit: PlayLimit; canRaise: boolean }) {
  const { i18n } = useLingui()
  const { usd } = useFormat()
  const { kind, period, amount } = limit
  return (
    <li className="grid gap-2" data-testid={`limit-${kind}-${period}`}>
      <Link
        to="/responsible-play/limits"
        search={{ limit: `${kind}-${period}` }}
        state={{ openedPanel: true }}
        resetScroll={false}
        aria-haspopup="dialog"
        className={listRowClass()}
      >
        <ListRowContent
          title={i18n._(PERIOD_NAMES[period])}
          trailing={amount === null ? <Trans>No limit</Trans> : <span className="num">{usd(amount)}</span>}
          chevron
        />
      </Link>
      {limit.raise ? <RaiseNote limit={limit} raise={limit.raise} canRaise={canRaise} /> : null}
    </li>
  )
}

interface RaiseNoteProps {
  limit: PlayLimit
  raise: NonNullable<PlayLimit['raise']>
  canRaise: boolean
}

/** A requested raise: when it can be confirmed, and how to cancel it. */
function RaiseNote({ limit: { kind, period }, raise, canRaise }: RaiseNoteProps) {
  const { t, i18n } = useLingui()
  const { usd, moment } = useFormat()
  const queryClient = useQueryClient()
  const from = new Date(raise.confirmableFrom)
  const isReady = useNow(from.getTime()) >= from.getTime()
  const decision = useAction({
    run: (isYes: boolean) => api.call(isYes ? confirmRaise : cancelRaise, callOf(isYes)),
    onSuccess: (tools, isYes) => {
      queryClient.setQueryData(responsiblePlayQuery.queryKey, tools)
      toast({ message: isYes ? t`Your new limit is set` : t`The limit stays as it is`, tone: 'success' })
    },
    onError: (error) => {
      toast({ message: i18n._(errorMessageOf(error)) })
      void queryClient.invalidateQueries({ queryKey: responsiblePlayQuery.queryKey })
    },
  })
  const callOf = (isYes: boolean) => ({ params: { kind, period }, ...(isYes && { body: {} }) })
  const wish = raise.amount === null ? t`no limit` : usd(raise.amount)
  const fromText = moment(from)
  const until = moment(new Date(raise.lapsesAt))
  return (
    <Callout
      tone="warning"
      icon={<Hourglass aria-hidden size={24} />}
      title={<Trans>You asked for {wish}</Trans>}
      action={
        <div className="flex flex-wrap gap-2">
          {isReady && canRaise ? (
            <Button size="sm" loading={decision.isRunning} onClick={() => decision.run(true)}>
              <Trans>Confirm</Trans>
            </Button>
          ) : null}
          <Button
            size="sm"
            variant="secondary"
            loading={decision.isRunning}
            onClick={() => decision.run(false)}
          >
            <Trans>Keep the limit as it is</Trans>
          </Button>
        </div>
      }
    >
      {isReady ? (
        canRaise ? (
          <Trans>Do you still want it? If you do not answer, the request ends {until}.</Trans>
        ) : (
          <Trans>You can confirm it when your break is over. The request ends {until}.</Trans>
        )
      ) : (
        <Trans>You can confirm it from {fromText} on. Until then nothing changes.</Trans>
      )}
    </Callout>
  )
}
