import { planReleases, readRunningBonuses } from '#server/bonuses/release-bonus.ts'
import { usdOf } from '#server/coins/convert-at.ts'
import { DOLLAR_DECIMALS } from '#server/config/play-config.ts'
import type { Database } from '#server/db/tables.ts'
import { playRound, releaseBonus } from '#server/ledger/movements.ts'
import { postTransaction } from '#server/ledger/post-transaction.ts'
import { edgeOf } from '#server/play/plan-play.ts'
import { readRates } from '#server/rates/rates.ts'
import { registerBet } from './register-bet.ts'

interface BetByHand {
  readonly player: number
  readonly coin: string
  readonly game: string
  readonly bet: string
  readonly amount: bigint
  readonly payout: bigint
  readonly edgeBps: number
  readonly at: number
}

/** Registers a bet with a chosen result, and releases bonuses for it. */
export async function betByHand(db: Database, { edgeBps, at, ...round }: BetByHand): Promise<bigint[]> {
  const rate = (await readRates(db, [round.coin])).get(round.coin)
  if (!rate) throw new Error(`There is no coin ${round.coin}`)
  return db.transaction().execute(async (trx) => {
    await registerBet(trx, { ...round, edgeBps, at })
    await postTransaction(trx, playRound(round), at)
    const bonuses = await readRunningBonuses(trx, round.player)
    const edgeUsd = edgeOf(usdOf(round.amount, rate, DOLLAR_DECIMALS), edgeBps)
    const releases = planReleases(bonuses, { edgeUsd, at })
    for (const { bonus, amount, isAll } of releases) {
      await trx
        .updateTable('bonus')
        .set({
          released: `${bonus.released + amount}`,
          ...(isAll && { status: 'released' as const, ended_at: new Date(at) }),
        })
        .where('id', '=', bonus.id)
        .execute()
      const money = { player: round.player, coin: bonus.coin, amount, bonus: bonus.id, step: round.bet }
      await postTransaction(trx, releaseBonus(money), at)
    }
    return releases.map(({ amount }) => amount)
  })
}
