import { Trans, useLingui } from '@lingui/react/macro'
import { installedWallets } from '#features/wallet/connection/installed-wallets.ts'
import { recentWallets } from '#features/wallet/connection/recent-wallets.ts'
import { connectInstalled } from '#features/wallet/modal/wallet-modal.actions.ts'
import { PRACTICE_WALLET_ID } from '#lib/practice-wallet-id.ts'
import { useStore } from '#lib/use-store.ts'
import { WalletRow } from '#ui/WalletRow.tsx'

/** The wallets of this browser, those that were used before first. */
export function InstalledWallets() {
  const { t } = useLingui()
  const installed = useStore(installedWallets).filter(({ id }) => id !== PRACTICE_WALLET_ID)
  const recent = useStore(recentWallets).map(({ id }) => id)
  if (installed.length === 0) return null
  const rank = (id: string) => (recent.includes(id) ? recent.indexOf(id) : recent.length)
  const sorted = installed.toSorted((a, b) => rank(a.id) - rank(b.id))
  return (
    <ul className="grid gap-2.5" aria-label={t`Installed in this browser`}>
      {sorted.map((wallet, index) => {
        const isLastUsed = wallet.id === recent[0]
        return (
          <li key={wallet.id}>
            <WalletRow
              name={wallet.name}
              icon={wallet.icon}
              detail={<Trans>Installed in this browser</Trans>}
              mark={isLastUsed ? <Trans>Last used</Trans> : undefined}
              isHot={index === 0}
              data-focus-key={wallet.id}
              onClick={() => connectInstalled(wallet)}
            />
          </li>
        )
      })}
    </ul>
  )
}
