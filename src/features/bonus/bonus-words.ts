import { useLingui } from '@lingui/react/macro'
import type { Bonus } from '#contract/bonuses.ts'
import { coinSymbol } from '#contract/values.ts'
import { useFormat } from '#i18n/use-format.ts'

/** `usdb-blast` → `USDB`. */
export const symbolOf = ({ coin }: Pick<Bonus, 'coin'>) => coinSymbol(coin)

export function useBonusName(): (bonus: Pick<Bonus, 'ordinal'>) => string {
  const { t } = useLingui()
  return ({ ordinal }) => (ordinal === 1 ? t`First-deposit bonus` : t`Second-deposit bonus`)
}

export function useBonusEnd(): (bonus: Bonus) => string {
  const { t } = useLingui()
  const { decimal, date } = useFormat()
  return (bonus) => {
    const symbol = symbolOf(bonus)
    const [amount, released, lost] = [bonus.amount, bonus.released, bonus.lost].map((each) => decimal(each))
    const at = date(new Date(bonus.endedAt ?? bonus.expiresAt))
    switch (bonus.status) {
      case 'released':
        return t`All ${amount} ${symbol} released, ${at}`
      case 'expired':
        return t`Expired on ${at}: ${released} ${symbol} released, ${lost} lost`
      case 'given_up':
        return t`Given up on ${at}: ${released} ${symbol} released, ${lost} went back`
      case 'declined':
        return t`Declined before the deposit of ${at}`
      case 'active':
        return t`${released} of ${amount} ${symbol} released`
    }
  }
}
