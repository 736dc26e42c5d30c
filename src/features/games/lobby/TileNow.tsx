import { Plural, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { coinSymbol } from '#contract/values.ts'
import { useFormat } from '#i18n/use-format.ts'
import { TileLive } from '#ui/TileLive.tsx'
import { playNowQuery } from './play-now.queries.ts'
import { useMultiple } from './use-multiple.ts'

/** Who plays a game now, and its newest big win. With nobody there it says nothing. */
export function TileNow({ slug }: { slug: string }) {
  const { t } = useLingui()
  const { integer, decimal } = useFormat()
  const multipleOf = useMultiple()
  const { data } = useQuery(playNowQuery)
  const now = data?.games.find(({ game }) => game === slug)
  if (!now) return null
  const { players, bigWin } = now
  const winOf = ({ payout, coin, multiplier }: NonNullable<typeof bigWin>) => {
    const multiple = multipleOf(multiplier)
    const isLong = Number(payout) >= 100
    const amount = `${isLong ? integer(Math.floor(Number(payout))) : decimal(payout, 2, 2)} ${coinSymbol(coin)}`
    return { multiple, amount, words: t`Newest big win: ${amount}, ${multiple}` }
  }
  const count = integer(players ?? 0)
  return (
    <TileLive
      players={players === null ? undefined : count}
      playersWords={
        <Plural value={players ?? 0} one={`${count} player now`} other={`${count} players now`} />
      }
      win={bigWin ? winOf(bigWin) : undefined}
    />
  )
}
