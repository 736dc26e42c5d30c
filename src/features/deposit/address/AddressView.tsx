import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Coin } from '#contract/coins.ts'
import type { Deposit, DepositAddress } from '#contract/deposits.ts'
import { LiveDeposits } from '#features/deposit/arrivals/LiveDeposits.tsx'
import { SimulateTransfer, type SentTransfer } from '#features/deposit/arrivals/SimulateTransfer.tsx'
import { PAID_COIN } from '#features/deposit/deposit-rate.ts'
import { BonusLine } from '#features/deposit/bonus/BonusLine.tsx'
import { QrCode } from '#ui/QrCode.tsx'
import { Text } from '#ui/Text.tsx'
import { AddressCard } from './AddressCard.tsx'
import { AddressWarnings } from './AddressWarnings.tsx'
import { NetworkCard } from './NetworkCard.tsx'
import { UnusualTransfers } from './UnusualTransfers.tsx'

interface AddressViewProps {
  address: DepositAddress
  deposits: readonly Deposit[] | undefined
  coins: readonly Coin[] | undefined
}

/** The deposit address with network, QR code and warnings, and the deposits that have arrived. */
export function AddressView({
  address: { address, isPractice, receives },
  deposits,
  coins,
}: AddressViewProps) {
  const { t } = useLingui()
  const [sent, setSent] = useState<readonly SentTransfer[]>([])
  const symbol = coins?.find(({ id }) => id === receives)?.symbol
  return (
    <div className="grid grid-cols-1 gap-4">
      <NetworkCard />
      <div className="grid justify-items-center">
        <QrCode text={address} label={t`QR code of your deposit address`} size={216} mark="usdt" />
      </div>
      <AddressCard address={address} received={symbol} />
      <AddressWarnings isPractice={isPractice} />
      <UnusualTransfers />
      {symbol === undefined ? null : (
        <Text size={3} tone="muted">
          {receives === PAID_COIN ? (
            <Trans>Credited in {symbol}: nothing is exchanged.</Trans>
          ) : (
            <Trans>Credited in {symbol}, at the rate of the last confirmation.</Trans>
          )}
        </Text>
      )}
      <BonusLine />
      <LiveDeposits deposits={deposits} coins={coins} sent={sent} />
      {isPractice ? (
        <SimulateTransfer received={symbol} onSent={(transfer) => setSent([transfer, ...sent])} />
      ) : null}
    </div>
  )
}
