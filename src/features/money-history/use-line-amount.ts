import { useQuery } from '@tanstack/react-query'
import type { Transaction } from '#contract/transactions.ts'
import { coinSymbol } from '#contract/values.ts'
import { useFormat } from '#i18n/use-format.ts'
import { coinsQuery } from '#queries/coins.queries.ts'

/** With sign and coin symbol. */
export function useLineAmount() {
  const { decimal } = useFormat()
  const { data: coins } = useQuery(coinsQuery)
  const symbolOf = (coin: string) => coins?.find(({ id }) => id === coin)?.symbol ?? coinSymbol(coin)
  const withCoin = (amount: string, coin: string) => `${decimal(amount, 0)} ${symbolOf(coin)}`
  const signed = (line: Transaction) => {
    if (line.amount === null || line.coin === null) return '–'
    return `${signOf(line)}${withCoin(line.amount, line.coin)}`
  }
  return { withCoin, signed, symbolOf }
}

/** Failed movements have no sign: the balance did not change. */
export function signOf(line: Transaction): '+' | '−' | '' {
  switch (line.group) {
    case 'deposit':
      return line.status === 'confirming' || line.status === 'credited' ? '+' : ''
    case 'withdrawal':
      return line.status === 'cancelled' || line.status === 'refused' || line.status === 'failed' ? '' : '−'
    default:
      return line.isOut ? '−' : '+'
  }
}
