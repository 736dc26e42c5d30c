import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'
import { useSnapshot } from 'valtio'
import type { Chain } from '#contract/config.ts'
import { MOST_PAID } from '#contract/wallet-deposits.ts'
import { BonusLine } from '#features/deposit/bonus/BonusLine.tsx'
import { receivedCoin } from '#features/deposit/deposit-rate.ts'
import { depositState } from '#features/deposit/deposit.state.ts'
import { useFormat } from '#i18n/use-format.ts'
import { compare, formatDecimal, parseDecimal } from '#lib/decimal.ts'
import { parseTypedAmount } from '#lib/typed-number.ts'
import { coinsQuery } from '#queries/coins.queries.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Text } from '#ui/Text.tsx'
import { Name } from '#ui/Name.tsx'
import { shortAddress } from '#ui/short-address.ts'
import { PaymentAmountField } from './PaymentAmountField.tsx'
import { PaymentOutcome } from './PaymentOutcome.tsx'
import { TransferFacts } from './TransferFacts.tsx'
import { payFromWallet } from './wallet-deposit.actions.ts'
import { isUnderWay, walletDepositState } from './wallet-deposit.state.ts'
import { walletAssetsQuery } from './wallet-deposits.queries.ts'
import type { WalletPort } from './wallet-port.ts'

/** Longer than any amount: excessive amounts must be read to be reported. */
const LONGEST_TYPED = 96

interface WalletDepositFormProps {
  wallet: WalletPort
  connected: NonNullable<WalletPort['connected']>
  chains: readonly Chain[]
  uid: number
}

/** Shows amount and all costs before the wallet is asked. */
export function WalletDepositForm({ wallet, connected, chains, uid }: WalletDepositFormProps) {
  const { t } = useLingui()
  const { decimal } = useFormat()
  const queryClient = useQueryClient()
  const { data: assets } = useQuery(walletAssetsQuery)
  const { data: coins } = useQuery(coinsQuery)
  const { coin: choice } = useSnapshot(depositState)
  const { payment } = useSnapshot(walletDepositState)
  const [chosen, setChosen] = useState('')
  const [typed, setTyped] = useState('')
  const [isRefused, setIsRefused] = useState(false)

  if (!assets || !coins) return <Skeleton shape="box" height={260} />
  const symbolOf = (id: string) => coins.find((coin) => coin.id === id)?.symbol ?? id
  const options = assets.flatMap((asset) => {
    const chain = chains.find(({ id }) => id === asset.chainId)
    return chain ? [{ asset, chain, value: `${chain.id} ${asset.coin}` }] : []
  })
  const option =
    options.find(({ value }) => value === chosen) ??
    options.find(({ chain }) => chain.id === connected.chainId) ??
    options[0]
  if (!option) {
    return (
      <Text tone="muted">
        <Trans>This server takes no deposits from wallets: its operator has set no address for them.</Trans>
      </Text>
    )
  }
  const { asset, chain, value } = option
  const isSimulated = asset.isPractice && !wallet.paysPractice
  const receives = receivedCoin(choice, asset.coin, coins)
  const paid = coins.find(({ id }) => id === asset.coin)
  const minimum = parseDecimal(asset.minimum)
  const amount = parseTypedAmount(typed, asset.decimals, LONGEST_TYPED)
  const isEnough = amount !== undefined && minimum !== undefined && compare(amount, minimum) >= 0
  const most = parseDecimal(MOST_PAID)
  const isTooMuch = amount !== undefined && most !== undefined && compare(amount, most) > 0
  const isPayable = isEnough && !isTooMuch
  const symbol = symbolOf(asset.coin)
  const received = symbolOf(receives)
  const least = decimal(asset.minimum, 0)
  const limit = decimal(MOST_PAID, 0)
  const refusal = isTooMuch
    ? t`You can pay at most ${limit} ${symbol} at once.`
    : t`Enter an amount of at least ${least} ${symbol}.`
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    setIsRefused(!isPayable)
    if (!isPayable) return
    const order = { asset, chain, amount: formatDecimal(amount), receives }
    // Clear the amount, so that another tap cannot pay it again.
    if (await payFromWallet(order, { uid, wallet, queryClient })) setTyped('')
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid grid-cols-1 gap-4">
      <Card className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <Text weight={700}>
          <Name>{connected.label}</Name>
        </Text>
        <Text size={3} tone="muted" num translate="no">
          {shortAddress(connected.address)}
        </Text>
      </Card>
      <SelectField
        label={t`Coin and network`}
        value={value}
        onChange={(event) => setChosen(event.target.value)}
        options={options.map((each) => ({
          value: each.value,
          label: `${symbolOf(each.asset.coin)} · ${each.chain.name}`,
        }))}
      />
      {paid ? (
        <PaymentAmountField
          asset={asset}
          paid={paid}
          from={connected.address}
          isAsked={!isSimulated}
          value={typed}
          onChange={(text) => {
            setTyped(text)
            setIsRefused(false)
          }}
          maxLength={LONGEST_TYPED}
          error={isRefused || isTooMuch ? refusal : undefined}
        />
      ) : null}
      <TransferFacts
        asset={asset}
        isAsked={!isSimulated}
        chain={chain}
        from={connected.address}
        amount={isPayable ? formatDecimal(amount) : null}
        coins={coins}
        receives={receives}
      />
      <BonusLine />
      <PaymentOutcome payment={payment} wallet={wallet} chain={chain} walletChainId={connected.chainId} />
      <Button type="submit" block loading={isUnderWay(payment) || !(wallet.isReady || isSimulated)}>
        {isSimulated ? (
          <Trans>Send practice {symbol}</Trans>
        ) : connected.chainId === chain.id ? (
          <Trans>Pay with the wallet</Trans>
        ) : (
          <Trans>Switch network and pay</Trans>
        )}
        <span>{' · '}</span>
        {receives === asset.coin ? <Trans>keep {received}</Trans> : <Trans>get {received}</Trans>}
      </Button>
    </form>
  )
}
