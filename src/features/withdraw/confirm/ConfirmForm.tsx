import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Clock, Fingerprint, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import * as v from 'valibot'
import { ApiError } from '#api/api-error.ts'
import { ConfirmedSchema } from '#contract/account-fields.ts'
import { requestWithdrawal, type WithdrawalTerms } from '#contract/withdrawals.ts'
import { useFormat } from '#i18n/use-format.ts'
import { refreshMoney } from '#queries/money.actions.ts'
import { isOrderOpen, isOutcomeUnknown } from '#session/send-once.ts'
import { useDraftForm } from '#session/use-draft-form.ts'
import { NO_PROOF, PROOF_SECRETS, type ProofWay, useProof } from '#session/use-proof.ts'
import { useUser } from '#session/use-user.ts'
import { Button } from '#ui/Button.tsx'
import { Callout } from '#ui/Callout.tsx'
import { Card } from '#ui/Card.tsx'
import { CheckboxField } from '#ui/CheckboxField.tsx'
import { DefinitionList } from '#ui/DefinitionList.tsx'
import { FormError } from '#ui/FormError.tsx'
import { Note } from '#ui/Note.tsx'
import { textLinkClass } from '#ui/text-link-class.ts'
import { Text } from '#ui/Text.tsx'
import { comparedEnds } from '#ui/AddressEnds.tsx'
import { toast } from '#ui/toast.ts'
import { WithdrawalAddress } from '#features/withdraw/WithdrawalAddress.tsx'
import type { ProofSlot } from '#features/withdraw/proof-slot.ts'
import { useAwayNotice } from './use-away-notice.ts'
import { usePlaces } from '#features/withdraw/use-places.ts'
import { arriving, type WithdrawalDraft } from '#features/withdraw/withdraw-form.ts'
import { orderOf, withdrawOnce } from './withdraw-once.ts'

interface ConfirmFormProps {
  terms: WithdrawalTerms
  draft: WithdrawalDraft
  Proof: ProofSlot
  onRefused: (field: 'amount' | 'address', code: string) => void
  /** Called with the new withdrawal's id. */
  onDone: (id: string) => void
}

/** Error codes that concern a field of the form below this sheet. */
const REFUSALS: Readonly<Record<string, 'amount' | 'address'>> = {
  insufficient_funds: 'amount',
  withdrawal_too_small: 'amount',
  withdrawal_address_wrong: 'address',
  withdrawal_address_ours: 'address',
  withdrawal_address_waits: 'address',
}

/** Amount, address, and proof of identity. */
export function ConfirmForm({ terms, draft, Proof, onRefused, onDone }: ConfirmFormProps) {
  const { t } = useLingui()
  const { moment } = useFormat()
  const { networkOf, withCoin } = usePlaces()
  const queryClient = useQueryClient()
  const { uid } = useUser()
  const { tellFailure } = useAwayNotice()
  const { coin, chain, fee, asks } = terms
  const proof = useProof(asks)
  const { amount, address } = draft
  const order = orderOf(uid, terms, draft)
  const [doubt, setDoubt] = useState<Doubt | undefined>(() => (isOrderOpen(order) ? 'unanswered' : undefined))
  const { formProps, field, isSubmitting, failure } = useDraftForm({
    name: 'withdraw-confirm',
    schema: v.object({ ...proof.entries, isCompared: ConfirmedSchema }),
    defaultValues: { ...NO_PROOF, isCompared: false },
    secret: [...PROOF_SECRETS, 'isCompared'],
    fieldOfCode: proof.fieldOfCode,
    onSubmit: proof.guarded(async ({ password, code }) => {
      try {
        const { withdrawal, isRepeat } = await withdrawOnce(order, (idempotencyKey) => {
          const body = { coin, chain, amount, address, fee, idempotencyKey }
          return proof.send(requestWithdrawal, { body }, { password, code })
        })
        void refreshMoney(queryClient)
        if (isRepeat)
          toast({ message: t`It was sent more than once, but accepted only once.`, tone: 'success' })
        onDone(withdrawal.id)
      } catch (error) {
        const code = error instanceof ApiError ? error.code : ''
        const found = isOutcomeUnknown(error) ? 'unanswered' : code === 'conflict' ? 'changed' : undefined
        const blamed = REFUSALS[code]
        tellFailure(sum, error)
        if (found === undefined && blamed === undefined) throw error
        // Show the outcome, or the values that have changed.
        void refreshMoney(queryClient)
        if (blamed) return onRefused(blamed, code)
        setDoubt(found)
        return false
      }
    }),
  })
  const network = networkOf(chain)
  const sum = withCoin(amount, coin)
  const waitsUntil = terms.waitsUntil === null ? null : moment(new Date(terms.waitsUntil))
  const { start, end } = comparedEnds(address)
  return (
    <form {...formProps} className="grid grid-cols-1 gap-4">
      <Card className="grid gap-1.5">
        <Text size={2} tone="muted">
          <Trans>To this address on {network}</Trans>
        </Text>
        <WithdrawalAddress address={address} />
      </Card>
      <DefinitionList
        facts={[
          { term: t`Leaves your balance`, value: sum },
          { term: t`Fee`, value: withCoin(fee, coin) },
          { term: t`Arrives`, value: withCoin(arriving(amount, terms) ?? '0', coin) },
        ]}
      />
      <CheckboxField
        {...field('isCompared')}
        label={
          <Trans>
            I compared the first and last characters with my wallet:{' '}
            <span className="whitespace-nowrap">
              <b translate="no">{start}</b> … <b translate="no">{end}</b>
            </span>
          </Trans>
        }
      />
      {waitsUntil === null ? null : (
        <Note tone="warning" icon={<Clock aria-hidden size={16} />}>
          <Trans>Your e-mail address was changed. You can withdraw again from {waitsUntil}.</Trans>
        </Note>
      )}
      <Proof proof={proof} field={field} />
      <RequestDoubt doubt={doubt} />
      <FormError>{failure}</FormError>
      <ConfirmButton sum={sum} way={proof.way} isSubmitting={isSubmitting} />
    </form>
  )
}

interface ConfirmButtonProps {
  /** Amount with its coin. */
  sum: string
  way: ProofWay
  isSubmitting: boolean
}

/** Sends the withdrawal, after the browser's passkey dialog if necessary. */
function ConfirmButton({ sum, way, isSubmitting }: ConfirmButtonProps) {
  const isByPasskey = way === 'passkey'
  return (
    <Button
      type="submit"
      block
      loading={isSubmitting}
      {...(isByPasskey && { icon: <Fingerprint aria-hidden size={20} /> })}
    >
      {isByPasskey ? <Trans>Confirm with your passkey</Trans> : <Trans>Withdraw {sum}</Trans>}
    </Button>
  )
}

/** The outcome is unknown because no answer came, or because the server's record differs from the request. */
type Doubt = 'unanswered' | 'changed'

const ICON = <TriangleAlert aria-hidden size={26} />
const MONEY = { view: 'money' } as const

/** Says what the player should check before they repeat the request. */
function RequestDoubt({ doubt }: { doubt: Doubt | undefined }) {
  return (
    <div role="alert" className={doubt ? undefined : 'hidden'}>
      {doubt === 'unanswered' ? (
        <Callout
          tone="warning"
          icon={ICON}
          title={<Trans>Koi did not answer. Your withdrawal may have been accepted.</Trans>}
        >
          <Trans>
            Check your{' '}
            <Link to="/history" search={MONEY} className={textLinkClass}>
              money history
            </Link>{' '}
            before you try again. The same request is never accepted twice.
          </Trans>
        </Callout>
      ) : null}
      {doubt === 'changed' ? (
        <Callout tone="warning" icon={ICON} title={<Trans>Something has changed.</Trans>}>
          <Trans>
            The fee may have changed, or this withdrawal was accepted before. Check the figures above and your{' '}
            <Link to="/history" search={MONEY} className={textLinkClass}>
              money history
            </Link>
            , then confirm again.
          </Trans>
        </Callout>
      ) : null}
    </div>
  )
}
