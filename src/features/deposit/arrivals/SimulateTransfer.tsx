import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useState, type SyntheticEvent } from 'react'
import * as v from 'valibot'
import { MINIMUM_DEPOSIT, SimulatedAmountSchema, simulateTransfer } from '#contract/deposits.ts'
import { errorMessageOf } from '#i18n/error-messages.ts'
import { compare, formatDecimal, parseDecimal, ZERO } from '#lib/decimal.ts'
import { parseTypedAmount } from '#lib/typed-number.ts'
import { useAction } from '#lib/use-action.ts'
import { api } from '#session/api.ts'
import { sendOnce } from '#session/send-once.ts'
import { useUser } from '#session/use-user.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { FormError } from '#ui/FormError.tsx'
import { Heading } from '#ui/Heading.tsx'
import { Text } from '#ui/Text.tsx'
import { NumberField } from '#ui/NumberField.tsx'

/** USDT on TRON. */
const DECIMALS = 6
const MINIMUM = parseDecimal(MINIMUM_DEPOSIT) ?? ZERO

/** A transfer on the practice chain. */
export interface SentTransfer {
  readonly txId: string
  /** USDT. */
  readonly amount: string
}

type Refusal = 'malformed' | 'below_minimum'

interface SimulateTransferProps {
  /** Symbol of the credited coin; undefined while unknown. */
  received: string | undefined
  onSent: (sent: SentTransfer) => void
}

/** Practice mode: makes a transfer on the practice chain. From then on it is treated like a real one. */
export function SimulateTransfer({ received, onSent }: SimulateTransferProps) {
  const { t, i18n } = useLingui()
  const headingId = useId()
  const [typed, setTyped] = useState('25')
  const [refusal, setRefusal] = useState<Refusal>()
  const { uid } = useUser()
  const sending = useAction({
    run: (amount: string) =>
      sendOnce({ name: 'practice-transfer', uid, facts: [amount] }, (idempotencyKey) =>
        api.call(simulateTransfer, { body: { amount, idempotencyKey } }),
      ),
    onSuccess: ({ answer: { txId } }, amount) => onSent({ txId, amount }),
  })
  const change = (text: string) => {
    setTyped(text)
    setRefusal(undefined)
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const entry = parseTypedAmount(typed, DECIMALS)
    const amount = v.safeParse(SimulatedAmountSchema, entry && formatDecimal(entry))
    const problem = !amount.success
      ? 'malformed'
      : entry && compare(entry, MINIMUM) < 0
        ? 'below_minimum'
        : undefined
    setRefusal(problem)
    if (amount.success && problem === undefined) sending.run(amount.output)
  }
  const words: Record<Refusal, string> = {
    malformed: t`Enter an amount below a million, such as 25 or 1.5.`,
    below_minimum: t`Less than ${MINIMUM_DEPOSIT} USDT is never credited. Enter at least that much.`,
  }
  return (
    <Card as="section" aria-labelledby={headingId} className="grid grid-cols-1 gap-3">
      <div>
        <Heading level={3} id={headingId}>
          <Trans>Simulate a transfer</Trans>
        </Heading>
        <Text size={3} tone="muted">
          <Trans>Creates practice USDT. What follows is the same as with a real transfer.</Trans>
        </Text>
      </div>
      <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-3">
        <NumberField
          label={t`Amount in USDT`}
          value={typed}
          onChange={(event) => change(event.target.value)}
          maxLength={14}
          error={refusal && words[refusal]}
        />
        <FormError>
          {sending.error === undefined ? undefined : i18n._(errorMessageOf(sending.error))}
        </FormError>
        <Button type="submit" variant="secondary" block loading={sending.isRunning}>
          {received === undefined || received === 'USDT' ? (
            <Trans>Send practice USDT</Trans>
          ) : (
            <Trans>Send practice USDT, get {received}</Trans>
          )}
        </Button>
      </form>
    </Card>
  )
}
