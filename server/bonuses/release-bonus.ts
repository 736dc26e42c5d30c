import type { Database } from '#server/db/tables.ts'
import { bucketOf } from '#server/ledger/bucket.ts'
import { isAccountOf, isPostingOf } from '#server/ledger/joins.ts'
import { releaseBonus, releaseKey, stakeKey } from '#server/ledger/movements.ts'
import { postTransaction } from '#server/ledger/post-transaction.ts'
import { readRates } from '#server/rates/rates.ts'
import { dollarsOfUnits, releasedBy, unitsOfDollars } from './bonus-maths.ts'

interface DecidedBet {
  readonly player: number
  /** As in `placeStake` and `playRound`, whose posting tells stake, coin and moment. */
  readonly bet: string
  /** House edge of the game as it was played, in basis points. */
  readonly edgeBps: number
}

export interface BonusRelease {
  readonly bonus: string
  readonly coin: string
  /** In the coin's smallest unit. */
  readonly amount: bigint
}

/**
 * Releases the share of a bet's house edge from the player's bonuses, the oldest first, and returns what was
 * released; a bet does so once, however often it is told. Call it in the transaction that takes the stake, and
 * repeat that one (`repeatConflicts`): bets in other coins meet it at the bonus's row.
 *
 * The stake counts at the last known price of its coin, however old: a bet does not wait for a price.
 */
export async function releaseByBet(
  trx: Database,
  { player, bet, edgeBps }: DecidedBet,
): Promise<BonusRelease[]> {
  if (!trx.isTransaction) throw new Error('A bonus is released in the transaction of the bet')
  if (!Number.isInteger(edgeBps) || edgeBps < 0) throw new RangeError(`${edgeBps} is no house edge`)
  const stake = await readStake(trx, player, bet)
  if (!stake) throw new Error(`No stake was taken for bet ${bet}`)
  const { coin, at } = stake
  const bonuses = await lockBonuses(trx, player)
  const running = bonuses.filter(
    ({ status, granted_at, expires_at }) => status === 'active' && granted_at <= at && at < expires_at,
  )
  const [oldest] = running
  if (!oldest || (await hasReleased(trx, { player, bet, bonuses }))) return []
  const rate = (await readRates(trx, [coin])).get(coin)
  if (!rate) throw new Error(`There is no coin ${coin}`)
  // In 10⁻⁸ dollars: what one bonus has no room for goes to the next.
  let left = releasedBy(stake.amount, rate, { edgeBps, releaseBps: oldest.release_bps })
  const releases: BonusRelease[] = []
  for (const { id, coin: bonusCoin, decimals, ...bonus } of running) {
    const remaining = BigInt(bonus.amount) - BigInt(bonus.released)
    const due = unitsOfDollars(left, decimals)
    const amount = due < remaining ? due : remaining
    if (amount === 0n) break
    left -= dollarsOfUnits(amount, decimals)
    const isAll = amount === remaining
    await trx
      .updateTable('bonus')
      .set({
        released: `${BigInt(bonus.released) + amount}`,
        ...(isAll && { status: 'released' as const, ended_at: at }),
      })
      .where('id', '=', id)
      .execute()
    const release = { player, coin: bonusCoin, amount, bonus: id, step: bet }
    await postTransaction(trx, releaseBonus(release), at.getTime())
    releases.push({ bonus: id, coin: bonusCoin, amount })
  }
  return releases
}

async function readStake(trx: Database, player: number, bet: string) {
  const row = await trx
    .selectFrom('ledger_transaction')
    .innerJoin('ledger_posting', (join) => join.on(isPostingOf))
    .innerJoin('ledger_account', (join) => join.on(isAccountOf))
    .select(['ledger_transaction.at', 'ledger_account.coin', 'ledger_posting.amount'])
    .where('ledger_transaction.bucket', '=', bucketOf(player))
    .where('ledger_transaction.key', '=', stakeKey(bet))
    .where('ledger_account.kind', '=', 'available')
    .where('ledger_posting.amount', '<', '0')
    .executeTakeFirst()
  return row && { coin: row.coin, amount: -BigInt(row.amount), at: row.at }
}

/** Every bonus of the player that was given, ended ones too: one of them may have been released by the bet. */
function lockBonuses(trx: Database, player: number) {
  return trx
    .selectFrom('bonus')
    .innerJoin('coin', 'coin.id', 'bonus.coin')
    .select(['bonus.id', 'bonus.coin', 'bonus.status', 'bonus.amount', 'bonus.released', 'coin.decimals'])
    .select(['bonus.release_bps', 'bonus.granted_at', 'bonus.expires_at'])
    .where('bonus.account_id', '=', player)
    .where('bonus.status', '!=', 'declined')
    .orderBy('bonus.ordinal')
    .forUpdate('bonus')
    .execute()
}

async function hasReleased(
  trx: Database,
  {
    player,
    bet,
    bonuses,
  }: { readonly player: number; readonly bet: string; readonly bonuses: readonly { readonly id: string }[] },
): Promise<boolean> {
  const keys = bonuses.map(({ id }) => releaseKey(id, bet))
  const row = await trx
    .selectFrom('ledger_transaction')
    .select('id')
    .where('bucket', '=', bucketOf(player))
    .where('key', 'in', keys)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
