import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Coin } from '#contract/coins.ts'
import type { Chain } from '#contract/config.ts'
import type { WalletAsset } from '#contract/wallet-deposits.ts'
import { useFormat } from '#i18n/use-format.ts'
import { cutUnits, formatDecimal, multiply, parseDecimal } from '#lib/decimal.ts'
import { walletBalanceQuery } from '#queries/wallet-balance.queries.ts'
import { DefinitionList } from '#ui/DefinitionList.tsx'
import { FormError } from '#ui/FormError.tsx'
import { amountBought } from '#features/deposit/deposit-rate.ts'
import { rawAmount } from './payment-amounts.ts'
import { transferFeeQuery } from './wallet-deposits.queries.ts'

/** Decimals of every EVM chain's own coin. */
const OWN_DECIMALS = 18
/** Like the wallet view. */
const SHOWN_DECIMALS = 8

interface TransferFactsProps {
  asset: WalletAsset
  /** True if the wallet's balance can be read from the chain. */
  isAsked: boolean
  chain: Chain
  from: string
  /** Decimal string; null if the typed text is not an amount. */
  amount: string | null
  coins: readonly Coin[]
  /** Id of the coin to receive. */
  receives: string | undefined
}

/** The amount that leaves the wallet, the network fee, and the amount that the player gets. */
export function TransferFacts({ asset, isAsked, chain, from, amount, coins, receives }: TransferFactsProps) {
  const { t } = useLingui()
  const { decimal, usd } = useFormat()
  const paid = coins.find(({ id }) => id === asset.coin)
  const received = coins.find(({ id }) => id === receives)
  const raw = amount === null || !paid ? null : rawAmount(amount, paid.chainDecimals)
  const { contract } = asset
  const { data: fee = null, status } = useQuery({
    ...transferFeeQuery({
      chainId: chain.id,
      from,
      recipient: asset.recipient,
      contract,
      amount: raw ?? '0x1',
    }),
    enabled: isAsked && raw !== null,
  })
  const { data: held = null } = useQuery({
    ...walletBalanceQuery({ chainId: chain.id, holder: from, contract }),
    enabled: isAsked,
  })
  const symbol = paid?.symbol ?? ''
  const bought =
    amount === null || !paid || !received
      ? undefined
      : paid === received
        ? amount
        : amountBought(amount, paid, received)
  const { confirmations } = asset
  const own = chain.currency.symbol
  const price = coins.find((coin) => coin.symbol === own)?.priceUsd
  const feeText = () => {
    if (asset.isPractice) return t`None on the practice chain`
    if (amount === null) return '–'
    if (status === 'pending') return t`Asking the network…`
    if (fee === null) return t`Shown in your wallet`
    const feeDecimal = { units: fee, scale: OWN_DECIMALS }
    const shown = `${decimal(formatDecimal(feeDecimal), 0, 8)} ${own}`
    const rate = price === undefined ? undefined : parseDecimal(price)
    if (!rate) return t`About ${shown}`
    const inUsd = usd(formatDecimal(multiply(feeDecimal, rate)))
    return t`About ${shown} (${inUsd})`
  }
  const isShort = held !== null && raw !== null && held < BigInt(raw)
  // The network fee is paid in the chain's own coin.
  const isFeeShort = held !== null && raw !== null && contract === null && held < BigInt(raw) + (fee ?? 0n)
  const heldText =
    held === null || !paid
      ? null
      : `${decimal(cutUnits(held, paid.chainDecimals, SHOWN_DECIMALS), 0)} ${symbol}`
  return (
    <>
      <DefinitionList
        facts={[
          { term: t`You send`, value: amount === null ? '–' : `${decimal(amount, 0)} ${symbol}` },
          { term: t`Network fee`, value: feeText() },
          {
            term: paid === received ? t`You receive` : t`You receive about`,
            value: bought === undefined ? '–' : `${decimal(bought, 0)} ${received?.symbol ?? ''}`,
          },
          { term: t`Network`, value: chain.name },
          {
            term: t`Credited after`,
            value: t`${plural(confirmations, { one: '# confirmation', other: '# confirmations' })}`,
          },
          ...(heldText === null ? [] : [{ term: t`In your wallet`, value: heldText }]),
        ]}
      />
      <FormError>
        {isShort
          ? t`Your wallet holds only ${heldText}.`
          : isFeeShort
            ? t`Your wallet has ${heldText}. That is not enough for the amount and the network fee.`
            : undefined}
      </FormError>
    </>
  )
}
