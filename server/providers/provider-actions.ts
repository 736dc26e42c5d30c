import { sql, type RawBuilder } from 'kysely'
import { Refusal } from '#server/base/refusal.ts'
import { usdOf, type Rate } from '#server/coins/convert-at.ts'
import { DOLLAR_DECIMALS } from '#server/config/play-config.ts'
import type { Database } from '#server/db/tables.ts'
import { bucketOf } from '#server/ledger/bucket.ts'
import {
  payProviderWin,
  placeProviderBet,
  returnProviderBet,
  takeProviderWinBack,
} from '#server/ledger/movements.ts'
import { edgeOf } from '#server/play/plan-play.ts'
import { assertStakeAllowed } from '#server/play/player-limits.ts'
import { hourOf } from '#server/play/post-plays.ts'
import { readPlayPermission } from '#server/responsible-play/play-permission.ts'
import type { ProviderAction, ProviderCall } from './provider-call.ts'
import { hashOf } from './provider-players.ts'
import {
  findTransaction,
  lockBalance,
  transactionsOf,
  type Done,
  type Performing,
} from './provider-records.ts'
import { RefusedCall } from './refused-call.ts'

interface Acting extends Performing {
  readonly rate: Rate
}

/** Decides what an action does. @throws RefusedCall */
export function decide(performing: Acting, action: ProviderAction): Promise<Done> {
  switch (action.type) {
    case 'bet':
      return bet(performing, action)
    case 'win':
      return win(performing, action)
    case 'roll-back':
      return rollBack(performing, action)
  }
}

type Of<Type extends ProviderAction['type']> = Extract<ProviderAction, { readonly type: Type }>

async function bet({ trx, player, call, rate, now }: Acting, { id, amount }: Of<'bet'>): Promise<Done> {
  const terms = await readBetTerms(trx, player, call, id)
  if (terms.isRolledBack) throw new RefusedCall('rolled_back')
  if (terms.coin === null || terms.expiresAt === null) throw new RefusedCall('token_unknown')
  if (terms.expiresAt.getTime() <= now) throw new RefusedCall('token_expired')
  const isCoin = terms.coin === call.coin && (terms.roundCoin ?? call.coin) === call.coin
  if (!isCoin) throw new RefusedCall('wrong_coin', false)
  if (terms.edgeBps === null || terms.game !== call.game) throw new RefusedCall('game_unknown')
  const { refusal, hasLimits } = await readPlayPermission(trx, player, now)
  if (refusal) throw new RefusedCall('player_blocked')
  const usd = usdOf(amount, rate, DOLLAR_DECIMALS)
  if (hasLimits) await assertWithinLimits(trx, player, usd, now)
  const money = amount === 0n ? null : placeProviderBet(moved(player, call, id, amount))
  const edgeUsd = edgeOf(usd, terms.edgeBps)
  return { kind: 'bet', reference: null, amount, usd, edgeUsd, hour: hourOf(now), money }
}

interface BetTerms {
  readonly isRolledBack: boolean
  /** The session's. */
  readonly coin: string | null
  readonly game: string | null
  readonly expiresAt: Date | null
  /** Null if the game is not on. */
  readonly edgeBps: number | null
  /** Null for the first bet of a round. */
  readonly roundCoin: string | null
}

/** In one statement, because a provider does not wait long. */
async function readBetTerms(
  trx: Database,
  player: number,
  { provider, token, game, round }: ProviderCall,
  id: string,
): Promise<BetTerms> {
  const place = sql`${bucketOf(player)}::smallint as bucket, ${player}::integer as account_id, ${provider}::text as provider`
  const { rows } = await sql<BetTerms>`
    select session.coin, session.game, session.expires_at as "expiresAt", game.edge_bps as "edgeBps", round.coin as "roundCoin",
      ${isRolledBack(sql`${id}`, bucketOf(player), provider)} as "isRolledBack"
    from (select ${place}) called
    left join provider_session session on (session.bucket, session.account_id, session.provider, session.token_hash)
      = (called.bucket, called.account_id, called.provider, ${token === null ? null : hashOf(token)}::bytea)
    left join provider_game game on (game.provider, game.code) = (called.provider, ${game}) and game.is_on
      and not exists (select from provider_off where provider_off.provider = called.provider)
    left join provider_round round on (round.bucket, round.account_id, round.provider, round.round)
      = (called.bucket, called.account_id, called.provider, ${round})`.execute(trx)
  const [terms] = rows
  if (!terms) throw new Error('The database did not tell the terms of a bet')
  return terms
}

async function assertWithinLimits(trx: Database, player: number, usd: bigint, now: number): Promise<void> {
  try {
    await assertStakeAllowed(trx, player, usd, now)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'limit_reached') throw new RefusedCall('limit_reached')
    throw error
  }
}

async function win({ trx, player, call, rate }: Acting, asked: Of<'win'>): Promise<Done> {
  const { id, amount, bet: betId } = asked
  await assertNotRolledBack(trx, call.provider, player, id)
  const wonBy = await findBetOfWin(trx, call, player, betId)
  // Not kept: its bet may be on its way, and the provider asks again.
  if (!wonBy) throw new RefusedCall('transaction_unknown', false)
  const money = amount === 0n ? null : payProviderWin(moved(player, call, id, amount))
  const usd = usdOf(amount, rate, DOLLAR_DECIMALS)
  return { kind: 'win', reference: wonBy.id, amount, usd, edgeUsd: 0n, hour: wonBy.hour, money }
}

/** @param id null for the first bet of the round that stands */
async function findBetOfWin(
  trx: Database,
  { provider, coin, round }: ProviderCall,
  player: number,
  id: string | null,
) {
  const bets = await transactionsOf(trx, provider, player)
    .select(isRolledBack(sql.ref('provider_transaction.id'), bucketOf(player), provider).as('is_back'))
    .where('account_id', '=', player)
    .where('kind', '=', 'bet')
    .where('status', '=', 'ok')
    .where('coin', '=', coin)
    .where('round', '=', round)
    .$if(id !== null, (query) => query.where('id', '=', id))
    .orderBy('sequence')
    .execute()
  const standing = bets.find(({ is_back }) => !is_back)
  if (!standing && bets.length > 0) throw new RefusedCall('rolled_back')
  return standing
}

async function rollBack({ trx, player, call }: Acting, { id, of }: Of<'roll-back'>): Promise<Done> {
  const target = await findTransaction(trx, call.provider, player, of)
  const isMoved = target?.status === 'ok' && (target.kind === 'bet' || target.kind === 'win')
  if (!isMoved) throw new RefusedCall('transaction_unknown')
  // Not kept: it would stand in the way of the true one.
  const isMeant = target.coin === call.coin && target.round === call.round
  if (!isMeant) throw new RefusedCall('transaction_unknown', false)
  const kind = target.kind === 'bet' ? 'bet-back' : 'win-back'
  const amount = BigInt(target.amount)
  const counted = { usd: BigInt(target.usd), edgeUsd: BigInt(target.edge_usd), hour: target.hour }
  const before = await findRollBack(trx, call.provider, player, of)
  if (before) {
    // Another call has done it: there is nothing left to do.
    const nothing = { amount: 0n, usd: 0n, edgeUsd: 0n, hour: target.hour, money: null }
    return { kind: 'roll-back', reference: of, ...nothing }
  }
  const back = moved(player, call, id, amount)
  if (amount === 0n) return { kind, reference: of, amount, ...counted, money: null }
  if (kind === 'bet-back') return { kind, reference: of, amount, ...counted, money: returnProviderBet(back) }
  const held = await lockBalance(trx, player, call.coin)
  const short = held < amount ? amount - held : 0n
  return { kind, reference: of, amount, short, ...counted, money: takeProviderWinBack(back, short) }
}

const isRolledBack = (id: RawBuilder<unknown>, bucket: number, provider: string) => sql<boolean>`exists (
  select from provider_transaction back
  where back.bucket = ${bucket} and back.provider = ${provider} and back.reference = ${id}
    and back.kind in ('bet-back', 'win-back', 'roll-back'))`

const findRollBack = (trx: Database, provider: string, player: number, of: string) =>
  transactionsOf(trx, provider, player)
    .where('reference', '=', of)
    .where('kind', 'in', ['bet-back', 'win-back', 'roll-back'])
    .executeTakeFirst()

async function assertNotRolledBack(trx: Database, provider: string, player: number, id: string) {
  if (await findRollBack(trx, provider, player, id)) throw new RefusedCall('rolled_back')
}

const moved = (
  player: number,
  { provider, coin, game }: ProviderCall,
  transaction: string,
  amount: bigint,
) => ({
  player,
  coin,
  amount,
  provider,
  transaction,
  game,
})
