import { useLingui } from '@lingui/react/macro'
import { Check, Circle, CircleX } from 'lucide-react'
import { hasMoneyBack, type Withdrawal, type WithdrawalStatus } from '#contract/withdrawals.ts'
import { useFormat } from '#i18n/use-format.ts'
import { Spinner } from '#ui/Spinner.tsx'
import { Text } from '#ui/Text.tsx'
import { useWithdrawalStatus } from '#i18n/use-withdrawal-status.ts'

/** Each change is announced once. */
export function Stages({ withdrawal }: { withdrawal: Withdrawal }) {
  const { t } = useLingui()
  const { moment } = useFormat()
  const words = useWithdrawalStatus()
  const { status, review, isCancellable, requestedAt, signedAt, broadcastAt, settledAt } = withdrawal
  const names: Record<Stage, string> = {
    requested: t`Requested`,
    review: t`Checked`,
    signed: t`Signed`,
    broadcast: t`Sent to the network`,
    confirmed: t({ message: 'Confirmed', context: 'stage' }),
  }
  const times: Record<Stage, string | null> = {
    requested: requestedAt,
    review: null,
    signed: signedAt,
    broadcast: broadcastAt,
    confirmed: status === 'confirmed' ? settledAt : null,
  }
  const detail: Partial<Record<typeof status, string>> = {
    queued: isCancellable
      ? t`You can cancel it until it is signed.`
      : t`It waits until a person has checked the last payments. Until then you cannot cancel it.`,
    review: {
      size: t`A person checks large withdrawals, and smaller ones that add up to a large one within 24 hours. You can cancel it until it is signed.`,
      network: t`The network refused it several times. A person will check it. You can cancel it until it is signed.`,
      books: t`This withdrawal does not match Koi’s ledger. Nothing has been sent. A person will check it, and the money stays reserved until then.`,
    }[review ?? 'size'],
    cancelled: t`The money is back in your balance.`,
    refused: t`The operator refused it. The money is back in your balance.`,
    failed: t`The money is back in your balance; a network’s own coin comes back less the fee. You can withdraw it again.`,
  }
  return (
    <div className="grid grid-cols-1 gap-3">
      <div role="status" className="grid gap-0.5">
        <Text weight={750} size={5} tone={status === 'confirmed' ? 'jade' : 'default'}>
          {words(status)}
        </Text>
        {detail[status] ? (
          <Text size={3} tone="muted">
            {detail[status]}
          </Text>
        ) : null}
      </div>
      <ol className="grid gap-2.5" aria-label={t`Stages`}>
        {stagesOf(status).map(({ stage, state }) => {
          const at = times[stage]
          return (
            <li
              key={stage}
              className="flex items-center gap-3"
              aria-current={state === 'current' ? 'step' : undefined}
            >
              <Mark state={state} />
              <Text as="span" size={3} tone={state === 'ahead' ? 'subtle' : 'default'} className="flex-1">
                {names[stage]}
              </Text>
              {at === null ? null : (
                <Text as="span" size={2} tone="muted" num>
                  {moment(new Date(at))}
                </Text>
              )}
            </li>
          )
        })}
      </ol>
    </div>
  )
}

function Mark({ state }: Pick<StageState, 'state'>) {
  if (state === 'current') return <Spinner size={18} />
  const Icon = state === 'done' ? Check : state === 'stopped' ? CircleX : Circle
  return (
    <Text as="span" tone={state === 'done' ? 'jade' : state === 'stopped' ? 'danger' : 'subtle'}>
      <Icon aria-hidden size={18} />
    </Text>
  )
}

/** In order. A withdrawal passes `review` in a moment unless a person has to look at it. */
const STAGES = ['requested', 'review', 'signed', 'broadcast', 'confirmed'] as const
type Stage = (typeof STAGES)[number]

/** Number of completed stages; the next one is in progress. */
const DONE: Readonly<Record<WithdrawalStatus, number>> = {
  queued: 1,
  review: 1,
  signing: 2,
  signed: 3,
  broadcast: 4,
  confirmed: 5,
  cancelled: 1,
  refused: 1,
  failed: 4,
}

interface StageState {
  readonly stage: Stage
  readonly state: 'done' | 'current' | 'ahead' | 'stopped'
}

/** A withdrawal that ended early stops at the stage where it ended. */
function stagesOf(status: WithdrawalStatus): StageState[] {
  const done = DONE[status]
  const isStopped = hasMoneyBack(status)
  return STAGES.map((stage, index) => ({
    stage,
    state: index < done ? 'done' : index > done ? 'ahead' : isStopped ? 'stopped' : 'current',
  }))
}
