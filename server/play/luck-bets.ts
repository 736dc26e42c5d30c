import { sql } from 'kysely'
import { LUCK_BETS, LUCK_DAYS, type LuckBets } from '#contract/luck.ts'
import { isPlayGame, isRoundGame } from '#rules/games.ts'
import { toDecimal } from '#server/coins/units.ts'
import { DOLLAR_DECIMALS } from '#server/config/play-config.ts'
import type { Database } from '#server/db/tables.ts'
import { bucketOf } from '#server/ledger/bucket.ts'

const DAY_MS = 24 * 60 * 60_000
/** A stake in dollars times a multiplier in ten-thousandths. */
const PAID_DECIMALS = DOLLAR_DECIMALS + 4

/** In all other games the player chooses when to stop: their chances are not fixed by the bet. */
const isFixedByBet = (game: string) => isPlayGame(game) && !isRoundGame(game)

type Kind = LuckBets['kinds'][number]

export async function readLuckBets(db: Database, uid: number, now: number): Promise<LuckBets> {
  const rows = await db
    .selectFrom((from) =>
      from
        .selectFrom('bet')
        .select(['game', 'params', 'usd', 'multiplier', 'edge_usd', 'at'])
        .where('bucket', '=', bucketOf(uid))
        .where('account_id', '=', uid)
        .orderBy(sql`receipts[1]`, 'desc')
        .limit(LUCK_BETS)
        .as('latest'),
    )
    .innerJoin('game', 'game.slug', 'latest.game')
    .select([
      'latest.game',
      'game.name',
      'latest.params',
      'latest.usd',
      sql<string>`count(*)`.as('bets'),
      sql<string>`sum(latest.usd::numeric * latest.multiplier)`.as('paid'),
      sql<string>`sum(latest.edge_usd)`.as('edge'),
    ])
    .where('latest.at', '>', new Date(now - LUCK_DAYS * DAY_MS))
    // Nothing was risked if the stake was given back.
    .where('latest.usd', '>', '0')
    .groupBy(['latest.game', 'game.name', 'latest.params', 'latest.usd'])
    .orderBy('latest.game')
    .execute()

  const kinds = new Map<string, Kind>()
  const leftOut = new Map<string, LuckBets['leftOut'][number]>()
  const sums = { bets: 0, wagered: 0n, paid: 0n, edge: 0n }
  for (const { game, name, params, usd, bets, paid, edge } of rows) {
    const count = Number(bets)
    if (!isFixedByBet(game)) {
      leftOut.set(game, { game, name, bets: (leftOut.get(game)?.bets ?? 0) + count })
      continue
    }
    sums.bets += count
    sums.wagered += BigInt(usd) * BigInt(count)
    sums.paid += BigInt(paid)
    sums.edge += BigInt(edge)
    const key = `${game} ${JSON.stringify(params)}`
    const kind = kinds.get(key) ?? { game, params: params as Kind['params'], stakes: [] }
    kind.stakes.push({ usd: toDecimal(BigInt(usd), DOLLAR_DECIMALS), bets: count })
    kinds.set(key, kind)
  }
  return {
    bets: sums.bets,
    wageredUsd: toDecimal(sums.wagered, DOLLAR_DECIMALS),
    paidUsd: toDecimal(sums.paid, PAID_DECIMALS),
    edgeUsd: toDecimal(sums.edge, DOLLAR_DECIMALS),
    kinds: [...kinds.values()],
    leftOut: [...leftOut.values()],
  }
}
