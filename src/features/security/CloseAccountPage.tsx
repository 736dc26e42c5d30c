import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Coins } from 'lucide-react'
import * as v from 'valibot'
import { ConfirmedSchema } from '#contract/account-fields.ts'
import { closeAccount, type Unclaimed } from '#contract/account.ts'
import type { Balance } from '#contract/balances.ts'
import type { Asks } from '#contract/proof.ts'
import '#i18n/money-answers.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useBalances } from '#queries/balances.queries.ts'
import { useDraftForm } from '#session/use-draft-form.ts'
import { NO_PROOF, PROOF_SECRETS, useProof } from '#session/use-proof.ts'
import { forgetUser } from '#session/user.actions.ts'
import { AnswerGate } from '#ui/AnswerGate.tsx'
import { Button } from '#ui/Button.tsx'
import { Callout } from '#ui/Callout.tsx'
import { CheckboxField } from '#ui/CheckboxField.tsx'
import { DefinitionList } from '#ui/DefinitionList.tsx'
import { FormError } from '#ui/FormError.tsx'
import { NumberedList } from '#ui/NumberedList.tsx'
import { toast } from '#ui/toast.ts'
import { ProofFields } from './proof/ProofFields.tsx'
import { SecurityFrame } from './SecurityFrame.tsx'
import { securityQuery, unclaimedQuery } from './security.queries.ts'
import { UnclaimedRewards } from './UnclaimedRewards.tsx'
import { useCoinNames } from './use-coin-names.ts'

const isSome = (amount: string) => amount !== '0'

export function CloseAccountPage() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const query = useQuery(securityQuery)
  const balances = useBalances()
  const unclaimed = useQuery(unclaimedQuery)
  const leave = () => {
    toast({ message: t`Your account is closed`, tone: 'success' })
    void navigate({ to: '/', replace: true })
    // The server has already ended the session.
    forgetUser()
  }
  return (
    <SecurityFrame
      title={<Trans>Close account</Trans>}
      lead={<Trans>This cannot be undone. Here is what happens:</Trans>}
    >
      <NumberedList>
        <Trans>
          Your e-mail address, nickname, picture, contact data, passkeys, wallets and sessions are erased.
          Times of log-ins, your limits and records of money stay with a number that says nothing about you.
        </Trans>
        <Trans>You are logged out on every device, and nobody can log in to this account again.</Trans>
        <Trans>
          A break from play continues: until it is over, you cannot open another account with your address or
          your wallets. Your limits also apply to any account you open with them. For this, we keep a coded
          fingerprint of each for a year, or until a longer break ends.
        </Trans>
        <Trans>
          Rewards that you have not claimed and free rounds are lost. If you are in this week’s race, you win
          no prize.
        </Trans>
        <Trans>What this device keeps, such as demo bets and favourites, stays until you clear it.</Trans>
      </NumberedList>
      <AnswerGate query={query}>
        {({ email, asks }) => (
          <AnswerGate query={balances}>
            {(all) => (
              <AnswerGate query={unclaimed}>
                {(rewards) => (
                  <Closing email={email} asks={asks} balances={all} rewards={rewards} onClosed={leave} />
                )}
              </AnswerGate>
            )}
          </AnswerGate>
        )}
      </AnswerGate>
    </SecurityFrame>
  )
}

interface ClosingProps {
  email: string | null
  asks: Asks
  balances: readonly Balance[]
  rewards: Unclaimed
  onClosed: () => void
}

/** All that is lost, and the form. */
function Closing({ balances, rewards, ...form }: ClosingProps) {
  const held = balances.filter((each) => [each.available, each.locked, each.pending].some(isSome))
  const { rakeback, levelGift, referral } = rewards
  return (
    <>
      {held.length > 0 ? <HeldMoney held={held} /> : null}
      <UnclaimedRewards rewards={rewards} />
      <CloseAccountForm
        {...form}
        holdsMoney={held.length > 0 || [rakeback, levelGift, referral].some(isSome)}
      />
    </>
  )
}

/** Money that the account still holds, and what happens to it. */
function HeldMoney({ held }: { held: readonly Balance[] }) {
  const { t } = useLingui()
  const { decimal } = useFormat()
  const nameOf = useCoinNames()
  const facts = held.flatMap(({ coin, available, locked, pending }) => {
    const name = nameOf(coin)
    return [
      { key: `${coin} available`, term: name, value: available },
      { key: `${coin} locked`, term: t`${name}, locked bonus`, value: locked },
      { key: `${coin} pending`, term: t`${name}, being withdrawn`, value: pending },
    ]
  })
  return (
    <div className="grid gap-3">
      <Callout
        tone="warning"
        icon={<Coins aria-hidden size={28} />}
        title={<Trans>This account holds money</Trans>}
      >
        {held.some(({ pending }) => pending !== '0') ? (
          <Trans>
            A withdrawal is under way. The account can be closed when it has arrived, or when you cancel it.
          </Trans>
        ) : (
          <Trans>
            Withdraw it before you close the account. What is left then goes to the house, and nobody can give
            it back.
          </Trans>
        )}
      </Callout>
      <DefinitionList
        facts={facts
          .filter(({ value }) => value !== '0')
          .map(({ value, ...fact }) => ({ ...fact, value: decimal(value) }))}
      />
    </div>
  )
}

interface CloseAccountFormProps {
  email: string | null
  asks: Asks
  /** True if the player gives up money, or rewards that could be claimed as money. */
  holdsMoney: boolean
  onClosed: () => void
}

/** With a second confirmation if money is given up. */
function CloseAccountForm(props: CloseAccountFormProps) {
  const { email, asks, holdsMoney, onClosed } = props
  const { t } = useLingui()
  const proof = useProof(asks)
  const { formProps, field, isSubmitting, failure } = useDraftForm({
    name: 'close-account',
    schema: v.object({
      ...proof.entries,
      forfeitBalance: holdsMoney ? ConfirmedSchema : v.boolean(),
      isSure: ConfirmedSchema,
    }),
    defaultValues: { ...NO_PROOF, forfeitBalance: false, isSure: false },
    secret: [...PROOF_SECRETS, 'forfeitBalance', 'isSure'],
    fieldOfCode: proof.fieldOfCode,
    onSubmit: proof.guarded(async ({ forfeitBalance, isSure: _isSure, ...given }) => {
      await proof.send(closeAccount, { body: holdsMoney ? { forfeitBalance } : {} }, given)
      onClosed()
    }),
  })
  return (
    <form {...formProps} className="grid gap-4">
      <ProofFields proof={proof} email={email} field={field} />
      {holdsMoney ? (
        <CheckboxField
          {...field('forfeitBalance')}
          label={t`I give up the money and rewards in this account`}
          hint={t`They go to the house.`}
        />
      ) : null}
      <CheckboxField {...field('isSure')} label={t`I want to close my account for good`} />
      <FormError>{failure}</FormError>
      <div>
        <Button type="submit" variant="danger" loading={isSubmitting}>
          <Trans>Close account</Trans>
        </Button>
      </div>
    </form>
  )
}
