import { Suspense, useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { lazyPart } from '#ui/lazy-part.tsx'
import { ViewSkeleton } from './ViewSkeleton.tsx'
import { AccountView, type Membership } from './account/AccountView.tsx'
import { prepareToConnect } from './connection/connect-wallet.ts'
import { connectionOf, walletState } from './connection/wallet.state.ts'
import { ConnectView } from './explorer/ConnectView.tsx'
import { laterViews } from './later-views.ts'
import { ConnectingView } from './modal/ConnectingView.tsx'
import type { WalletView } from './modal/wallet-modal.state.ts'

const ExplorerView = lazyPart(laterViews.explorer)
const QrView = lazyPart(laterViews.qr)
const GetView = lazyPart(laterViews.get)
const HelpView = lazyPart(laterViews.help)
const NetworkView = lazyPart(laterViews.network)

interface WalletViewContentProps {
  view: WalletView
  membership: Membership
  onDisconnected: () => void
}

export function WalletViewContent({ view, membership, onDisconnected }: WalletViewContentProps) {
  const { session } = useSnapshot(walletState)
  const connection = connectionOf(session)
  useEffect(prepareToConnect, [])
  const shown = () => {
    switch (view.name) {
      case 'connect':
        return <ConnectView />
      case 'explorer':
        return <ExplorerView />
      case 'connecting':
        return <ConnectingView wallet={view.wallet} listing={view.listing} />
      case 'qr':
        return <QrView label={view.wallet?.label ?? null} listing={view.listing} />
      case 'get':
        return <GetView />
      case 'help':
        return <HelpView />
      case 'network':
        return <NetworkView />
      case 'account':
        // The wallet may disconnect while its view is open.
        return connection === null ? (
          <ConnectView />
        ) : (
          <AccountView
            connection={connection}
            isReconnecting={session.status === 'reconnecting'}
            membership={membership}
            onDisconnected={onDisconnected}
          />
        )
    }
  }
  return <Suspense fallback={<ViewSkeleton />}>{shown()}</Suspense>
}
