import { ALL_BUCKETS } from '#server/ledger/bucket.ts'
import { payoutOf } from '#fair/multiplier.ts'
import { crashPartsMultiplier } from '#rules/crash/crash-curve.ts'
import { toDecimal } from '#server/coins/units.ts'
import type { Database } from '#server/db/tables.ts'
import { writeMessages } from '#server/messages/write-messages.ts'
import { sharedPartsOf } from '#server/play/shared-record.ts'
import type { CrashRow } from './crash-rounds.ts'

/** Call it in the transaction that ends a round in which stakes came back. */
export async function tellOfStakesBack(trx: Database, round: CrashRow, now: number): Promise<void> {
  const bets = await trx
    .selectFrom('bet')
    .innerJoin('coin', 'coin.id', 'bet.coin')
    .select(['bet.id', 'bet.account_id', 'bet.coin', 'bet.stake', 'bet.steps', 'coin.decimals'])
    .where('bet.bucket', 'in', ALL_BUCKETS)
    .where('bet.crash_round', '=', String(round.id))
    .where('bet.ended_by', '=', 'void')
    .execute()
  await writeMessages(
    trx,
    bets.map(({ id, account_id: player, coin, stake, steps, decimals }) => {
      const back = sharedPartsOf(steps).filter(({ by }) => by === 'refund')
      const amount = toDecimal(payoutOf(BigInt(stake), crashPartsMultiplier(back)), decimals)
      return {
        player,
        key: `bet/${id}/void`,
        at: new Date(now),
        content: { kind: 'round-void', game: 'crash', bet: id, coin, amount },
      }
    }),
  )
}
