import * as v from 'valibot'
import {
  CRASH_BETS_PER_ROUND,
  CRASH_BETTING_MS,
  CRASH_CASH_OUT_CAUSES,
  CRASH_BET_STATUSES,
  CRASH_LAST_ROUNDS,
  CRASH_START_AHEAD_MS,
  CRASH_STATUSES,
} from '#contract/crash.ts'
import {
  crashOutcome,
  createCrashChain,
  previousCrashHash,
  CRASH_CASH_OUT_FROM_MS,
} from '#rules/crash/crash.ts'
import { payoutOf } from '#fair/multiplier.ts'
import { serverSeedFrom } from '#fair/seeds.ts'
import { PlayError } from '#features/play/play-error.ts'
import {
  crashAutoOf,
  crashEndOf,
  crashPartsMultiplier,
  crashTimeOf,
  type CrashPart,
} from '#rules/crash/crash-curve.ts'
import type { AutoPlayChange, AutoPlayState, AutoPlayStep } from '#rules/plan/auto-play.ts'
import type { StakeTerms } from '#rules/plan/bet.ts'
import {
  autoTaking,
  cancelled,
  cashOutTaking,
  planCrashBet,
  planCrashTaking,
  restTaking,
  type AskedCrashBet,
  type CrashTaking,
  type PlannedCrashBet,
} from '#rules/plan/crash-bet.ts'
import type { RandomSource } from './account-record.ts'
import { DEMO_COIN } from './demo-coin.ts'
import { AmountSchema, CountSchema, HashSchema } from './played-record.ts'

/**
 * Games of one chain, some two hours; it is made anew when they have been played. Few, because each round's hash is found
 * by hashing from the chain's end, on whatever phone that is.
 */
const CHAIN_LENGTH = 256
const SECRET_BYTES = 32
const SALT_BYTES = 32
const PAUSE_MS = 2_500
/** A round whose turn has been overdue for longer was left: the page was closed, or slept. */
const LEFT_AFTER_MS = 10_000

const MomentSchema = v.pipe(v.number(), v.finite())

const CashOutSchema = v.object({
  share: CountSchema,
  /** In hundredths, as all multipliers here. */
  multiplier: CountSchema,
  payout: AmountSchema,
  by: v.picklist(CRASH_CASH_OUT_CAUSES),
  arrivedMs: v.nullable(MomentSchema),
  /** Key of the request that took it out; null if the rules did. */
  key: v.nullable(v.string()),
})

const BetSchema = v.object({
  id: v.string(),
  key: v.string(),
  round: v.string(),
  /** The account that staked, by its `startedAt`: one that has begun anew is paid nothing. */
  account: CountSchema,
  stake: AmountSchema,
  target: v.nullable(CountSchema),
  cap: CountSchema,
  status: v.picklist(CRASH_BET_STATUSES),
  cashOuts: v.array(CashOutSchema),
})
export type CrashBetRecord = v.InferOutput<typeof BetSchema>

const RoundSchema = v.object({
  id: v.string(),
  game: CountSchema,
  /** The last hash of its chain; missing where an earlier version has written it: then it is the present one. */
  chain: v.optional(HashSchema),
  status: v.picklist(CRASH_STATUSES),
  locksAt: MomentSchema,
  startAt: v.nullable(MomentSchema),
  /** When it became final. */
  endedAt: v.nullable(MomentSchema),
  /** Secret until the round is over, as the point is. */
  gameHash: HashSchema,
  salt: v.nullable(v.string()),
  point: v.nullable(CountSchema),
})
export type CrashRoundRecord = v.InferOutput<typeof RoundSchema>

/** Crash on this device. One record, so that chain, round and bets change as one. */
const CrashRecordSchema = v.object({
  chain: v.object({ secret: HashSchema, lastHash: HashSchema, length: CountSchema, played: CountSchema }),
  /** The last numbers that were given to a round and to a bet. */
  rounds: CountSchema,
  bets: CountSchema,
  round: RoundSchema,
  /** Newest first. */
  last: v.array(RoundSchema),
  /** Bets of these rounds. */
  mine: v.array(BetSchema),
})
export type CrashRecord = v.InferOutput<typeof CrashRecordSchema>

export interface CrashPaid {
  readonly record: CrashRecord
  /** Comes to the balance, by the `startedAt` of the account that staked. */
  readonly paid: ReadonlyMap<number, bigint>
}

/** Undefined for a record that is damaged. */
export function readCrashRecord(stored: unknown): CrashRecord | undefined {
  const result = v.safeParse(CrashRecordSchema, stored)
  return result.success ? result.output : undefined
}

export const isOver = ({ status }: CrashRoundRecord) => status === 'settled' || status === 'void'
const hexOf = (random: RandomSource, bytes: number) => serverSeedFrom(random(new Uint8Array(bytes)))

export function createCrashRecord(random: RandomSource, now: number): CrashRecord {
  const { chain, firstHash } = createChain(random)
  return {
    chain: { ...chain, played: 1 },
    rounds: 1,
    bets: 0,
    last: [],
    mine: [],
    round: createRound(firstHash, { id: '1', game: 1, chain: chain.lastHash }, now),
  }
}

function createChain(random: RandomSource) {
  const secret = hexOf(random, SECRET_BYTES)
  const { commitment, gameHashes } = createCrashChain(secret, CHAIN_LENGTH)
  const [firstHash = secret] = gameHashes
  return { chain: { secret, lastHash: commitment, length: CHAIN_LENGTH }, firstHash }
}

function createRound(
  gameHash: string,
  place: Pick<CrashRoundRecord, 'id' | 'game' | 'chain'>,
  now: number,
): CrashRoundRecord {
  return {
    ...place,
    status: 'betting',
    locksAt: now + CRASH_BETTING_MS,
    startAt: null,
    endedAt: null,
    gameHash,
    salt: null,
    point: null,
  }
}

function hashOfGame(
  { secret, length }: Pick<CrashRecord['chain'], 'secret' | 'length'>,
  game: number,
): string {
  let hash = secret
  for (let step = length; step > game; step -= 1) hash = previousCrashHash(hash)
  return hash
}

/** The next moment in which the round changes by itself. */
export function crashDueAt({ round, mine }: CrashRecord): number {
  const { status, locksAt, startAt, endedAt, point } = round
  if (isOver(round)) return (endedAt ?? 0) + PAUSE_MS
  if (status === 'betting' || startAt === null || point === null) return locksAt
  const targets = mine
    .filter((bet) => bet.round === round.id && bet.status === 'placed')
    .map(({ target, cap }) => Math.min(target ?? cap, cap))
    .filter((target) => target <= point)
  return startAt + Math.min(crashEndOf(point), ...targets.map(crashTimeOf))
}

/** Takes the round one state on. Undefined if nothing is due. */
export function advanceCrash(record: CrashRecord, now: number, random: RandomSource): CrashPaid | undefined {
  const { round } = record
  const nothing = new Map<number, bigint>()
  const isDue = now >= crashDueAt(record)
  if (!isDue && !isOutOfTime(round, now)) return undefined
  if (isOver(round)) return { record: nextRound(record, now, random), paid: nothing }
  if (!isDue) return endVoid(record, now)
  if (round.status === 'betting') {
    if (now - round.locksAt > LEFT_AFTER_MS) return endVoid(record, now)
    return { record: { ...record, round: { ...round, status: 'locked' } }, paid: nothing }
  }
  if (round.status === 'locked') {
    if (now - round.locksAt > LEFT_AFTER_MS) return endVoid(record, now)
    // Drawn only now: while bets were taken nobody could know the end.
    const salt = hexOf(random, SALT_BYTES)
    const point = crashOutcome(round.gameHash, salt)
    const startAt = now + CRASH_START_AHEAD_MS
    return {
      record: { ...record, round: { ...round, status: 'running', salt, point, startAt } },
      paid: nothing,
    }
  }
  return settleDue(record, now)
}

/** True if the clock was set back by so much that the round would not go on. */
function isOutOfTime({ locksAt, startAt, endedAt }: CrashRoundRecord, now: number): boolean {
  return (endedAt ?? startAt ?? locksAt) - now > CRASH_BETTING_MS + LEFT_AFTER_MS
}

function nextRound(record: CrashRecord, now: number, random: RandomSource): CrashRecord {
  const isUsedUp = record.chain.played >= record.chain.length
  const { chain, firstHash } = isUsedUp ? createChain(random) : { chain: record.chain, firstHash: undefined }
  const [game, rounds] = [isUsedUp ? 1 : record.chain.played + 1, record.rounds + 1]
  const last = [record.round, ...record.last]
    .slice(0, CRASH_LAST_ROUNDS)
    .map((each) => ({ ...each, chain: each.chain ?? record.chain.lastHash }))
  const place = { id: String(rounds), game, chain: chain.lastHash }
  const round = createRound(firstHash ?? hashOfGame(chain, game), place, now)
  const kept = new Set([record.round.id, ...last.map(({ id }) => id)])
  const mine = record.mine.filter((bet) => kept.has(bet.round))
  return { ...record, chain: { ...chain, played: game }, rounds, round, last, mine }
}

/** Pays what has been reached, and ends the round where it has crashed. */
function settleDue(record: CrashRecord, now: number): CrashPaid {
  const { round } = record
  const { startAt, point } = round
  if (startAt === null || point === null) return endVoid(record, now)
  // Compared as `crashDueAt` adds them up, or what is due would not be so by the last bits.
  const hasCrashed = now >= startAt + crashEndOf(point)
  const isReached = (target: number) => hasCrashed || now >= startAt + crashTimeOf(target)
  const changed = takeEach(record, now, (bet) => {
    if (isReached(crashAutoOf(bet.params).point)) {
      const taking = autoTaking(bet, point)
      if (taking) return taking
    }
    return hasCrashed ? restTaking(bet, 'lost') : undefined
  })
  if (!hasCrashed) return changed
  const ended: CrashRoundRecord = { ...round, status: 'settled', endedAt: startAt + crashEndOf(point) }
  return { ...changed, record: { ...changed.record, round: ended } }
}

/** Stakes go back; what was cashed out already stays paid. */
function endVoid(record: CrashRecord, now: number): CrashPaid {
  const changed = takeEach(record, now, (bet) => restTaking(bet, 'refund'))
  return {
    ...changed,
    record: { ...changed.record, round: { ...record.round, status: 'void', endedAt: now } },
  }
}

function takeEach(
  record: CrashRecord,
  at: number,
  takingOf: (bet: PlannedCrashBet) => CrashTaking | undefined,
): CrashPaid {
  const paid = new Map<number, bigint>()
  const mine = record.mine.map((bet) => {
    const taking = isIn(record.round, bet) ? takingOf(plannedOf(bet)) : undefined
    if (!taking) return bet
    const taken = take(bet, taking, at)
    if (taken.paid > 0n) paid.set(bet.account, (paid.get(bet.account) ?? 0n) + taken.paid)
    return taken.bet
  })
  return { record: { ...record, mine }, paid }
}

const isIn = ({ id }: CrashRoundRecord, { round, status }: CrashBetRecord) =>
  round === id && status === 'placed'

const plannedOf = ({ key, stake, target, cap, cashOuts }: CrashBetRecord): PlannedCrashBet => ({
  key,
  game: 'crash',
  coin: DEMO_COIN.coin,
  placedAt: 0,
  params: { target, cap },
  stake,
  steps: cashOuts.map(({ share, multiplier: point, by, arrivedMs }) => ({ share, point, by, arrivedMs })),
  stepKeys: cashOuts.map((cashOut) => cashOut.key ?? key),
  // An auto-play goes no further than its page.
  autoPlay: null,
})

interface TakenBet {
  readonly bet: CrashBetRecord
  /** Comes to the balance. */
  readonly paid: bigint
}

/** Each part is paid at once. */
function take(bet: CrashBetRecord, taking: CrashTaking, at: number): TakenBet {
  const before = plannedOf(bet)
  const plan = planCrashTaking({ autoPlay: null }, before, taking, at)
  const { steps, stepKeys } = plan.bet
  const cashOuts = steps.flatMap(({ share, point, by, arrivedMs }, place) => {
    if (by === 'refund') return []
    const payout = payoutOf(bet.stake, crashPartsMultiplier([{ share, point }]))
    const key = by === 'player' ? (stepKeys[place] ?? null) : null
    return [{ share, multiplier: point, payout, by, arrivedMs, key }]
  })
  const status = plan.kind === 'settle' ? (STATUS_OF[taking.endedBy ?? ''] ?? 'settled') : 'placed'
  return { bet: { ...bet, status, cashOuts }, paid: sumOf(bet.stake, steps) - sumOf(bet.stake, before.steps) }
}

const STATUS_OF: Readonly<Record<string, CrashBetRecord['status']>> = {
  cancelled: 'cancelled',
  void: 'refunded',
}

const sumOf = (stake: bigint, parts: readonly CrashPart[]) => payoutOf(stake, crashPartsMultiplier(parts))

/** In smallest units, with all cash-outs so far. */
export const paidOf = (bet: CrashBetRecord): bigint => sumOf(bet.stake, plannedOf(bet).steps)

export interface CrashStake extends Pick<AskedCrashBet, 'key' | 'stake' | 'target' | 'autoPlay'> {
  readonly account: number
}

export interface CrashBetFacts {
  readonly limits: StakeTerms
  readonly now: number
  /** The auto-play of this page. */
  readonly run: AutoPlayState | null
  /** Its steps that are not decided yet, by the keys of their bets. */
  readonly waiting: ReadonlyMap<string, AutoPlayStep>
}

/** @throws PlayError `betting_closed`; PlanRefusal */
export function addCrashBet(
  record: CrashRecord,
  { account, ...wanted }: CrashStake,
  { limits, now, run, waiting }: CrashBetFacts,
): { readonly record: CrashRecord; readonly bet: CrashBetRecord; readonly change: AutoPlayChange | null } {
  const { round } = record
  if (round.status !== 'betting' || now >= round.locksAt)
    throw new PlayError('betting_closed', 'The round takes no bets')
  const inRound = record.mine.filter((bet) => isIn(round, bet))
  const player = {
    betAt: {},
    autoPlay: run,
    inRound: inRound.map((_, place) => ({ place: place + 1 })),
    waiting: record.mine.filter(({ status }) => status === 'placed').map(({ key }) => waiting.get(key)),
  }
  const asked = { ...wanted, game: 'crash', coin: DEMO_COIN.coin }
  const plan = planCrashBet(player, asked, { ...limits, now, cycleMs: 0, betsPerRound: CRASH_BETS_PER_ROUND })
  const { key, stake, params } = plan.bet
  const bet: CrashBetRecord = {
    id: String(record.bets + 1),
    key,
    round: round.id,
    account,
    stake,
    ...params,
    status: 'placed',
    cashOuts: [],
  }
  return {
    record: { ...record, bets: record.bets + 1, mine: [bet, ...record.mine] },
    bet,
    change: plan.autoPlay,
  }
}

type ChangedBet = CrashPaid & { readonly bet: CrashBetRecord }

/** @throws PlayError `round_not_found`, `betting_closed` */
export function cancelCrashBet(record: CrashRecord, betId: string, now: number): ChangedBet {
  const bet = betOf(record, betId)
  if (bet.status === 'cancelled') return { record, bet, paid: new Map() }
  const { round } = record
  if (bet.round !== round.id || round.status !== 'betting' || now >= round.locksAt)
    throw new PlayError('betting_closed', 'The round is locked')
  return withBet(record, bet, take(bet, cancelled(plannedOf(bet)), now))
}

/**
 * Takes a bet out at the multiplier of the moment in which the player pressed.
 * @throws PlayError `round_not_found`, `too_early`, `too_late`
 */
export function takeCrashBet(
  record: CrashRecord,
  betId: string,
  { share, key, at }: { readonly share: 50 | 100; readonly key: string; readonly at: number },
): ChangedBet {
  const bet = betOf(record, betId)
  if (bet.cashOuts.some((taken) => taken.key === key)) return { record, bet, paid: new Map() }
  const { round } = record
  const { startAt, point } = round
  if (!isIn(round, bet)) throw new PlayError('too_late', 'The bet is out')
  const ms = at - (startAt ?? Infinity)
  if (round.status !== 'running' || point === null || ms < CRASH_CASH_OUT_FROM_MS)
    throw new PlayError('too_early', 'The curve has not reached 1.01×')
  const taking = cashOutTaking(plannedOf(bet), { ms, point, share, key })
  if (!taking) throw new PlayError('too_late', 'The round has crashed')
  return withBet(record, bet, take(bet, taking, at))
}

const withBet = (record: CrashRecord, before: CrashBetRecord, { bet, paid }: TakenBet): ChangedBet => ({
  record: { ...record, mine: record.mine.map((each) => (each === before ? bet : each)) },
  bet,
  paid: new Map([[before.account, paid]]),
})

function betOf({ mine }: CrashRecord, betId: string): CrashBetRecord {
  const bet = mine.find(({ id }) => id === betId)
  if (!bet) throw new PlayError('round_not_found', `There is no bet ${betId}`)
  return bet
}
