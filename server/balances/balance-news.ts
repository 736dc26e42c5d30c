import { sql } from 'kysely'
import { toDecimal } from '#server/coins/units.ts'
import type { PlayerTopic } from '#server/feed/player-news.ts'
import { bucketOf } from '#server/ledger/bucket.ts'

export const BALANCE_NEWS: PlayerTopic<'balances'> = {
  async read(db, players) {
    const buckets = [...new Set(players.map(bucketOf))]
    const { rows } = await sql<{
      player: number
      coin: string
      decimals: number
      available: string | null
      locked: string | null
      pending: string | null
    }>`
      select held.account_id as player, held.coin, coin.decimals,
        sum(held.balance) filter (where held.kind = 'available') as available,
        sum(held.balance) filter (where held.kind = 'locked') as locked,
        sum(held.balance) filter (where held.kind = 'pending') as pending
      from ledger_account held join coin on coin.id = held.coin
      where held.bucket = any(${buckets}::integer[]) and held.account_id = any(${players}::integer[])
      group by held.account_id, held.coin, coin.decimals`.execute(db)
    return rows.map(({ player, coin, decimals, available, locked, pending }) => {
      const inCoins = (units: string | null) => toDecimal(BigInt(units ?? 0), decimals)
      const item = {
        coin,
        available: inCoins(available),
        locked: inCoins(locked),
        pending: inCoins(pending),
      }
      return { player, id: coin, item, isUnderWay: false }
    })
  },
}
