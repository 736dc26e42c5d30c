import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import { PasswordSchema, SecondFactorSchema } from '#contract/account-fields.ts'
import type { WithdrawalTerms } from '#contract/withdrawals.ts'
import { ApiError } from '#lib/api-error.ts'
import { refreshMoney } from '#lib/money.actions.ts'
import { isOrderOpen, isOutcomeUnknown } from '#lib/send-once.ts'
import { useUser } from '#lib/use-user.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { CheckboxField } from '#ui/CheckboxField.tsx'
import { comparedEnds } from '#ui/compared-ends.ts'
import { DefinitionList } from '#ui/DefinitionList.tsx'
import { FormError } from '#ui/FormError.tsx'
import { Text } from '#ui/Text.tsx'
import { SecondFactorField } from '#ui/SecondFactorField.tsx'
import { toast } from '#ui/toast.ts'
import { useDraftForm } from '#ui/use-draft-form.ts'
import { RequestDoubt, type Doubt } from './RequestDoubt.tsx'
import { WithdrawalAddress } from './WithdrawalAddress.tsx'
import type { ProofSlot } from './proof-slot.ts'
import { orderOf, withdrawOnce } from './withdraw-once.ts'
import { arriving, type WithdrawalDraft } from './withdraw-form.ts'
import { usePlaces } from './use-places.ts'

interface ConfirmFormProps {
  terms: WithdrawalTerms
  draft: WithdrawalDraft
  Proof: ProofSlot
  onRefused: (field: 'amount' | 'address', code: string) => void
  /** Gets the new withdrawal's id. */
  onDone: (id: string) => void
}

/** Codes that are about a field of the form below this sheet. */
const REFUSALS: Readonly<Record<string, 'amount' | 'address'>> = {
  insufficient_funds: 'amount',
  withdrawal_too_small: 'amount',
  withdrawal_address_wrong: 'address',
  withdrawal_address_ours: 'address',
  withdrawal_address_waits: 'address',
}

const schemaOf = ({ asks }: WithdrawalTerms) =>
  v.object({
    password: asks.password ? PasswordSchema : v.string(),
    code: asks.code ? SecondFactorSchema : v.string(),
    isCompared: v.pipe(
      v.boolean(),
      v.check((isYes: boolean) => isYes, 'unconfirmed'),
    ),
  })

/** Amount, address with its ends, and who the player is. */
export function ConfirmForm({ terms, draft, Proof, onRefused, onDone }: ConfirmFormProps) {
  const { t } = useLingui()
  const { networkOf, withCoin } = usePlaces()
  const queryClient = useQueryClient()
  const { uid } = useUser()
  const { coin, chain, fee, asks } = terms
  const { amount, address } = draft
  const order = orderOf(uid, terms, draft)
  const [doubt, setDoubt] = useState<Doubt | undefined>(() => (isOrderOpen(order) ? 'unanswered' : undefined))
  const { formProps, field, isSubmitting, failure } = useDraftForm({
    name: 'withdraw-confirm',
    schema: schemaOf(terms),
    defaultValues: { password: '', code: '', isCompared: false },
    secret: ['password', 'code', 'isCompared'],
    fieldOfCode: { password_wrong: 'password', totp_required: 'code', totp_invalid: 'code' },
    onSubmit: async ({ password, code }) => {
      const proof = { ...(asks.password && { password }), ...(asks.code && { code }) }
      try {
        const body = { coin, chain, amount, address, fee, ...proof }
        const { withdrawal, isRepeat } = await withdrawOnce(order, body)
        void refreshMoney(queryClient)
        if (isRepeat) toast({ message: t`Taken once, though it was sent more than once.`, tone: 'success' })
        onDone(withdrawal.id)
      } catch (error) {
        const code = error instanceof ApiError ? error.code : ''
        const found = isOutcomeUnknown(error) ? 'unanswered' : code === 'conflict' ? 'changed' : undefined
        const blamed = REFUSALS[code]
        if (found === undefined && blamed === undefined) throw error
        // What came of it, or what is another one by now, is shown.
        void refreshMoney(queryClient)
        if (blamed) return onRefused(blamed, code)
        setDoubt(found)
        return false
      }
    },
  })
  const network = networkOf(chain)
  const sum = withCoin(amount, coin)
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
            I compared the first and last characters with my wallet: <b translate="no">{start}</b> …{' '}
            <b translate="no">{end}</b>
          </Trans>
        }
      />
      <Proof hasPassword={asks.password} field={field('password')} />
      {asks.code ? <SecondFactorField {...field('code')} /> : null}
      <RequestDoubt doubt={doubt} />
      <FormError>{failure}</FormError>
      <Button type="submit" block loading={isSubmitting}>
        <Trans>Withdraw {sum}</Trans>
      </Button>
    </form>
  )
}
