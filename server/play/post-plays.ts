import { sql } from 'kysely'
import { Refusal } from '#server/base/refusal.ts'
import type { Database } from '#server/db/tables.ts'
import { bucketOf } from '#server/ledger/bucket.ts'
import { ledgerArguments } from '#server/ledger/ledger-arguments.ts'
import type { LedgerErrorCode } from '#server/ledger/ledger-error.ts'
import type { LedgerTransaction } from '#server/ledger/ledger-transaction.ts'
import { LEDGER_REFUSALS } from '#server/ledger/post-transaction.ts'
import { planTransaction } from '#server/ledger/plan-transaction.ts'
import type { BonusRelease } from '#server/bonuses/release-bonus.ts'
import type { SettledBetNews } from '#server/public-play/settled-bet.ts'
import type { AutoPlayChange } from '#rules/plan/auto-play.ts'
import { bettingClosed } from './plan-refusals.ts'
import type { OpenRound, SettledBet } from './play-record.ts'
import type { PlayerState } from './player-state.ts'
import type { OpenSharedBet, SettledSharedBet } from './shared-record.ts'

export interface SignedReceipt {
  readonly sequence: bigint
  readonly text: string
  readonly kid: string
  readonly signature: Buffer
  /** SHA-256 of the text, as hexadecimal text. */
  readonly hash: string
}

type AnyBet = OpenRound | SettledBet | OpenSharedBet | SettledSharedBet

/** A bet, a step or the end of a round, planned in full from the known state of its player. */
export interface Play<Bet extends AnyBet = AnyBet> {
  readonly kind: 'bet' | 'open' | 'step' | 'settle'
  readonly state: PlayerState
  /** Milliseconds since the epoch. */
  readonly at: number
  /** The bet afterwards: open for `open` and `step`, settled for the others. */
  readonly bet: Bet
  /** Taken only while this round of Crash takes bets. */
  readonly bettingIn?: string
  /** Percent of the stake that was given back: it was not risked, and counts for nothing. */
  readonly givenBack?: number
  /** Null if no money moves. */
  readonly money: LedgerTransaction | null
  readonly releases: readonly (BonusRelease & { readonly money: LedgerTransaction })[]
  readonly receipt: SignedReceipt
  /** Null for a bet by hand. */
  readonly autoPlay: AutoPlayChange | null
}

export interface TakenPlay {
  readonly play: Play
  readonly available: bigint
}

/** Names a bet that has the request's key, or its step, already. */
export interface KnownBet {
  readonly known: string
}

export type PlayResult = TakenPlay | KnownBet

/** Stale: the player has played elsewhere since the state was read, and the play is to be planned anew. */
export type Posted = PlayResult | { readonly isStale: true } | { readonly refusal: Error }

/** For public lists; null for a play that settles no bet, for a stake that was given back, and for a free bet. */
export function newsOf({ state, bet, givenBack }: Play): SettledBetNews | null {
  if (!('payout' in bet) || givenBack === 100 || isFreeBet(bet)) return null
  const { id, game, coin, at, stake, payout, multiplier, usd } = bet
  return { id, player: state.uid, game, coin, at, stake, payout, multiplier, usd }
}

interface Answer {
  readonly n: number
  readonly status: string
  readonly bet_id: string | null
  readonly available: string
}

const isFreeBet = (bet: AnyBet): boolean => 'isFree' in bet && bet.isFree

export const shareOf = (usd: bigint, percent: number): bigint => (usd * BigInt(percent)) / 100n

const HOUR_MS = 60 * 60_000
export const hourOf = (at: number): Date => new Date(at - (at % HOUR_MS))

/** More would keep players waiting for each other. */
export const MAX_PLAYS = 64

/**
 * Takes plays of different players in one statement, each as a whole or not at all.
 * @param plays at most 64, each of another player
 * @throws if the database gave up on them all; nothing has changed then, unless the connection was lost
 */
export async function postPlays(db: Database, plays: readonly Play[]): Promise<Posted[]> {
  if (plays.length > MAX_PLAYS) throw new RangeError(`More than ${MAX_PLAYS} plays at once`)
  const rows = plays.map(rowsOf)
  const movements = plays.flatMap(({ money, at }, index) =>
    money === null ? [] : { ...planTransaction(money), at, item: index + 1 },
  )
  const releases = plays.flatMap(({ releases: own, at }, index) =>
    own.map(({ money }) => ({ ...planTransaction(money), at, item: index + 1 })),
  )
  const json = (part: (row: ReturnType<typeof rowsOf>) => readonly object[]) =>
    JSON.stringify(rows.flatMap((row, index) => part(row).map((each) => ({ ...each, item: index + 1 }))))
  const items = JSON.stringify(rows.map(({ item }, index) => ({ ...item, n: index + 1 })))
  const settled = json(({ bets }) => bets)
  const counted = json(({ bets, isCounted }) => (isCounted ? bets : []))
  const { rows: answers } = await sql<Answer>`with posted as materialized (
      select * from play_post(
        ${items}::json, ${settled}::json, ${json(({ rounds }) => rounds)}::json,
        ${json(({ receipt }) => [receipt])}::json, ${json(({ bonuses }) => bonuses)}::json,
        ${ledgerArguments(movements)}, ${ledgerArguments(releases)}
      )
    )
    select posted.* from posted
    cross join (
      select play_tally(${counted}::json, (select array_agg(n) filter (where status = 'ok') from posted))
    ) tallied`.execute(db)
  if (answers.length !== plays.length) throw new Error('Not every play was answered')
  return plays.map((play, index) => postedOf(play, answers[index] as Answer))
}

function postedOf(play: Play, { status, bet_id: id, available }: Answer): Posted {
  switch (status) {
    case 'ok':
      return { play, available: BigInt(available) }
    case 'stale':
      return { isStale: true }
    case 'closed':
      return { refusal: bettingClosed() }
    case 'known':
      return { known: String(id) }
    case 'insufficient_funds':
      return { refusal: new Refusal(status, 'The balance is lower than the stake') }
    default:
      return {
        refusal: new Error(`The ledger refused a bet: ${LEDGER_REFUSALS[status as LedgerErrorCode]}`),
      }
  }
}

/** As the rows of `play_post`: moments as JSON writes them, numbers that JSON cannot hold as text. */
function rowsOf({ kind, state, at, bet, releases, receipt, autoPlay, bettingIn, givenBack = 0 }: Play) {
  const isPlaced = kind === 'bet' || kind === 'open'
  // Limits count a stake as soon as it is placed, levels and bonuses once it is decided.
  const isShared = 'sharedRound' in bet
  const staked = [...state.rounds, ...state.shared].find(({ id }) => id === bet.id)?.usd ?? bet.usd
  const returned = shareOf(staked, givenBack)
  const paid = 'payout' in bet ? (staked * BigInt(bet.multiplier)) / 10_000n - returned : 0n
  const isDecided = 'payout' in bet
  const place = { bucket: bucketOf(state.uid), account_id: state.uid }
  const fields = {
    ...place,
    ...(isShared
      ? { pair: null, nonce: null, crash_round: bet.sharedRound, crash_place: bet.place }
      : { pair: bet.pair, nonce: bet.nonce, crash_round: null, crash_place: null }),
    id: bet.id,
    key: bet.key,
    game: bet.game,
    coin: bet.coin,
    placed_at: new Date(bet.placedAt),
    params: bet.params,
    stake: `${bet.stake}`,
    usd: `${bet.usd}`,
    edge_usd: `${bet.edgeUsd}`,
    receipts: bet.receipts.map(String),
    auto_play: bet.autoPlay?.id ?? null,
    auto_play_step: bet.autoPlay?.step ?? null,
  }
  const isRound = !('payout' in bet) || bet.endedBy !== null
  const taken = { steps: isRound ? bet.steps : null, step_keys: isRound ? bet.stepKeys : null }
  return {
    item: {
      bucket: place.bucket,
      account: state.uid,
      revision: `${state.revision}`,
      coin: bet.coin,
      ...(isPlaced ? { guard: state.rights.guard, key: bet.key, game: bet.game, at } : {}),
      nonce: state.nonce + (isPlaced && !isShared ? 1 : 0),
      betting_in: bettingIn ?? null,
      receipts: `${receipt.sequence}`,
      receipt_hash: `\\x${receipt.hash}`,
      usd: isDecided ? `${bet.usd}` : '0',
      edge_usd: isDecided ? `${bet.edgeUsd}` : '0',
      hour: isPlaced || returned > 0n || paid > 0n ? hourOf(bet.placedAt) : null,
      staked: `${isPlaced ? bet.usd : -returned}`,
      paid: `${paid}`,
      ends_round: kind === 'settle' ? bet.id : null,
      ...(autoPlay && {
        auto_play: autoPlay.id,
        auto_done: autoPlay.done,
        auto_net: `${autoPlay.net}`,
        auto_end: autoPlay.end,
        touched_at: new Date(autoPlay.done > 0 ? at : 0),
      }),
    },
    isCounted: givenBack < 100 && !isFreeBet(bet),
    bets:
      'payout' in bet
        ? [
            {
              ...fields,
              ...taken,
              at: new Date(bet.at),
              outcome: isShared ? null : bet.outcome,
              multiplier: `${bet.multiplier}`,
              payout: `${bet.payout}`,
              ended_by: bet.endedBy,
              free: isFreeBet(bet),
            },
          ]
        : [],
    rounds: 'payout' in bet ? [] : [{ ...fields, ...taken, touched_at: new Date(bet.touchedAt) }],
    receipt: {
      ...place,
      sequence: `${receipt.sequence}`,
      bet_id: bet.id,
      text: receipt.text,
      kid: receipt.kid,
      signature: `\\x${receipt.signature.toString('hex')}`,
    },
    bonuses: releases.map(({ bonus, amount, isAll }) => ({
      id: bonus.id,
      before: `${bonus.released}`,
      after: `${bonus.released + amount}`,
      is_all: isAll,
      at: new Date(at),
    })),
  }
}
