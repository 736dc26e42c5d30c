import { Trans, useLingui } from '@lingui/react/macro'
import { LUCK_BETS, LUCK_DAYS, type LuckBets } from '#contract/luck.ts'
import { inLocale } from '#contract/localized.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useLocale } from '#i18n/use-locale.ts'
import { FoldedList } from '#ui/FoldedList.tsx'
import { PAID_DECIMALS } from './luck-messages.ts'
import { useLuck } from './luck.queries.ts'
import { netOf, useDollars } from './use-dollars.ts'

/** How the numbers of the card came about, and what is left out of them. */
export function LuckArithmetic({ data }: { data: LuckBets }) {
  const { t, i18n } = useLingui()
  const { integer } = useFormat()
  const locale = useLocale()
  const dollars = useDollars()
  const { data: luck } = useLuck()
  const bets = integer(data.bets)
  const most = integer(LUCK_BETS)
  const days = integer(LUCK_DAYS)
  const wagered = dollars(data.wageredUsd)
  const paid = dollars(data.paidUsd)
  const net = dollars(netOf(data), { isSigned: true })
  const cost = dollars(data.edgeUsd)
  const tolerance = luck ? dollars((luck.tolerance / 10 ** PAID_DECIMALS).toFixed(6)) : ''
  const rounding =
    luck?.tolerance === 0
      ? t`Here each total was counted by itself, without rounding.`
      : t`Totals that differ by ${tolerance} or less count as the same.`
  const left = new Intl.ListFormat(i18n.locale).format(
    data.leftOut.map(({ name, bets: count }) => `${inLocale(name, locale)} (${integer(count)})`),
  )
  return (
    <FoldedList
      title={<Trans>How this is computed</Trans>}
      items={[
        t`Counted are ${bets} bets with a balance: of your latest ${most} within ${days} days, those that were settled at once.`,
        t`${wagered} staked, ${paid} paid back: ${net}. Each amount is in US dollars at the time of its bet.`,
        t`The expected cost is the house edge of each bet, ${cost} together. On average bets like these lose this much.`,
        t`The chance of each payout follows from the game and its parameters. All bets together give the chance of each total. The percentage is the chance of all lower totals, plus half the chance of the same total.`,
        ...(luck ? [rounding] : []),
        t`Stakes are taken as you chose them. If you changed them after wins or losses, or stopped because of one, the comparison is with the same stakes.`,
        left === ''
          ? t`Left out: games in which you choose when to stop (Crash, Mines, Hilo), because their chances are not fixed when you bet; demo coins; stakes that were given back.`
          : t`Left out: ${left}, because there you choose when to stop, so the chances are not fixed when you bet; demo coins; stakes that were given back.`,
        t`Each bet is drawn anew. Good or bad luck before changes no chance of any bet after.`,
      ]}
    />
  )
}
