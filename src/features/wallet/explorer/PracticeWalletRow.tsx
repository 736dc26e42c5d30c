import { Trans, useLingui } from '@lingui/react/macro'
import { installedWallets } from '#features/wallet/connection/installed-wallets.ts'
import { connectInstalled } from '#features/wallet/modal/wallet-modal.actions.ts'
import { PRACTICE_WALLET_ID } from '#lib/practice-wallet-id.ts'
import { useStore } from '#lib/use-store.ts'
import { PracticeTag } from '#ui/PracticeTag.tsx'
import { WalletRow } from '#ui/WalletRow.tsx'

/** The wallet that a server of play money offers in the page itself, apart from the player's own. */
export function PracticeWalletRow() {
  const { t } = useLingui()
  const installed = useStore(installedWallets)
  const wallet = installed.find(({ id }) => id === PRACTICE_WALLET_ID)
  if (!wallet) return null
  return (
    <ul className="grid gap-2.5" aria-label={t`Part of this page, for practice money`}>
      <li>
        <WalletRow
          name={wallet.name}
          icon={wallet.icon}
          detail={<Trans>Part of this page, for practice money</Trans>}
          mark={<PracticeTag />}
          isHot={installed.length === 1}
          data-focus-key={wallet.id}
          onClick={() => connectInstalled(wallet)}
        />
      </li>
    </ul>
  )
}
