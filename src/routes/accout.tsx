import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { usePanel } from '#app/panels.ts'
import { AccoutPage } from '#features/account/AccoutPage.tsx'
import { AccoutSearchSchema } from '#features/account/account-search.ts'
import { LevelCard } from '#features/rewards/LevelCard.tsx'
import { WalletLoginButton } from '#features/wallet/login/WalletLoginButton.tsx'
import { loadTexts } from '#i18n/i18n.ts'
import { Invitation } from '#session/Invitation.tsx'

export const Route = createFileRoute('/accout')({
  validateSearch: AccoutSearchSchema,
  loader: () => Promise.all([loadTexts('account'), loadTexts('wallet'), loadTexts('money')]),
  component: Accout,
  staticData: { title: msg`Account`, tabBar: true, tab: 'accout' },
})

function Accout() {
  const { from } = Route.useSearch()
  const { open } = usePanel()
  return (
    <AccoutPage
      from={from}
      walletLogin={<WalletLoginButton onOpen={() => open('wallet', 'login')} />}
      level={
        <Invitation>
          <LevelCard />
        </Invitation>
      }
    />
  )
}
