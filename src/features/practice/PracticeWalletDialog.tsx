import { Trans, useLingui } from '@lingui/react/macro'
import { FlaskConical } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useFormat } from '#i18n/use-format.ts'
import { useStore } from '#lib/use-store.ts'
import { Button } from '#ui/Button.tsx'
import { CopyableCode } from '#ui/CopyableCode.tsx'
import { DefinitionList } from '#ui/DefinitionList.tsx'
import { FormError } from '#ui/FormError.tsx'
import { Overlay } from '#ui/dialog/Overlay.tsx'
import { OverlayTitle } from '#ui/dialog/OverlayTitle.tsx'
import { Note } from '#ui/Note.tsx'
import { Text } from '#ui/Text.tsx'
import { useCopy } from '#ui/use-copy.ts'
import { practiceProvider } from './announce-practice-wallet.ts'
import { amountText, practiceChains, readHoldings } from './practice-chain.ts'
import { readWallet, type StoredWallet } from './practice-wallet.storage.ts'
import { PracticeRequestFacts } from './PracticeRequestFacts.tsx'
import { shownRequest, type PracticeRequest } from './practice-request.ts'

/** The button is disabled this long: the second tap of a double tap may hit it. */
const HELD_MS = 700

/** The practice wallet's own window, in which the player confirms or rejects a request. */
export function PracticeWalletDialog() {
  const { t } = useLingui()
  const shown = useStore(shownRequest)
  // Keep the content while the dialog closes.
  const [last, setLast] = useState(shown)
  if (shown && shown !== last) setLast(shown)
  const [ready, setReady] = useState<typeof shown>(null)
  useEffect(() => {
    if (!shown) return
    const timer = setTimeout(() => setReady(shown), HELD_MS)
    return () => clearTimeout(timer)
  }, [shown])
  const request = last?.request
  const answer = (isYes: boolean) => shown?.answer(isYes)
  const isShort = request?.kind === 'pay' && !request.isEnough
  return (
    <Overlay
      open={shown !== null}
      onClose={() => answer(false)}
      onLeft={() => setLast(null)}
      placement="bottom"
      scrim="deep"
      title={t`Practice wallet`}
      header={<OverlayTitle title={t`Practice wallet`} isPractice />}
      footer={
        request && request.kind !== 'look' ? (
          <div className="grid grid-cols-2 gap-2.5">
            <Button variant="secondary" onClick={() => answer(false)}>
              <Trans>Reject</Trans>
            </Button>
            <Button disabled={ready !== shown || isShort} onClick={() => answer(true)}>
              <YesWord kind={request.kind} />
            </Button>
          </div>
        ) : undefined
      }
    >
      {request?.kind === 'look' ? <PracticeWalletView /> : null}
      {request && request.kind !== 'look' ? (
        <>
          <PracticeRequestFacts request={request} />
          <FormError>{isShort ? t`The wallet holds less than that.` : undefined}</FormError>
        </>
      ) : null}
    </Overlay>
  )
}

function YesWord({ kind }: { kind: Exclude<PracticeRequest['kind'], 'look'> }) {
  switch (kind) {
    case 'connect':
      return <Trans>Allow</Trans>
    case 'switch':
      return <Trans>Switch</Trans>
    case 'sign':
      return <Trans>Sign</Trans>
    case 'pay':
      return <Trans>Send</Trans>
  }
}

interface Holding {
  readonly place: string
  readonly amount: string
}

/** Holdings, key export, and a reset of the practice wallet. */
function PracticeWalletView() {
  const { t } = useLingui()
  const { decimal } = useFormat()
  const copy = useCopy()
  const [wallet, setWallet] = useState(readWallet)
  const [holdings, setHoldings] = useState<readonly Holding[]>([])
  useEffect(() => {
    let isCurrent = true
    if (wallet) {
      readAll(wallet).then(
        (found) => isCurrent && setHoldings(found),
        () => undefined,
      )
    }
    return () => {
      isCurrent = false
    }
  }, [wallet])
  const renew = async () => {
    await practiceProvider().renew()
    setWallet(readWallet())
  }
  if (!wallet) {
    return (
      <Text tone="muted" className="pb-2">
        <Trans>
          There is no practice wallet in this browser yet. Connect a wallet and choose “Practice wallet”.
        </Trans>
      </Text>
    )
  }
  return (
    <div className="grid grid-cols-1 gap-4 pb-2">
      <CopyableCode text={wallet.address} copyLabel={t`Copy address`} copied={t`Address copied`} />
      <DefinitionList
        facts={holdings.map(({ place, amount }) => ({ term: place, value: decimal(amount, 0) }))}
      />
      <Note icon={<FlaskConical aria-hidden size={17} />}>
        <Trans>
          Practice money only. The key was made in this browser and stays there: never send real coins to it.
        </Trans>
      </Note>
      <div className="flex flex-wrap gap-2.5">
        <Button variant="secondary" onClick={() => void copy(wallet.key, t`Key copied`)}>
          <Trans>Copy the key</Trans>
        </Button>
        <Button variant="ghost" onClick={() => void renew()}>
          <Trans>Start with a new key</Trans>
        </Button>
      </div>
    </div>
  )
}

async function readAll({ address }: StoredWallet): Promise<readonly Holding[]> {
  const chains = await practiceChains()
  const held = await Promise.all(chains.map(({ id, coins }) => readHoldings(id, address, coins)))
  return chains.flatMap(({ name, coins }, at) =>
    coins.flatMap((coin, index) => {
      const units = held[at]?.[index] ?? null
      return units === null ? [] : [{ place: `${coin.symbol} · ${name}`, amount: amountText(units, coin) }]
    }),
  )
}
