import type { PublicBet } from '#contract/feed.ts'
import { FEED_BETS_AT_ONCE } from '#contract/feed.ts'
import type { Logger } from '#server/base/logger.ts'
import { toDecimal } from '#server/coins/units.ts'
import type { Database } from '#server/db/tables.ts'
import type { Feed } from '#server/feed/feed.ts'
import type { Json } from '#server/feed/feed-message.ts'
import { tellPlayers } from '#server/feed/player-news.ts'
import { HIDDEN_PLAYER, shownPlayers, type ShownPlayer } from '#server/identity/shown-players.ts'
import { tellPlaying } from './players-now.ts'
import type { SettledBetNews } from './settled-bet.ts'

const EVERY_MS = 250
/** Above this number of waiting bets only those that fit into one event are kept. */
const MOST_WAITING = 500
const IN_ONE = 10_000

interface TellerOptions {
  readonly db: Database
  readonly feed: Pick<Feed, 'publish'>
  readonly logger: Logger
  readonly everyMs?: number
}

export interface BetTeller {
  /**
   * Call it when a bet moved a player's money; `bet` is null unless the bet is settled. It returns at once and never
   * throws.
   */
  note(player: number, bet: SettledBetNews | null): void
  stop(): Promise<void>
}

/**
 * Tells all processes about bets, a few times a second whatever their number: the largest wins and the newest bets,
 * who plays what, and whose balances changed. A lost event only means that lists and pages do not show it.
 */
export function createBetTeller({ db, feed, logger, everyMs = EVERY_MS }: TellerOptions): BetTeller {
  let bets: SettledBetNews[] = []
  let players = new Set<number>()
  let playing = new Map<string, Set<number>>()
  let timer: NodeJS.Timeout | undefined
  let telling: Promise<void> = Promise.resolve()
  let isStopped = false
  const decimals = new Map<string, number>()

  async function tell(): Promise<void> {
    const [told, moved, playingNow] = [chosen(bets), players, playing]
    bets = []
    players = new Set()
    playing = new Map()
    tellPlayers(feed, 'balances', moved)
    tellPlaying(feed, playingNow)
    if (told.length === 0) return
    try {
      const shown = await shownPlayers(
        db,
        told.map(({ player }) => player),
      )
      await readDecimals(told)
      feed.publish(
        'feed',
        told.map((bet) => ({
          ...toPublic(bet, shown.get(bet.player) ?? HIDDEN_PLAYER),
          player: bet.player,
        })) as Json,
      )
    } catch (error) {
      logger.warn({ err: error }, 'bets could not be announced')
    }
  }

  function schedule(): void {
    timer ??= setTimeout(() => {
      telling = tell().finally(() => {
        timer = undefined
        if (players.size > 0 && !isStopped) schedule()
      })
    }, everyMs).unref()
  }

  async function readDecimals(of: readonly SettledBetNews[]): Promise<void> {
    if (of.every(({ coin }) => decimals.has(coin))) return
    const coins = await db.selectFrom('coin').select(['id', 'decimals']).execute()
    for (const coin of coins) decimals.set(coin.id, coin.decimals)
  }

  function toPublic(bet: SettledBetNews, player: ShownPlayer): PublicBet {
    const digits = decimals.get(bet.coin) ?? 0
    return {
      id: bet.id,
      game: bet.game,
      ...player,
      coin: bet.coin,
      multiplier: bet.multiplier / IN_ONE,
      stake: toDecimal(bet.stake, digits),
      payout: toDecimal(bet.payout, digits),
      at: new Date(bet.at).toISOString(),
    }
  }

  return {
    note(player, bet) {
      if (isStopped) return
      players.add(player)
      if (bet !== null) {
        bets.push(bet)
        playing.set(bet.game, (playing.get(bet.game) ?? new Set()).add(player))
      }
      if (bets.length > MOST_WAITING) bets = chosen(bets)
      schedule()
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await telling
    },
  }
}

/** The largest wins, then the newest bets, as many as fit into one event; newest first. */
function chosen(bets: readonly SettledBetNews[]): SettledBetNews[] {
  if (bets.length <= FEED_BETS_AT_ONCE) return newestFirst(bets)
  const wins = bets.filter((bet) => bet.payout > bet.stake).sort((a, b) => Number(wonOf(b) - wonOf(a)))
  const most = wins.slice(0, FEED_BETS_AT_ONCE / 2)
  const newest = newestFirst(bets.filter((bet) => !most.includes(bet)))
  return newestFirst([...most, ...newest.slice(0, FEED_BETS_AT_ONCE - most.length)])
}

const newestFirst = (bets: readonly SettledBetNews[]) => bets.toSorted((a, b) => b.at - a.at)
const wonOf = ({ usd, multiplier }: SettledBetNews) => (usd * BigInt(multiplier - IN_ONE)) / BigInt(IN_ONE)
