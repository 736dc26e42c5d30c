import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useBalances } from '#queries/use-balances.ts'
import { forgetUser } from '#session/user.actions.ts'
import { AnswerGate } from '#ui/AnswerGate.tsx'
import { NumberedList } from '#ui/NumberedList.tsx'
import { toast } from '#ui/toast.ts'
import { CloseAccountForm } from './CloseAccountForm.tsx'
import { HeldMoney } from './HeldMoney.tsx'
import { SecurityFrame } from './SecurityFrame.tsx'
import { securityQuery } from './security.queries.ts'

const isSome = (amount: string) => amount !== '0'

/** What closing means, and the form that does it. */
export function CloseAccountPage() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const query = useQuery(securityQuery)
  const balances = useBalances()
  const leave = () => {
    toast({ message: t`Your account is closed`, tone: 'success' })
    void navigate({ to: '/', replace: true })
    // Its session has ended on the server already.
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
        <Trans>What this device keeps, such as demo bets and favourites, stays until you clear it.</Trans>
      </NumberedList>
      <AnswerGate query={query}>
        {({ email, asks }) => (
          <AnswerGate query={balances}>
            {(all) => {
              const held = all.filter((each) => [each.available, each.locked, each.pending].some(isSome))
              return (
                <>
                  {held.length > 0 ? <HeldMoney held={held} /> : null}
                  <CloseAccountForm {...{ email, asks }} holdsMoney={held.length > 0} onClosed={leave} />
                </>
              )
            }}
          </AnswerGate>
        )}
      </AnswerGate>
    </SecurityFrame>
  )
}
