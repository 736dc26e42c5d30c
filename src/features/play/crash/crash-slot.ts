import type { CrashBet } from '#contract/crash.ts'
import { CRASH_CASH_OUT_FROM_MS } from '#rules/crash/crash.ts'
import { createStore, type ReadableStore, type WritableStore } from '#lib/store.ts'
import type { AutoPlayControls } from '#features/play/auto/auto-play-controls.ts'
import { autoPlayOfOrder, type AutoPlayMoves } from '#features/play/controller/auto-play-of-order.ts'
import {
  callEngine,
  confirmOrder,
  createBetOrder,
  demoOfOrder,
  type BetOrder,
} from '#features/play/controller/bet-order.ts'
import type { BetPlay } from '#features/play/controller/frame-play.ts'
import type { CrashTable } from '#features/play/crash-table.ts'
import { createIdempotencyKey } from '#features/play/idempotency-key.ts'
import type { PlayEngine } from '#features/play/play-engine.ts'
import { PlayError, type PlayErrorCode } from '#features/play/play-error.ts'
import { createTypedStake } from '#features/play/stake/stake-field.ts'
import type { StakeGuard } from '#features/play/stake/stake-question.ts'
import { crashSlotState, type CrashRequest, type CrashSlotState } from './crash-slot-state.ts'
import { unitsOf } from './crash-units.ts'

/** The button says that the server is asked once an answer takes longer. */
const CASHING_MS = 1_500
/** Ids of two rounds that follow each other differ by 2 at most. */
const NEXT_ROUND = 2

/** An order whose parameter is the target in hundredths; undefined where the player cashes out. */
export type CrashOrder = BetOrder<number | undefined>

/** One of the player's two bets in a round, as the screen shows it. */
export interface CrashSlot extends BetPlay {
  readonly game: 'crash'
  readonly number: 1 | 2
  readonly params: ReadableStore<number | undefined>
  setParams(target: number | undefined): void
  readonly state: ReadableStore<CrashSlotState>
  /** Its bet in the current round. */
  readonly placed: ReadableStore<CrashBet | undefined>
  /** True while the bet can be changed, and the fields say something else than was bet. */
  isEdited(): boolean
  /** Replaces the bet by what is in the fields, before the lock. */
  change(): void
  cashOut(share: 50 | 100): void
}

/** The functions below read and change a slot through this. */
export interface SlotContext {
  readonly number: 1 | 2
  readonly table: CrashTable
  readonly order: CrashOrder
  readonly auto: AutoPlayControls
  readonly state: WritableStore<CrashSlotState>
  readonly placed: WritableStore<CrashBet | undefined>
  /** Called before each request. */
  readonly onRequest: () => void
  /** Key of the latest bet. */
  key: string | undefined
  request: CrashRequest
  /** Stays after `request` has become `asking`. */
  asked: Exclude<CrashRequest, 'none' | 'asking'>
  requests: number
  /** Cash-outs of the bet when one more was asked for. */
  cashOutsBefore: number
  isQueued: boolean
  /** The round in which the player asked for the next one; NaN until the round is known. */
  queuedIn: number
}

interface SlotGiven {
  readonly number: 1 | 2
  readonly engine: PlayEngine
  readonly table: CrashTable
  /** One for both slots: a screen asks one question at a time. */
  readonly guard: StakeGuard
  readonly onRequest: () => void
  readonly autoPlayOf?: (order: CrashOrder) => AutoPlayMoves | undefined
}

export function createSlot({ number, engine, table, guard, onRequest, autoPlayOf }: SlotGiven): SlotContext {
  const field = createTypedStake<number | undefined>(engine, undefined, (target, { maxPayout, maxStake }) => {
    // The highest payout bounds the stake where the player has set a target.
    const payable = (maxPayout * 100n) / BigInt(target ?? 100)
    return payable < maxStake ? payable : maxStake
  })
  const order = createBetOrder('crash', field, guard)
  const moves = autoPlayOf?.(order)
  const auto = autoPlayOfOrder(
    order,
    moves && {
      ...moves,
      begin() {
        // It waits for the next round with the same amount.
        leaveQueue(slot)
        return moves.begin()
      },
    },
  )
  const slot: SlotContext = {
    number,
    table,
    order,
    auto,
    state: createStore<CrashSlotState>('next'),
    placed: createStore<CrashBet | undefined>(undefined),
    onRequest,
    key: undefined,
    request: 'none',
    asked: 'placing',
    requests: 0,
    cashOutsBefore: 0,
    isQueued: false,
    queuedIn: 0,
  }
  return slot
}

export function slotPlay(slot: SlotContext): CrashSlot {
  const { number, order, auto, state, placed } = slot
  return {
    ...order,
    ...auto,
    ...demoOfOrder(order, (call) => callEngine(order, call)),
    game: 'crash',
    number,
    state,
    placed,
    bet: () => press(slot),
    isEdited: () => isEdited(slot),
    change: () => change(slot),
    cashOut: (share) => cashOut(slot, share),
  }
}

/** Nobody can cash out for so many milliseconds; 0 or less once they can. */
export function msToCashOut({ view, now }: CrashTable): number {
  const round = view.get()?.round
  if (round?.status !== 'running' || round.startAt === null) return 0
  return round.startAt + CRASH_CASH_OUT_FROM_MS - now()
}

/** Takes over what the table tells. A bet that waits for its round is placed here. */
export function followSlot(slot: SlotContext): void {
  const view = slot.table.view.get()
  const round = view?.round
  const found = view?.mine.find((mine) => mine.key === slot.key && mine.round === view.round.id)
  slot.placed.set(found?.status === 'cancelled' ? undefined : found)
  // An event or the snapshot can tell the outcome of a request before its answer comes.
  if (slot.request !== 'none' && isDone(slot, found, round?.status)) slot.request = 'none'
  // A player who was away for a round or more may not want the bet that they asked for before.
  const id = Number(round?.id)
  if (Number.isNaN(slot.queuedIn)) slot.queuedIn = id
  if (id - slot.queuedIn > NEXT_ROUND) endQueue(slot, true)
  const before = slot.state.get()
  const { request, isQueued } = slot
  const canCashOut = msToCashOut(slot.table) <= 0
  const next = crashSlotState({ round, canCashOut, bet: slot.placed.get(), request, isQueued })
  // A tap that was meant to cash out must not bet.
  if (next !== before && (before === 'riding' || before === 'cashing' || before === 'asking'))
    slot.order.rest()
  slot.state.set(next)
  if (next === 'queued' && round?.status === 'betting') void place(slot)
}

/** The slot shows a bet that was placed before a reload, or in another tab. */
export function claimBet(slot: SlotContext, { key }: CrashBet): void {
  slot.key = key
  followSlot(slot)
}

/** @param isLost the player still counts on the bet, and is told */
export function leaveQueue(slot: SlotContext, isLost = false): void {
  endQueue(slot, isLost)
  followSlot(slot)
}

function press(slot: SlotContext): void {
  const { order, table } = slot
  if (slot.auto.isAutoPlaying()) return
  if (slot.placed.get() === undefined && table.link.get() === 'offline') return
  switch (slot.state.get()) {
    case 'bet':
      if (!order.isResting()) confirmOrder(order, () => void place(slot))
      break
    case 'next':
      if (!order.isResting()) confirmOrder(order, () => queue(slot))
      break
    case 'queued':
      leaveQueue(slot)
      break
    case 'placed':
      void send(slot, 'cancelling', () => cancel(slot))
      break
    case 'riding':
      cashOut(slot, 100)
      break
    default:
      break
  }
}

function queue(slot: SlotContext): void {
  slot.order.problem.set(undefined)
  slot.isQueued = true
  slot.queuedIn = Number(slot.table.view.get()?.round.id)
  followSlot(slot)
}

/** @returns true if a bet was sent */
async function place(slot: SlotContext): Promise<boolean> {
  if (slot.request !== 'none') return false
  const { seat } = slot.table
  const entry = slot.order.readStake()
  endQueue(slot, entry.status === 'invalid')
  if (entry.status === 'invalid' || !seat) {
    followSlot(slot)
    return false
  }
  const bet = { key: createIdempotencyKey(), stake: entry.stake, target: slot.order.params.get() }
  slot.key = bet.key
  await send(slot, 'placing', () => seat.place(bet))
  return true
}

async function cancel({ placed, table: { seat } }: SlotContext): Promise<void> {
  const bet = placed.get()
  if (bet && seat) await seat.cancel(bet.id)
}

function cashOut(slot: SlotContext, share: 50 | 100): void {
  const bet = slot.placed.get()
  const { seat } = slot.table
  if (!bet || !seat || slot.state.get() !== 'riding') return
  slot.cashOutsBefore = bet.cashOuts.length
  void send(slot, 'cashing', () => seat.cashOut(bet.id, share, createIdempotencyKey()))
}

function isEdited({ placed, state, auto, order }: SlotContext): boolean {
  const bet = placed.get()
  if (!bet || state.get() !== 'placed' || auto.isAutoPlaying()) return false
  const stake = unitsOf(bet.stake, order.engine)
  const entry = order.readStakeWith(stake)
  if (entry.status === 'invalid') return false
  const target = bet.autoAt === null ? undefined : Math.round(bet.autoAt * 100)
  return entry.stake !== stake || order.params.get() !== target
}

function change(slot: SlotContext): void {
  const bet = slot.placed.get()
  if (!bet) return
  confirmOrder(slot.order, () => void replace(slot, bet), unitsOf(bet.stake, slot.order.engine))
}

async function replace(slot: SlotContext, bet: CrashBet): Promise<void> {
  await send(slot, 'cancelling', () => cancel(slot))
  if (slot.placed.get() !== undefined || slot.order.problem.get() !== undefined) return
  const round = slot.table.view.get()?.round
  const isOpen = round?.id === bet.round && round.status === 'betting'
  if (!isOpen || !(await place(slot))) tell(slot, 'only_taken_back')
}

/** Sends one request at a time, shows its refusal, and says when its answer is overdue. */
async function send(
  slot: SlotContext,
  kind: SlotContext['asked'],
  call: () => Promise<unknown>,
): Promise<void> {
  if (slot.request !== 'none') return
  slot.onRequest()
  slot.asked = kind
  slot.request = kind
  const answer = callEngine(slot.order, call)
  followSlot(slot)
  // Another request may begin before this answer comes, once an event has told the outcome.
  slot.requests += 1
  const nth = slot.requests
  const late = setTimeout(() => {
    if (nth !== slot.requests || slot.request !== kind) return
    slot.request = 'asking'
    followSlot(slot)
  }, CASHING_MS)
  await answer
  clearTimeout(late)
  if (nth === slot.requests) slot.request = 'none'
  followSlot(slot)
}

function isDone(slot: SlotContext, found: CrashBet | undefined, status: string | undefined): boolean {
  switch (slot.asked) {
    case 'cashing':
      return found !== undefined && (found.status !== 'placed' || found.cashOuts.length > slot.cashOutsBefore)
    case 'placing':
      return found?.status === 'placed'
    case 'cancelling':
      return found?.status === 'cancelled' || (status !== 'betting' && found?.status === 'placed')
  }
}

function endQueue(slot: SlotContext, isLost: boolean): void {
  if (isLost && slot.isQueued) tell(slot, 'bet_lost')
  slot.isQueued = false
}

function tell({ order }: SlotContext, code: PlayErrorCode): void {
  order.problem.set(new PlayError(code, code))
}
