import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Coin } from '#contract/coins.ts'
import type { WalletAsset } from '#contract/wallet-deposits.ts'
import { useFormat } from '#i18n/use-format.ts'
import { cutUnits } from '#lib/decimal.ts'
import { fieldText } from '#lib/typed-number.ts'
import { walletBalanceQuery } from '#queries/wallet-balance.queries.ts'
import { Button } from '#ui/Button.tsx'
import { NumberField } from '#ui/NumberField.tsx'
import { leftOfFee, rawAmount } from './payment-amounts.ts'
import { transferFeeQuery } from './wallet-deposits.queries.ts'

interface PaymentAmountFieldProps {
  asset: WalletAsset
  /** The coin of the asset. */
  paid: Coin
  from: string
  /** True if the wallet's balance can be read from the chain. */
  isAsked: boolean
  value: string
  onChange: (text: string) => void
  maxLength: number
  error: string | undefined
}

/** With a button for the largest amount that the wallet can pay. */
export function PaymentAmountField({ asset, paid, from, isAsked, error, ...field }: PaymentAmountFieldProps) {
  const { t } = useLingui()
  const { decimal } = useFormat()
  const { chainId, contract, recipient, minimum, decimals } = asset
  const isOwnCoin = contract === null
  const { data: held } = useQuery({
    ...walletBalanceQuery({ chainId, holder: from, contract }),
    enabled: isAsked,
  })
  const { data: fee } = useQuery({
    ...transferFeeQuery({
      chainId,
      from,
      recipient,
      contract,
      amount: rawAmount(minimum, paid.chainDecimals) ?? '0x1',
    }),
    enabled: isAsked && isOwnCoin,
  })
  const most = isOwnCoin ? (held && fee ? leftOfFee(held, fee) : undefined) : held
  const symbol = paid.symbol
  const least = decimal(minimum, 0)
  return (
    <NumberField
      {...field}
      onChange={(event) => field.onChange(event.target.value)}
      label={t`Amount in ${symbol}`}
      hint={t`At least ${least} ${symbol}. Less is not credited.`}
      error={error}
      trailing={
        most ? (
          <Button
            variant="ghost"
            size="sm"
            onClick={() => field.onChange(fieldText(cutUnits(most, paid.chainDecimals, decimals)))}
          >
            <Trans>Max</Trans>
          </Button>
        ) : undefined
      }
    />
  )
}
