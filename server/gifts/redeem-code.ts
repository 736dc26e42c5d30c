import type { DataOf } from '#contract/endpoint.ts'
import type { redeemGiftCode } from '#contract/gift-codes.ts'
import { Refusal } from '#server/base/refusal.ts'
import { toDecimal } from '#server/coins/units.ts'
import type { Database } from '#server/db/tables.ts'
import type { Secrets } from '#server/identity/secrets.ts'
import { bucketOf } from '#server/ledger/bucket.ts'
import { repeatConflicts } from '#server/ledger/post-transaction.ts'
import { assertMayPlay } from '#server/responsible-play/play-breaks.ts'
import { accountsOfPlayer, lockPlayer } from '#server/responsible-play/player-ways.ts'
import { giveReward } from '#server/rewards/give-reward.ts'
import { findRounds, giveFreeRounds } from './free-rounds.ts'

type Redeemed = DataOf<typeof redeemGiftCode>

/** @param code as `GiftCodeSchema` makes it */
export const hashOfCode = (secrets: Pick<Secrets, 'hash'>, code: string): Buffer =>
  secrets.hash('gift-code', code)

interface Redeeming {
  readonly player: number
  readonly hash: Buffer
  readonly now: number
}

/**
 * Gives once what the code gives, however often and wherever it is used at once. A use counts only with its gift.
 * @throws Refusal `break_active`, which leaves the code usable; `gift_code_unknown`
 */
export function redeemCode(db: Database, { player, hash, now }: Redeeming): Promise<Redeemed> {
  return repeatConflicts(() =>
    db.transaction().execute(async (trx) => {
      await lockPlayer(trx, player)
      const code = await trx
        .selectFrom('gift_code')
        .select(['id', 'coin', 'amount', 'free', 'until', 'stopped_at'])
        .select(({ eb }) => eb('used', '<', eb.ref('uses')).as('isLeft'))
        .where('hash', '=', hash)
        .executeTakeFirst()
      const key = code?.id ?? ''
      const before = code && (await redeemedBefore(trx, player, key))
      if (before) return before
      await assertMayPlay(trx, player, now)
      if (!code?.isLeft || code.stopped_at !== null || code.until.getTime() <= now) throw unusable()
      const { coin, amount, free } = code
      if (coin !== null && amount !== null)
        await giveReward(trx, { player, kind: 'code-gift', key, coin, amount: BigInt(amount), now })
      if (free) await giveFreeRounds(trx, { player, source: 'code', key, free, now })
      // Last, because all who use the code at once wait for each other here.
      if (!(await countUse(trx, key, now))) throw unusable()
      const given = await redeemedBefore(trx, player, key)
      if (!given) throw new Error(`Code ${key} gave nothing`)
      return { ...given, isNew: true }
    }),
  )
}

const unusable = () => new Refusal('gift_code_unknown', 'The code cannot be used')

/** With this account or another one of the player. */
async function redeemedBefore(trx: Database, player: number, key: string): Promise<Redeemed | null> {
  const accounts = await accountsOfPlayer(trx, player)
  const money = await trx
    .selectFrom('reward')
    .innerJoin('coin', 'coin.id', 'reward.coin')
    .select(['reward.coin', 'reward.amount', 'reward.at', 'coin.decimals'])
    .where('reward.bucket', 'in', [...new Set(accounts.map(bucketOf))])
    .where('reward.account_id', 'in', accounts)
    .where('reward.kind', '=', 'code-gift')
    .where('reward.key', '=', key)
    .executeTakeFirst()
  if (money) {
    const { coin, amount, at, decimals } = money
    const gift = { kind: 'money' as const, coin, amount: toDecimal(BigInt(amount), decimals) }
    return { isNew: false, at: at.toISOString(), gift }
  }
  for (const account of accounts) {
    const rounds = await findRounds(trx, account, 'code', key)
    if (rounds) return { isNew: false, at: rounds.givenAt, gift: { kind: 'free-rounds', rounds } }
  }
  return null
}

async function countUse(trx: Database, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('gift_code')
    .set((eb) => ({ used: eb('used', '+', 1) }))
    .where('id', '=', id)
    .where('stopped_at', 'is', null)
    .where('until', '>', new Date(now))
    .whereRef('used', '<', 'uses')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
