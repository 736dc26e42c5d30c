import { Trans, useLingui } from '@lingui/react/macro'
import { Check, Copy, ExternalLink, RotateCw, Smartphone } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { WalletListing } from '#contract/wallet.ts'
import { isHandheld } from '#features/wallet/connection/device.ts'
import { hasAppLink } from '#features/wallet/connection/wallet-listing.ts'
import { isolatedName, type GivenName } from '#contract/given-name.ts'
import { Button } from '#ui/Button.tsx'
import { Name } from '#ui/Name.tsx'
import { QrCode } from '#ui/QrCode.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Spinner } from '#ui/Spinner.tsx'
import { Text } from '#ui/Text.tsx'
import { TextField } from '#ui/TextField.tsx'
import { useCopied } from '#ui/use-copied.ts'
import { WalletOutcome } from './WalletOutcome.tsx'
import { openInApp, renewPairing, showView } from './wallet-modal.actions.ts'
import { walletModalState } from './wallet-modal.state.ts'

const SIZE = 300

interface QrViewProps {
  /** The wallet that the code is for; null for any. */
  label: GivenName | null
  listing: WalletListing | null
}

/** A pairing code for a wallet on another device. */
export function QrView({ label: name, listing }: QrViewProps) {
  const { t } = useLingui()
  const { pairing, attempt } = useSnapshot(walletModalState)
  const { state, copy } = useCopied()
  const label = name === null ? null : <Name>{name}</Name>
  const named = name === null ? null : isolatedName(name)
  const uri = pairing.status === 'ready' ? pairing.uri : null
  const canOpen = listing !== null && hasAppLink(listing)
  const outcome = pairing.status === 'failed' ? pairing : attempt
  const hasAnswered = pairing.status === 'answered'
  const isOver = outcome.status === 'failed' || outcome.status === 'rejected'
  return (
    <div className="grid grid-cols-1 gap-4 justify-items-center pt-2">
      {isOver ? (
        <div className="grid grid-cols-1 gap-4 w-full py-4">
          <WalletOutcome attempt={outcome} />
          <Button icon={<RotateCw aria-hidden size={19} />} onClick={renewPairing}>
            <Trans>Get a new code</Trans>
          </Button>
        </div>
      ) : hasAnswered ? (
        <div role="status" className="grid gap-4 justify-items-center py-10 text-center">
          <Spinner size={40} label={t`Waiting for the wallet`} />
          <Text>
            <Trans>The wallet has answered, finishing…</Trans>
          </Text>
        </div>
      ) : (
        <>
          <div className="w-full grid justify-items-center" aria-busy={uri === null}>
            {uri === null ? (
              <span className="w-full aspect-square" style={{ maxWidth: SIZE }}>
                <Skeleton shape="box" height="100%" />
              </span>
            ) : (
              <QrCode
                text={uri}
                label={named === null ? t`QR code for your wallet app` : t`QR code for ${named}`}
                size={SIZE}
                mark="koi"
              />
            )}
          </div>
          <div className="grid gap-0.5 text-center">
            <Text tone="muted" size={3}>
              {label === null ? (
                <Trans>Open a wallet app, tap scan, point it here.</Trans>
              ) : (
                <Trans>Open {label} on your phone, tap scan, point it here.</Trans>
              )}
            </Text>
            <RenewsIn at={pairing.status === 'ready' ? pairing.expiresAt : null} />
          </div>
          <p role="status" className="sr-only">
            {uri === null ? t`Getting a code` : state === 'copied' ? t`Copied` : t`The code is ready`}
          </p>
          {state === 'refused' && uri !== null ? <PairingLink uri={uri} /> : null}
          <div className="flex flex-wrap gap-2.5 w-full">
            <Button
              variant="secondary"
              className="flex-1"
              disabled={uri === null}
              icon={state === 'copied' ? <Check aria-hidden size={19} /> : <Copy aria-hidden size={19} />}
              onClick={() => uri !== null && copy(uri)}
            >
              {state === 'copied' ? <Trans>Copied</Trans> : <Trans>Copy link</Trans>}
            </Button>
            {canOpen ? (
              <Button
                variant="secondary"
                className="flex-1"
                icon={<ExternalLink aria-hidden size={19} />}
                onClick={() => openInApp(listing)}
              >
                <Trans>Open the app</Trans>
              </Button>
            ) : isHandheld() ? (
              <Button
                variant="secondary"
                className="flex-1"
                icon={<Smartphone aria-hidden size={19} />}
                onClick={() => showView({ name: 'explorer' })}
              >
                <Trans>Open an app</Trans>
              </Button>
            ) : null}
          </div>
        </>
      )}
    </div>
  )
}

/** Time until the code is renewed; null reserves the space. Not a live region, which would be read every second. */
function RenewsIn({ at }: { at: number | null }) {
  if (at === null) return <Text size={3}>&nbsp;</Text>
  return <Countdown at={at} />
}

function Countdown({ at }: { at: number }) {
  const left = minutesAndSeconds(useSecondsLeft(at))
  return (
    <Text role="timer" size={3} tone="subtle" num>
      <Trans>Renews in {left}</Trans>
    </Text>
  )
}

const secondsUntil = (moment: number) => Math.max(0, Math.ceil((moment - performance.now()) / 1000))

/** Whole seconds until `moment` (as `performance.now()`), down to 0. */
function useSecondsLeft(moment: number): number {
  const [left, setLeft] = useState(() => secondsUntil(moment))
  useEffect(() => {
    const tick = () => setLeft(secondsUntil(moment))
    tick()
    const timer = setInterval(tick, 1_000)
    return () => clearInterval(timer)
  }, [moment])
  return left
}

/** `m:ss`, the same in every language. */
function minutesAndSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** The link to copy by hand if the browser refuses clipboard access. */
function PairingLink({ uri }: { uri: string }) {
  const { t } = useLingui()
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => ref.current?.querySelector('input')?.select(), [uri])
  return (
    <div ref={ref} role="status" className="grid grid-cols-1 gap-1.5 w-full">
      <TextField label={t`Link for your wallet`} value={uri} readOnly />
      <Text size={3} tone="muted">
        <Trans>The browser did not allow copying. The link is marked: copy it yourself.</Trans>
      </Text>
    </div>
  )
}
