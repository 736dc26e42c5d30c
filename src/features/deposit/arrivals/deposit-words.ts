import { useLingui } from '@lingui/react/macro'
import type { Coin } from '#contract/coins.ts'
import { MINIMUM_DEPOSIT, type Deposit } from '#contract/deposits.ts'
import { coinSymbol } from '#contract/values.ts'
import { useFormat } from '#i18n/use-format.ts'
import { shortAddress } from '#ui/short-address.ts'

/** The coin that players deposit by address. */
const BY_ADDRESS = 'usdt-tron'

export interface DepositWords {
  readonly title: string
  readonly detail: string
}

export function useDepositWords(coins: readonly Coin[] | undefined): (deposit: Deposit) => DepositWords {
  const { t } = useLingui()
  const { decimal } = useFormat()
  const amountOf = ({ coin, amount }: { coin: string; amount: string }) =>
    `${decimal(amount, 0)} ${coins?.find(({ id }) => id === coin)?.symbol ?? coinSymbol(coin)}`

  return ({ status, confirmations, confirmationsNeeded, paid, credited, isOverLimit, contract }) => {
    const amount = paid === null ? '' : amountOf(paid)
    switch (status) {
      case 'confirming':
        return {
          title: t`On its way: ${amount}`,
          detail:
            confirmations < confirmationsNeeded
              ? t`${confirmations} of ${confirmationsNeeded} confirmations`
              : t`Fully confirmed. It will be credited in a moment.`,
        }
      case 'credited': {
        const received = credited === null ? '' : amountOf(credited)
        return {
          title: t`Credited: ${received}`,
          detail: isOverLimit
            ? t`For ${amount}. This is above your deposit limit. Koi cannot refuse a transfer, so all of it counts.`
            : t`For ${amount}, at the rate of the last confirmation`,
        }
      }
      case 'below_minimum':
        return {
          title: t`Below the minimum: ${amount}`,
          detail:
            paid?.coin === BY_ADDRESS
              ? t`Less than ${MINIMUM_DEPOSIT} USDT is never credited.`
              : t`Less than the minimum is never credited.`,
        }
      case 'wrong_token': {
        const token = shortAddress(contract)
        return {
          title: t`A different token arrived`,
          detail: t`This token is not USDT (contract ${token}), so it is not credited.`,
        }
      }
      case 'dropped':
        return {
          title: t`Dropped by the network: ${amount}`,
          detail: t`The network reversed this transfer. Check the wallet you sent it from.`,
        }
      case 'account_closed':
        return { title: t`Not credited: ${amount}`, detail: t`It came after the account was closed.` }
      case 'too_large':
        return {
          title: t`Not credited: ${amount}`,
          detail: t`It is more than an account can hold. We will check it.`,
        }
    }
  }
}
