import { useQuery } from '@tanstack/react-query'
import { listBets, type AnyBet } from '#contract/play.ts'
import { coinSymbol } from '#contract/values.ts'
import { NewestWins, type OwnWin } from '#features/play/history/NewestWins.tsx'
import { DEMO } from '#features/play/play-coin-search.ts'
import type { BetGame, PastBet } from '#features/play/play-engine.ts'
import { formatDecimal, parseDecimal, unitsAt, ZERO } from '#lib/decimal.ts'
import { api } from '#session/api.ts'
import { useUser } from '#session/use-user.ts'

const SHOWN = 3
/** Maximum decimals of any coin. */
const DECIMALS = 8
/** Demo bets store multipliers in ten-thousandths. */
const MULTIPLIER_SCALE = 10_000

/**
 * The newest wins with a balance, or for visitors those of demo play on this device; renders nothing if there are no
 * wins.
 */
export function OwnWins({ game }: { game: BetGame }) {
  const { uid } = useUser()
  const { data } = useQuery({
    queryKey: ['own-wins', uid, game],
    queryFn: async ({ signal }): Promise<readonly OwnWin[]> => {
      if (uid === 0) return await demoWins(game)
      const { bets } = await api.call(listBets, { query: { game, result: 'won' }, signal })
      return bets.map(winOf)
    },
    // Wins on the device need no connection.
    networkMode: uid === 0 ? 'always' : 'online',
    gcTime: 0,
  })
  const [newest, ...others] = (data ?? []).slice(0, SHOWN)
  return newest ? <NewestWins game={game} wins={[newest, ...others]} /> : null
}

async function demoWins(game: BetGame): Promise<readonly OwnWin[]> {
  const { DEMO_PLAY } = await import('#features/play/provider/demo-play.ts')
  const { bets } = await DEMO_PLAY.engine.history.page({ game, result: 'won' })
  return bets.map(demoWinOf)
}

const unitsOf = (amount: string) => unitsAt(parseDecimal(amount) ?? ZERO, DECIMALS)

const winOf = ({ id, coin, at, stake, payout, multiplier }: AnyBet): OwnWin => ({
  id,
  coin,
  multiplier,
  symbol: coinSymbol(coin),
  time: Date.parse(at),
  profit: formatDecimal({ units: unitsOf(payout) - unitsOf(stake), scale: DECIMALS }),
})

const demoWinOf = ({ id, symbol, decimals, time, stake, payout, multiplier }: PastBet): OwnWin => ({
  id,
  coin: DEMO,
  symbol,
  time,
  multiplier: multiplier / MULTIPLIER_SCALE,
  profit: formatDecimal({ units: payout - stake, scale: decimals }),
})
