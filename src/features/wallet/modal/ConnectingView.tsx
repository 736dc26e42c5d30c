import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Download, ExternalLink, QrCode, RotateCw } from 'lucide-react'
import { useSnapshot } from 'valtio'
import type { WalletListing } from '#contract/wallet.ts'
import { hasWalletConnect } from '#features/wallet/connection/has-walletconnect.ts'
import { hasAppLink, storeLink } from '#features/wallet/connection/wallet-listing.ts'
import type { Wallet } from '#features/wallet/connection/wallet.state.ts'
import { isolatedName } from '#contract/given-name.ts'
import { configQuery } from '#queries/config.queries.ts'
import { Button } from '#ui/Button.tsx'
import { Name } from '#ui/Name.tsx'
import { WaitingRing } from '#ui/WaitingRing.tsx'
import { WalletMark } from '#ui/WalletMark.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { WalletOutcome } from './WalletOutcome.tsx'
import { WalletWait } from './WalletWait.tsx'
import { connectByQr, openInApp, retry } from './wallet-modal.actions.ts'
import { walletModalState } from './wallet-modal.state.ts'

interface ConnectingViewProps {
  wallet: Wallet
  listing: WalletListing | null
}

/** Waiting for one wallet, or the outcome with the next steps. */
export function ConnectingView({ wallet, listing }: ConnectingViewProps) {
  const { t } = useLingui()
  const { attempt } = useSnapshot(walletModalState)
  const { data: config } = useQuery(configQuery)
  const label = <Name>{wallet.label}</Name>
  const named = isolatedName(wallet.label)
  const isWaiting = attempt.status === 'waiting' || attempt.status === 'none'
  const isSlow = attempt.status === 'waiting' && attempt.isSlow
  const canScan = hasWalletConnect(config)
  const canOpen = wallet.via === 'walletconnect' && listing !== null && hasAppLink(listing)
  const store = listing && wallet.via === 'walletconnect' ? storeLink(listing) : null
  // An extension need not be opened: it waits for the player's answer.
  const isOpening = canOpen && !isSlow
  return (
    <div className="grid grid-cols-1 gap-5">
      <WalletWait
        ring={
          <WaitingRing state={isWaiting ? 'waiting' : attempt.status === 'failed' ? 'failed' : 'idle'}>
            <WalletMark src={wallet.icon} name={wallet.label} size={72} />
          </WaitingRing>
        }
        title={
          isWaiting
            ? isSlow
              ? t`Still waiting for ${named}`
              : t`Confirm in your wallet`
            : t`Connect ${named}`
        }
      >
        {!isWaiting ? null : isSlow ? (
          canOpen ? (
            <Trans>
              Has {label} not opened? Open it once more, or scan a code with the phone that has it.
            </Trans>
          ) : (
            <Trans>
              Look for the window of {label}. It may be behind this one, or it may ask for your password.
            </Trans>
          )
        ) : (
          <Trans>A request is waiting in {label}. Nothing is spent by connecting.</Trans>
        )}
      </WalletWait>
      <WalletOutcome attempt={attempt} />
      <div className="flex flex-wrap gap-2.5">
        {canScan && (!isWaiting || isSlow) ? (
          <Button
            variant={isSlow && !canOpen ? 'primary' : 'secondary'}
            className="flex-1"
            icon={<QrCode aria-hidden size={19} />}
            onClick={() => connectByQr(listing)}
          >
            <Trans>Scan instead</Trans>
          </Button>
        ) : null}
        {canOpen && isWaiting ? (
          <Button
            variant={isOpening ? 'secondary' : 'primary'}
            className="flex-1"
            icon={<ExternalLink aria-hidden size={19} />}
            onClick={() => openInApp(listing)}
          >
            <Trans>Open the app</Trans>
          </Button>
        ) : null}
        {isWaiting ? null : (
          <Button className="flex-1" icon={<RotateCw aria-hidden size={19} />} onClick={retry}>
            <Trans>Try again</Trans>
          </Button>
        )}
      </div>
      {store && (!isWaiting || isSlow) ? (
        <a
          href={store}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClass({ variant: 'ghost', block: true })}
        >
          <Download aria-hidden size={19} />
          <Trans>Get {label}</Trans>
        </a>
      ) : null}
    </div>
  )
}
