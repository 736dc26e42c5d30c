import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { CircleHelp, QrCode, Wallet } from 'lucide-react'
import { isHandheld, needsHttps } from '#features/wallet/connection/device.ts'
import { hasWalletConnect } from '#features/wallet/connection/has-walletconnect.ts'
import { installedWallets } from '#features/wallet/connection/installed-wallets.ts'
import { recentWallets } from '#features/wallet/connection/recent-wallets.ts'
import { connectByQr, connectInstalled, showView } from '#features/wallet/modal/wallet-modal.actions.ts'
import { PRACTICE_WALLET_ID } from '#lib/practice-wallet-id.ts'
import { useStore } from '#lib/use-store.ts'
import { configQuery } from '#queries/config.queries.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { PracticeTag } from '#ui/PracticeTag.tsx'
import { TextButton } from '#ui/TextButton.tsx'
import { WalletRow } from '#ui/WalletRow.tsx'
import { RecommendedWallets } from './RecommendedWallets.tsx'

/** The first view: installed wallets, and ways to others. */
export function ConnectView() {
  const { t } = useLingui()
  const { data: config } = useQuery(configQuery)
  const hasInstalled = useStore(installedWallets).length > 0
  const canScan = hasWalletConnect(config)
  // Until the server has answered, reserve the space for its offers.
  const hasExplorer = config === undefined || (config.wallet.hasExplorer && canScan)
  const isPhone = isHandheld()
  return (
    <div className="grid grid-cols-1 gap-4">
      {needsHttps(window.location) ? (
        <Banner inset tone="warning">
          <Trans>This page came over http. Connecting a wallet usually needs https.</Trans>
        </Banner>
      ) : null}
      <InstalledWallets />
      {hasExplorer ? <RecommendedWallets /> : null}
      {canScan ? (
        <ListRow
          icon={<QrCode aria-hidden size={21} />}
          title={isPhone ? t`Scan with another phone` : t`Scan with your phone`}
          subtitle={t`WalletConnect QR code`}
          chevron
          data-focus-key="qr"
          onClick={() => connectByQr(null)}
        />
      ) : null}
      <PracticeWalletRow />
      {config?.mode === 'live' && !hasInstalled && !canScan ? (
        <EmptyState
          level={3}
          icon={<Wallet aria-hidden size={26} />}
          title={t`No wallet in this browser`}
          detail={t`Install one, come back, and it appears here.`}
          action={
            <Button data-focus-key="get" onClick={() => showView({ name: 'get' })}>
              <Trans>Get a wallet</Trans>
            </Button>
          }
        />
      ) : (
        <div className="grid justify-items-center">
          <TextButton data-focus-key="get" onClick={() => showView({ name: 'get' })}>
            <Trans>
              New to wallets? <strong>Get one in a minute</strong>
            </Trans>
          </TextButton>
          <TextButton data-focus-key="help" onClick={() => showView({ name: 'help' })}>
            <CircleHelp aria-hidden size={15} />
            <Trans>What is a wallet?</Trans>
          </TextButton>
        </div>
      )}
    </div>
  )
}

/** The wallet that a server in practice mode offers in the page itself. */
function PracticeWalletRow() {
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

/** Wallets of this browser, recently used first. */
function InstalledWallets() {
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
