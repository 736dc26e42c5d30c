import type { Selectable } from 'kysely'
import type { ParsedRequest } from '#contract/endpoint.ts'
import type { AutoPlay, AutoPlayEnd, startAutoPlay } from '#contract/play.ts'
import { isSharedGame } from '#rules/play-games.ts'
import { isPlayGame } from '#rules/games.ts'
import { Refusal } from '#server/base/refusal.ts'
import { fromDecimal, isExactly, toDecimal } from '#server/coins/units.ts'
import type { Profile } from '#server/config/profile.ts'
import type { AutoPlayTable, Database } from '#server/db/tables.ts'
import { bucketOf } from '#server/ledger/bucket.ts'
import { repeatConflicts } from '#server/ledger/post-transaction.ts'
import { readRates } from '#server/rates/rates.ts'
import { assertMayPlay } from '#server/responsible-play/play-breaks.ts'
import { accountsOfPlayer, lockPlayer } from '#server/responsible-play/player-ways.ts'
import {
  AUTO_PLAY_LAPSES_MS,
  hasLapsed,
  type AutoPlayState,
  type AutoPlayStep,
} from '#rules/plan/auto-play.ts'
import { endForRefusal } from './plan-refusals.ts'

type Row = Selectable<AutoPlayTable>

const units = (value: string | null) => (value === null ? null : BigInt(value))

const autoPlayOf = (row: Row): AutoPlayState => ({
  id: row.id,
  game: row.game,
  coin: row.coin,
  count: row.count,
  done: row.done,
  highestStake: BigInt(row.highest_stake),
  net: BigInt(row.net),
  touchedAt: row.touched_at.getTime(),
  stopOnLoss: units(row.stop_on_loss),
  stopOnProfit: units(row.stop_on_profit),
  stopOnSingleWin: units(row.stop_on_single_win),
})

const ofPlayer = (db: Database, uid: number) =>
  db.selectFrom('auto_play').selectAll().where('bucket', '=', bucketOf(uid)).where('account_id', '=', uid)

export const readRunning = async (db: Database, uid: number): Promise<AutoPlayState | null> => {
  const row = await ofPlayer(db, uid).where('ended', 'is', null).executeTakeFirst()
  return row ? autoPlayOf(row) : null
}

/** @throws Refusal: the same, or `not_found`, `auto_play_ended` */
export async function refuseBet(
  db: Database,
  uid: number,
  asked: AutoPlayStep | null,
  refusal: Refusal,
): Promise<never> {
  const run = asked && (await readRunning(db, uid))
  if (asked && run?.id !== asked.id && refusal.code === 'auto_play_ended') {
    const row = await ofPlayer(db, uid).where('id', '=', asked.id).executeTakeFirst()
    if (!row) throw new Refusal('not_found', 'There is no such auto-play')
    throw new Refusal('auto_play_ended', 'The auto-play has ended')
  }
  const end = endForRefusal(refusal)
  const isNext = run?.id === asked?.id && (end === 'lapsed' || run?.done === (asked?.step ?? 0) - 1)
  if (run && end && isNext) await endRunning(db, uid, run, end)
  throw refusal
}

const endRunning = (
  db: Database,
  uid: number,
  { id, done }: Pick<AutoPlayState, 'id' | 'done'>,
  end: AutoPlayEnd,
): Promise<void> =>
  changing(db, uid, async (trx) => {
    await trx
      .updateTable('auto_play')
      .set({ ended: end })
      .where('bucket', '=', bucketOf(uid))
      .where('account_id', '=', uid)
      .where('id', '=', id)
      .where('done', '=', done)
      .where('ended', 'is', null)
      .execute()
  })

/** Takes turns with the account's bets, and makes the state that they are planned from out of date. */
function changing<T>(
  db: Database,
  uid: number,
  change: (trx: Database) => Promise<T>,
  { isPlayerLocked = false } = {},
): Promise<T> {
  return repeatConflicts(() =>
    db.transaction().execute(async (trx) => {
      // The account is locked before its play, as a bet does: otherwise the two could deadlock.
      if (isPlayerLocked) await lockPlayer(trx, uid)
      await trx
        .insertInto('play_account')
        .values({ bucket: bucketOf(uid), account_id: uid })
        .onConflict((conflict) =>
          conflict
            .columns(['bucket', 'account_id'])
            .doUpdateSet((eb) => ({ revision: eb('play_account.revision', '+', '1') })),
        )
        .execute()
      return change(trx)
    }),
  )
}

interface AutoPlayServices {
  readonly db: Database
  readonly rules: Profile['play']
  /** Milliseconds since the epoch. */
  readonly now: number
}

type Asked = ParsedRequest<typeof startAutoPlay>['body']

/** @throws Refusal `auto_play_forbidden`, `auto_play_open`, `game_paused`, `break_active`, `not_found`, `key_reused`, `bad_request`, `unauthorized` */
export async function beginAutoPlay(
  { db, rules, now }: AutoPlayServices,
  uid: number,
  asked: Asked,
): Promise<AutoPlay> {
  const rate = (await readRates(db, [asked.coin])).get(asked.coin)
  if (!rate) throw new Refusal('not_found', 'There is no such coin')
  const terms = termsOf(asked, rate.decimals)
  const begin = async (trx: Database) => {
    const known = await ofPlayer(trx, uid).where('key', '=', asked.idempotencyKey).executeTakeFirst()
    if (known) {
      if (!isSame(known, terms)) throw new Refusal('key_reused', 'The key belongs to another auto-play')
      return toAutoPlay(known, rate.decimals, now)
    }
    if (!rules.autoPlay) throw new Refusal('auto_play_forbidden', 'Auto-play is not allowed here')
    await assertPlayable(trx, asked.game)
    await assertMayPlay(trx, uid, now)
    if (await runsElsewhere(trx, uid, now)) {
      throw new Refusal('auto_play_open', 'Another auto-play is under way, on another account of the player')
    }
    const running = await readRunning(trx, uid)
    if (running) {
      if (!hasLapsed(running, now)) throw new Refusal('auto_play_open', 'Another auto-play is under way')
      await trx
        .updateTable('auto_play')
        .set({ ended: 'lapsed' })
        .where('bucket', '=', bucketOf(uid))
        .where('account_id', '=', uid)
        .where('id', '=', running.id)
        .execute()
    }
    const at = new Date(now)
    const row = await trx
      .insertInto('auto_play')
      .values({ bucket: bucketOf(uid), account_id: uid, ...terms, started_at: at, touched_at: at })
      .returningAll()
      .executeTakeFirstOrThrow()
    return toAutoPlay(row, rate.decimals, now)
  }
  return changing(db, uid, begin, { isPlayerLocked: true })
}

async function runsElsewhere(trx: Database, uid: number, now: number): Promise<boolean> {
  const others = (await accountsOfPlayer(trx, uid)).filter((account) => account !== uid)
  if (others.length === 0) return false
  const row = await trx
    .selectFrom('auto_play')
    .select('id')
    .where('bucket', 'in', [...new Set(others.map(bucketOf))])
    .where('account_id', 'in', others)
    .where('ended', 'is', null)
    .where('touched_at', '>', new Date(now - AUTO_PLAY_LAPSES_MS))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** @throws Refusal `not_found` */
export async function readAutoPlay(db: Database, uid: number, id: string, now: number): Promise<AutoPlay> {
  const row = await ofPlayer(db, uid).where('id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found', 'There is no such auto-play')
  const rate = (await readRates(db, [row.coin])).get(row.coin)
  if (!rate) throw new Error(`There is no coin ${row.coin}`)
  return toAutoPlay(row, rate.decimals, now)
}

/** @throws Refusal `not_found` */
export async function stopAutoPlay(db: Database, uid: number, id: string, now: number): Promise<AutoPlay> {
  await readAutoPlay(db, uid, id, now)
  await changing(db, uid, async (trx) => {
    const running = await readRunning(trx, uid)
    if (running?.id !== id) return
    await trx
      .updateTable('auto_play')
      .set({ ended: hasLapsed(running, now) ? 'lapsed' : 'stopped' })
      .where('bucket', '=', bucketOf(uid))
      .where('account_id', '=', uid)
      .where('id', '=', id)
      .execute()
  })
  return readAutoPlay(db, uid, id, now)
}

async function assertPlayable(db: Database, game: string): Promise<void> {
  const row =
    isPlayGame(game) || isSharedGame(game)
      ? await db.selectFrom('game').select('status').where('slug', '=', game).executeTakeFirst()
      : undefined
  if (!row) throw new Refusal('not_found', 'There is no such game')
  if (row.status !== 'playable') throw new Refusal('game_paused', 'The game takes no bets now')
}

/** No balance comes near it, and it fits the column. */
const LARGEST_AMOUNT = 10n ** 18n

type Terms = ReturnType<typeof termsOf>

function termsOf(
  { idempotencyKey: key, game, coin, count, highestStake, stopOnLoss, stopOnProfit, stopOnSingleWin }: Asked,
  decimals: number,
) {
  const amount = (field: string, text: string) => {
    const value = fromDecimal(text, decimals)
    if (value > 0n && value <= LARGEST_AMOUNT && isExactly(text, value, decimals)) return `${value}`
    throw new Refusal('bad_request', `No amount of this coin, which has ${decimals} decimals`, {
      fields: [field],
    })
  }
  const stop = (field: string, text: string | null) => (text === null ? null : amount(field, text))
  return {
    key,
    game,
    coin,
    count,
    highest_stake: amount('highestStake', highestStake),
    stop_on_loss: stop('stopOnLoss', stopOnLoss),
    stop_on_profit: stop('stopOnProfit', stopOnProfit),
    stop_on_single_win: stop('stopOnSingleWin', stopOnSingleWin),
  }
}

const isSame = (row: Row, terms: Terms) =>
  (Object.keys(terms) as (keyof Terms)[]).every((name) => row[name] === terms[name])

function toAutoPlay(row: Row, decimals: number, now: number): AutoPlay {
  const { id, game, coin, count, done } = row
  const lapsesAt = row.touched_at.getTime() + AUTO_PLAY_LAPSES_MS
  const net = BigInt(row.net)
  return {
    id,
    game,
    coin,
    count,
    done,
    net: `${net < 0n ? '-' : ''}${toDecimal(net < 0n ? -net : net, decimals)}`,
    ended: row.ended ?? (now >= lapsesAt ? 'lapsed' : null),
    lapsesAt: new Date(lapsesAt).toISOString(),
  }
}
