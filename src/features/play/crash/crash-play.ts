import type { CrashBet } from '#contract/crash.ts'
import { MULTIPLIER_SCALE } from '#fair/multiplier.ts'
import { CRASH_CASH_OUT_FROM_MS } from '#rules/crash/crash.ts'
import { parseDecimal, unitsAt } from '#lib/decimal.ts'
import { createStore, type ReadableStore, type WritableStore } from '#lib/store.ts'
import type { CrashTable, CrashView } from '#features/play/crash-table.ts'
import { createIdempotencyKey } from '#features/play/idempotency-key.ts'
import type { PlayEngine } from '#features/play/play-engine.ts'
import { PlayError, type PlayErrorCode } from '#features/play/play-error.ts'
import { recordCrashBet } from '#features/play/session/play-session.actions.ts'
import { playPreferences } from '#features/play/session/play-preferences.state.ts'
import { playResultSound } from '#features/play/session/play-sound.ts'
import { createStakeGuard } from '#features/play/stake/stake-question.ts'
import type { StakePlay } from '#features/play/stake/stake-play.ts'
import { createCrashAutoPlay, type CrashAutoPlay } from './crash-auto-play.ts'
import { createCrashStake, type CrashStakeField } from './crash-stake.ts'
import { crashSlotState, type CrashRequest, type CrashSlotState } from './crash-slot-state.ts'

/** A request whose answer has not come by then is said to be asked for. */
const CASHING_MS = 1_500
/** A double tap is over by then: what stood in the place of a button has just gone. */
const REST_MS = 400
/** A result can be read for so long at least; one that the stage cannot show for so long is told in words. */
const READ_MS = 3_000
/** Ids of rounds that follow each other differ by so much at most. */
const NEXT_ROUND = 2

/** One of the player's two bets in a round. */
export interface CrashSlot extends CrashStakeField {
  readonly number: 1 | 2
  readonly state: ReadableStore<CrashSlotState>
  /** Its bet in the round as it is. */
  readonly bet: ReadableStore<CrashBet | undefined>
  readonly problem: ReadableStore<PlayError | undefined>
  setTarget(target: number | undefined): void
  /** Whether what is in the fields is not what was bet, while that can be changed. */
  isEdited(): boolean
  /** What its button does: bet, take back, cash out. */
  act(): void
  /** Puts what is in the fields in the place of the bet, before the lock. */
  change(): void
  cashOut(share: 50 | 100): void
}

export interface CrashPlay extends Pick<StakePlay, 'question' | 'answerQuestion' | 'engine'> {
  readonly table: CrashTable
  readonly slots: readonly [CrashSlot, CrashSlot]
  /** A bet that was decided while nobody looked: its round is not on the screen any more. */
  readonly missed: ReadableStore<CrashBet | undefined>
  readonly auto: CrashAutoPlay
  /** The second bet is offered. */
  readonly hasSecond: WritableStore<boolean>
  refill(): Promise<void>
  reset(): Promise<void>
  /** Asks no more for the next round. */
  leaveQueues(): void
}

/** Crash as its screen plays it; lives as long as the page. */
export function createCrashPlay(engine: PlayEngine, table: CrashTable): CrashPlay {
  const { guard, question, answerQuestion } = createStakeGuard(engine, 'crash')
  const hasSecond = createStore(false)
  const missed = createStore<CrashBet | undefined>(undefined)

  /** How long nobody can cash out yet, in milliseconds. */
  function leftToCashOut(): number {
    const round = table.view.get()?.round
    if (round?.status !== 'running' || round.startAt === null) return 0
    return round.startAt + CRASH_CASH_OUT_FROM_MS - table.now()
  }

  const stakeOf = (bet: CrashBet) => unitsOf(bet.stake, engine)

  function createSlot(number: 1 | 2): CrashSlot & {
    follow(): void
    claim(bet: CrashBet): void
    /** @param isLost the player still counts on the bet: it does not go without a word */
    leaveQueue(isLost?: boolean): void
    key(): string | undefined
  } {
    const field = createCrashStake(engine)
    const request = createStore<CrashRequest>('none')
    const isQueued = createStore(false)
    const problem = createStore<PlayError | undefined>(undefined)
    const bet = createStore<CrashBet | undefined>(undefined)
    const state = createStore<CrashSlotState>('next')
    let key: string | undefined
    let restsUntil = -Infinity
    let cashOutsBefore = 0
    let requests = 0
    /** What the request under way is about. */
    let asked: Exclude<CrashRequest, 'none' | 'asking'> = 'placing'
    let queuedIn = 0

    function follow(): void {
      const view = table.view.get()
      const found = view?.mine.find((mine) => mine.key === key && mine.round === view.round.id)
      bet.set(found?.status === 'cancelled' ? undefined : found)
      // An event, or the snapshot, has told what came of the request before its answer.
      if (request.get() !== 'none' && isDone(found, view?.round.status)) request.set('none')
      // Who was away for a round or more may not want what was asked for before.
      const id = Number(view?.round.id)
      if (Number.isNaN(queuedIn)) queuedIn = id
      if (id - queuedIn > NEXT_ROUND) endQueue(true)
      const before = state.get()
      const now = { bet: bet.get(), request: request.get(), isQueued: isQueued.get() }
      const next = crashSlotState({ round: view?.round, canCashOut: leftToCashOut() <= 0, ...now })
      // A tap that was meant to cash out must not bet.
      if (next !== before && (before === 'riding' || before === 'cashing' || before === 'asking'))
        restsUntil = performance.now() + REST_MS
      state.set(next)
      if (next === 'queued' && view?.round.status === 'betting') void place()
    }

    const tell = (code: PlayErrorCode) => problem.set(new PlayError(code, code))

    function endQueue(isLost: boolean): void {
      if (isLost && isQueued.get()) tell('bet_lost')
      isQueued.set(false)
    }

    function isDone(found: CrashBet | undefined, status: string | undefined): boolean {
      switch (asked) {
        case 'cashing':
          return found !== undefined && (found.status !== 'placed' || found.cashOuts.length > cashOutsBefore)
        case 'placing':
          return found?.status === 'placed'
        default:
          return found?.status === 'cancelled' || (status !== 'betting' && found?.status === 'placed')
      }
    }

    /** Runs one request; refusals are shown, and what is overdue is said. */
    async function run(kind: typeof asked, call: () => Promise<unknown>) {
      if (request.get() !== 'none') return
      asked = kind
      problem.set(undefined)
      missed.set(undefined)
      request.set(kind)
      follow()
      // Another request may begin before the answer of this one comes, once an event has told what came of it.
      requests += 1
      const nth = requests
      const late = setTimeout(() => {
        if (nth !== requests || request.get() !== kind) return
        request.set('asking')
        follow()
      }, CASHING_MS)
      try {
        await call()
      } catch (error) {
        problem.set(error instanceof PlayError ? error : new PlayError('storage_failed', kind, error))
      } finally {
        clearTimeout(late)
        if (nth === requests) request.set('none')
        follow()
      }
    }

    /** @returns whether a bet was sent */
    async function place(): Promise<boolean> {
      if (request.get() !== 'none') return false
      const entry = field.readStake()
      endQueue(entry.status === 'invalid')
      if (entry.status === 'invalid' || !table.seat) {
        follow()
        return false
      }
      const { seat } = table
      const order = { key: createIdempotencyKey(), stake: entry.stake, target: field.params.get() }
      key = order.key
      await run('placing', () => seat.place(order))
      return true
    }

    /** Goes on with an amount that can be bet, after the player's yes where it is far above the usual. */
    function afterGuard(proceed: () => void, back = 0n): void {
      const entry = field.readStakeWith(back)
      if (entry.status === 'invalid') return
      guard(entry.stake, entry.stake === field.maxTaken(), proceed, back)
    }

    async function cancel(): Promise<void> {
      const placed = bet.get()
      if (placed && table.seat) await table.seat.cancel(placed.id)
    }

    const slot = {
      ...field,
      number,
      state,
      bet,
      problem,
      follow,
      setTarget(target: number | undefined) {
        field.params.set(target)
        problem.set(undefined)
      },
      setStakeText(text: string) {
        field.setStakeText(text)
        problem.set(undefined)
      },
      isEdited() {
        const placed = bet.get()
        const entry = field.readStakeWith(placed ? stakeOf(placed) : 0n)
        if (!placed || state.get() !== 'placed' || entry.status === 'invalid') return false
        if (number === 1 && auto.isAutoPlaying()) return false
        const target = field.params.get()
        const { autoAt } = placed
        const placedTarget = autoAt === null ? undefined : Math.round(autoAt * 100)
        return entry.stake !== stakeOf(placed) || target !== placedTarget
      },
      act() {
        if (number === 1 && auto.isAutoPlaying()) return
        if (bet.get() === undefined && table.link.get() === 'offline') return
        switch (state.get()) {
          case 'bet':
            if (performance.now() >= restsUntil) afterGuard(() => void place())
            break
          case 'next':
            if (performance.now() < restsUntil) break
            afterGuard(() => {
              problem.set(undefined)
              isQueued.set(true)
              queuedIn = Number(table.view.get()?.round.id)
              follow()
            })
            break
          case 'queued':
            slot.leaveQueue()
            break
          case 'placed':
            void run('cancelling', cancel)
            break
          case 'riding':
            slot.cashOut(100)
            break
          default:
            break
        }
      },
      change() {
        const placed = bet.get()
        if (!placed) return
        const replace = async () => {
          await run('cancelling', cancel)
          if (bet.get() !== undefined || problem.get() !== undefined) return
          const round = table.view.get()?.round
          const isOpen = round?.id === placed.round && round.status === 'betting'
          if (!isOpen || !(await place())) tell('only_taken_back')
        }
        afterGuard(() => void replace(), stakeOf(placed))
      },
      cashOut(share: 50 | 100) {
        const placed = bet.get()
        const { seat } = table
        if (!placed || !seat || state.get() !== 'riding') return
        cashOutsBefore = placed.cashOuts.length
        void run('cashing', () => seat.cashOut(placed.id, share, createIdempotencyKey()))
      },
      claim(placed: CrashBet) {
        key = placed.key
        follow()
      },
      leaveQueue(isLost = false) {
        endQueue(isLost)
        follow()
      },
      key: () => key,
    }
    return slot
  }

  const first = createSlot(1)
  const auto = createCrashAutoPlay({
    engine,
    table,
    field: first,
    guard,
    question,
    unitsOf: (amount) => unitsOf(amount, engine),
    onBegin: first.leaveQueue,
  })
  const second = createSlot(2)
  /** Bets of which the result is still to come. */
  let open = new Map<string, CrashBet>()
  let soon: ReturnType<typeof setTimeout> | undefined

  function follow(): void {
    const view = table.view.get()
    for (const bet of view?.mine ?? []) {
      // One that was placed before a reload, or in another tab.
      const isNews = bet.round === view?.round.id && bet.status === 'placed'
      if (!isNews || bet.key === first.key() || bet.key === second.key()) continue
      if (first.bet.get() === undefined && first.state.get() !== 'placing') first.claim(bet)
      else if (second.bet.get() === undefined && second.state.get() !== 'placing') {
        second.claim(bet)
        hasSecond.set(true)
      }
    }
    first.follow()
    second.follow()
    clearTimeout(soon)
    const left = leftToCashOut()
    if (left > 0) soon = setTimeout(follow, left)
    if (view) countResults(view)
  }

  /** Adds to the net of the session what has been decided since the last look. */
  function countResults({ mine, round, last }: CrashView): void {
    const coin = engine.balance.get()
    const next = new Map<string, CrashBet>()
    for (const bet of mine) {
      if (bet.status === 'placed') next.set(bet.id, bet)
      else if (open.has(bet.id) && coin) {
        if (bet.status === 'settled') {
          const [stake, payout] = [stakeOf(bet), unitsOf(bet.payout, engine)]
          const multiplier = Number((payout * BigInt(MULTIPLIER_SCALE)) / (stake > 0n ? stake : 1n))
          const result = { stake, payout, multiplier }
          recordCrashBet({ ...coin, game: 'crash', ...result })
          if (playPreferences.choices.sound) playResultSound(result)
        }
        const newest = last.find(({ id }) => id !== round.id)
        const isStanding = bet.round === round.id || (bet.round === newest?.id && isReadable(round))
        const isShown = isStanding && document.visibilityState === 'visible'
        if (!isShown && bet.status !== 'cancelled') missed.set(bet)
      }
    }
    open = next
  }

  /** Whether the result of the round before stays on the stage, which shows it until the next curve, for long enough. */
  function isReadable({ status, locksAt }: CrashView['round']): boolean {
    return status === 'committed' || (status === 'betting' && (locksAt ?? 0) - table.now() >= READ_MS)
  }

  table.view.subscribe(follow)
  const leaveQueues = (isLost?: boolean) => [first, second].forEach((slot) => slot.leaveQueue(isLost))
  // Whoever comes back later may not want what was asked for before.
  table.link.subscribe(() => {
    if (table.link.get() === 'offline') leaveQueues(true)
  })
  follow()

  return {
    engine,
    table,
    slots: [first, second],
    auto,
    hasSecond,
    missed,
    question,
    leaveQueues,
    answerQuestion,
    refill: async () => {
      await engine.demo?.refill().catch(() => {})
    },
    reset: async () => {
      await engine.demo?.reset().catch(() => {})
    },
  }
}

/** A whole amount of the wire in the coin's smallest unit. */
export function unitsOf(amount: string, engine: Pick<PlayEngine, 'balance'>): bigint {
  const parsed = parseDecimal(amount)
  return parsed ? unitsAt(parsed, engine.balance.get()?.decimals ?? parsed.scale) : 0n
}
