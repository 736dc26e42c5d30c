import { Trans, useLingui } from '@lingui/react/macro'
import { FlaskConical } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useFormat } from '#i18n/use-format.ts'
import { Button } from '#ui/Button.tsx'
import { CopyableCode } from '#ui/CopyableCode.tsx'
import { DefinitionList } from '#ui/DefinitionList.tsx'
import { Note } from '#ui/Note.tsx'
import { Text } from '#ui/Text.tsx'
import { useCopy } from '#ui/use-copy.ts'
import { practiceProvider } from './announce-practice-wallet.ts'
import { amountText, practiceChains, readHoldings } from './practice-chain.ts'
import { readWallet, type StoredWallet } from './practice-wallet.storage.ts'

interface Holding {
  readonly place: string
  readonly amount: string
}

/** What the practice wallet is and holds, with its key to take along and a way to begin anew. */
export function PracticeWalletView() {
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
