import type { ApiClient } from '#api/api-client.ts'
import type { Connection } from '#api/connection.ts'
import {
  cancelCrashBet,
  CRASH_ASK_WITHIN_MS,
  cashOutCrashBet,
  getCrash,
  getCrashBetByKey,
  getCrashChain,
  getCrashClock,
  placeCrashBet,
  type CrashBet,
  type CrashEvent,
} from '#contract/crash.ts'
import type {
  CrashChainFacts,
  CrashLink,
  CrashSeat,
  CrashTable,
  CrashView,
} from '#features/play/crash-table.ts'
import { createStartKeeper } from '#features/play/crash-start.ts'
import { PlayError, type PlayErrorCode } from '#features/play/play-error.ts'
import { formatDecimal } from '#lib/decimal.ts'
import { createStore, type ReadableStore } from '#lib/store.ts'
import { askInTurn } from './ask-in-turn.ts'
import { withBets, withEvent, withSnapshot, type KnownTable } from './crash-events.ts'
import { isAnswerLost } from './lost-answers.ts'
import { readCrashShelf, writeCrashShelf, type CrashShelf } from './crash-shelf.ts'
import type { ServerAccount } from './server-account.ts'
import { CLOCK_PROBES, clockOffset, offsetAfter, type ClockProbe } from './server-clock-offset.ts'
import { toPlayError } from './server-error.ts'
import { coinOf } from './wire-bets.ts'

/** While a curve rises the server tells of itself more often than that. */
const SILENT_AFTER_MS = 300
/** Betting is closed so soon after its end, and other states follow each other so soon. */
const LOCKED_WITHIN_MS = 1_500
const WAITS_MS = 9_000
/** A line that was late may be so again: what says so stays for so long, and does not flicker. */
const LAGS_FOR_MS = 1_000
const LONGEST_ASK_MS = 16_000
const LOOK_MS = 100
/** The clock is measured again after so long. */
const MEASURE_EVERY_MS = 60_000
/** A cash-out without an answer by then is asked for by its key. */
const ASK_AFTER_MS = 1_000
/** A cash-out that does not come through is sent again after so long, and for so long. */
const SEND_AGAIN_MS = 300
const SEND_FOR_MS = 20_000
/** While the snapshot cannot be had it is asked for again. */
const RETRY_MS = 2_000

export interface ServerCrashOptions {
  readonly call: ApiClient['call']
  /** Follows the rounds as they happen, until the function that it returns is called. */
  readonly follow: (listener: {
    readonly onEvent: (event: CrashEvent) => void
    /** Events may be missing. */
    readonly onGap: () => void
  }) => () => void
  readonly connection: ReadableStore<Connection>
  /** Who plays, and with which coin; undefined for who only watches. */
  readonly player?: { readonly account: ServerAccount; readonly coin: string } | undefined
}

/** The rounds of the server, which all players share. */
export function createServerCrash({ call, follow, connection, player }: ServerCrashOptions): CrashTable {
  const shelf = readCrashShelf()
  const view = createStore<CrashView | undefined>(undefined)
  const link = createStore<CrashLink>('live')
  let published = shelf?.chain
  const chain = createStore<CrashChainFacts | undefined>(published && factsOf(published))
  const presses = new Map<string, number>()
  let known: KnownTable | undefined
  let offset = performance.timeOrigin
  let heardAt = performance.now()
  let silentAt = -Infinity
  let lookedAt = -Infinity
  let askedAt = -Infinity
  let askMs = LAGS_FOR_MS
  let watchers = 0
  let stop: () => void = () => undefined

  const now = () => performance.now() + offset

  const showView = createStartKeeper(
    (shown) => view.set(shown),
    () => now(),
  )
  function show(next: KnownTable): void {
    if (next === known) return
    const before = known?.view
    known = next
    showView(next.view)
    const facts = chain.get()
    const isNews = before?.last[0]?.id !== next.view.last[0]?.id
    if (isNews && facts && facts.saltRule !== 'device') keep(next.view)
    if (isDecided(before, next.view)) player?.account.noteDecided()
  }

  const readChain = async () => {
    publish(await call(getCrashChain))
  }
  function publish(answer: CrashShelf['chain']): void {
    published = answer
    chain.set(factsOf(answer))
    if (known) writeCrashShelf({ chain: answer, last: [...known.view.last] })
  }
  function keep({ round }: CrashView): void {
    if (published?.lastHash === round.chain) publish({ ...published, played: round.game })
    else void readChain().catch(() => undefined)
  }

  async function probe<T extends { readonly now: number }>(ask: () => Promise<T>) {
    const sentAt = performance.now()
    const answer = await ask()
    const receivedAt = performance.now()
    heardAt = receivedAt
    return { answer, probe: { sentAt, receivedAt, serverNow: answer.now } satisfies ClockProbe }
  }

  async function readSnapshot(): Promise<ClockProbe> {
    const { answer, probe: asked } = await probe(() => call(getCrash))
    show(withSnapshot(known, answer))
    return asked
  }

  const refresh = askInTurn(async () => {
    await readSnapshot()
  })

  /** Own bets that are in, one by one: the snapshot has everybody's. */
  const refreshOwn = askInTurn(async () => {
    const open = known?.view.mine.filter(({ status }) => status === 'placed') ?? []
    await Promise.all(
      open.map(async ({ key }) => applyBet((await call(getCrashBetByKey, { params: { key } })).bet)),
    ).catch(refresh)
  })

  /** Measures the server's clock; the best of some probes counts, and the snapshot is the first one. */
  const measure = askInTurn(async () => {
    const probes = [await readSnapshot()]
    offset = clockOffset(probes) ?? offset
    while (probes.length < CLOCK_PROBES && watchers > 0) {
      probes.push((await probe(() => call(getCrashClock))).probe)
      offset = clockOffset(probes) ?? offset
    }
  })

  let retry: ReturnType<typeof setTimeout> | undefined
  function catchUp(): void {
    clearTimeout(retry)
    if (watchers === 0) return
    measure().catch(() => {
      showLink()
      retry = setTimeout(catchUp, RETRY_MS)
    })
    if (!chain.get()) void readChain().catch(() => undefined)
  }

  function onEvent(event: CrashEvent): void {
    heardAt = performance.now()
    askMs = LAGS_FOR_MS
    if (event.type !== 'bets') offset = offsetAfter(offset, event.now, heardAt)
    if (!known) return
    const { known: next, isMissing } = withEvent(known, event)
    show(next)
    showLink()
    if (isMissing) void refresh().catch(() => undefined)
    else if (hasOwnNews(next.view, event))
      askOwn(event.type === 'round' ? CRASH_ASK_WITHIN_MS * Math.random() : 0)
  }

  let asking: ReturnType<typeof setTimeout> | undefined
  function askOwn(inMs: number): void {
    clearTimeout(asking)
    asking = setTimeout(() => void refreshOwn().catch(() => undefined), inMs)
  }

  function showLink(): void {
    if (connection.get() === 'offline') {
      // What was known before can be read and verified.
      if (!view.get() && shelf) view.set(viewOfShelf(shelf))
      return link.set('offline')
    }
    const at = performance.now()
    const round = known?.view.round
    if (round) {
      // A page that was busy itself has not heard what has come.
      const overdueMs = at - lookedAt < SILENT_AFTER_MS ? at - dueAt(round) : 0
      if (overdueMs > 0) silentAt = at
      if (overdueMs > LAGS_FOR_MS && at - askedAt > askMs) {
        askedAt = at
        // Many may watch a server that has trouble.
        askMs = Math.min(2 * askMs, LONGEST_ASK_MS)
        setTimeout(() => void refresh().catch(() => undefined), CRASH_ASK_WITHIN_MS * Math.random())
      }
    }
    lookedAt = at
    link.set(at - silentAt < LAGS_FOR_MS ? 'lagging' : 'live')
  }

  /** When something must have been heard of the round at the latest, by `performance.now()`. */
  function dueAt({ status, startAt, locksAt }: CrashView['round']): number {
    if (status === 'running') return Math.max(heardAt, (startAt ?? 0) - offset) + SILENT_AFTER_MS
    if (status === 'betting' && locksAt !== null)
      return Math.max(heardAt, locksAt - offset) + LOCKED_WITHIN_MS
    // Between two other states the server waits for the beacon, or for what has arrived.
    return heardAt + WAITS_MS
  }

  function applyBet(bet: CrashBet): CrashBet {
    if (known) show({ ...known, view: { ...known.view, mine: withBets(known.view.mine, [bet]) } })
    return bet
  }

  const seat = player && createSeat(player.account, player.coin)

  function createSeat(account: ServerAccount, coin: string): CrashSeat {
    const byKey = (key: string) => () => call(getCrashBetByKey, { params: { key } })
    const answered = async (ask: () => Promise<{ bet: CrashBet }>, kind: 'bet' | 'cancel' | 'cash-out') => {
      try {
        return applyBet((await ask()).bet)
      } catch (error) {
        void refresh().catch(() => undefined)
        if (kind === 'bet') throw toPlayError(error, 'bet')
        const failure = toPlayError(error, 'step')
        throw new PlayError(WORDS_OF[kind][failure.code] ?? failure.code, failure.message, error)
      }
    }
    return {
      place({ key, stake, target, autoPlay }) {
        const body = {
          idempotencyKey: key,
          coin,
          stake: formatDecimal({ units: stake, scale: coinOf(coin, account.decimalsOf).decimals }),
          ...(target !== undefined && { autoAt: target / 100 }),
          ...(autoPlay && { autoPlay }),
        }
        const send = () => call(placeCrashBet, { body })
        return answered(() => account.sendWithKey(send, byKey(key), 'bet'), 'bet')
      },
      cancel: (betId) =>
        answered(() => {
          const cancel = () => call(cancelCrashBet, { params: { id: betId } })
          return account.sendWithKey(cancel, cancel, 'cancel')
        }, 'cancel'),
      cashOut(betId, share, key) {
        presses.set(key, now())
        const body = { idempotencyKey: key, share }
        const send = () => call(cashOutCrashBet, { params: { id: betId }, body })
        // The same key again is the same cash-out: it is stamped when it first arrives.
        const sendNow = () => soonest(() => sendAgain(send), byKey(key))
        return answered(() => account.sendWithKey(sendNow, send, 'cash-out'), 'cash-out')
      },
    }
  }

  return {
    view,
    link,
    chain,
    seat,
    now,
    isShared: true,
    pressedAt: (key) => presses.get(key),
    watch() {
      watchers += 1
      if (watchers === 1) stop = begin()
      return () => {
        watchers -= 1
        if (watchers === 0) stop()
      }
    },
  }

  function begin(): () => void {
    heardAt = performance.now()
    showLink()
    const onVisible = () => {
      if (document.visibilityState === 'visible') catchUp()
    }
    document.addEventListener('visibilitychange', onVisible)
    const looking = setInterval(showLink, LOOK_MS)
    const measuring = setInterval(catchUp, MEASURE_EVERY_MS)
    const stopConnection = connection.subscribe(() => {
      showLink()
      if (connection.get() === 'online') catchUp()
    })
    const stopFollowing = follow({ onEvent, onGap: catchUp })
    catchUp()
    return () => {
      document.removeEventListener('visibilitychange', onVisible)
      clearInterval(looking)
      clearInterval(measuring)
      clearTimeout(retry)
      clearTimeout(asking)
      stopConnection()
      stopFollowing()
    }
  }
}

/** The answer of `send`, or of `ask` if that comes first; `ask` begins late, and its failures say nothing. */
async function soonest<T>(send: () => Promise<T>, ask: () => Promise<T>): Promise<T> {
  const sent = send()
  let timer: ReturnType<typeof setTimeout> | undefined
  const asked = new Promise<T>((resolve) => {
    timer = setTimeout(() => void ask().then(resolve, () => undefined), ASK_AFTER_MS)
  })
  try {
    return await Promise.race([sent, asked])
  } finally {
    clearTimeout(timer)
  }
}

/** Where what happened has other words than of a bet. */
const WORDS_OF: Readonly<Record<'cancel' | 'cash-out', Partial<Record<PlayErrorCode, PlayErrorCode>>>> = {
  cancel: { betting_closed: 'bet_is_in', too_soon: 'not_answered' },
  'cash-out': {
    round_settled: 'too_late',
    too_soon: 'not_answered',
    bet_lost: 'cash_out_lost',
    offline: 'cash_out_lost',
  },
}

/** The same again while it does not come through: it counts from when it first arrives. */
async function sendAgain<T>(send: () => Promise<T>): Promise<T> {
  const until = performance.now() + SEND_FOR_MS
  for (;;) {
    try {
      return await send()
    } catch (error) {
      if (!isAnswerLost(error) || performance.now() > until) throw error
      await new Promise((resolve) => setTimeout(resolve, SEND_AGAIN_MS))
    }
  }
}

/** Whether an own bet that was open is so no more. */
function isDecided(before: CrashView | undefined, { mine }: CrashView): boolean {
  const open = new Set(before?.mine.filter(({ status }) => status === 'placed').map(({ id }) => id))
  return mine.some(({ id, status }) => status !== 'placed' && open.has(id))
}

/** Whether the event tells of something that has happened to an own bet: a target, or the end of its round. */
function hasOwnNews({ mine, round }: CrashView, event: CrashEvent): boolean {
  const open = mine.filter((bet) => bet.status === 'placed')
  if (open.length === 0) return false
  // What is left in at the crash is lost, or given back, when the round is settled.
  if (event.type === 'round')
    return ['settled', 'void'].includes(round.status) || open.some((bet) => bet.round !== round.id)
  return (
    event.type === 'bets' &&
    event.listed.some(({ id, cashedAt }) => cashedAt !== null && open.some((bet) => bet.id === id))
  )
}

const factsOf = ({ successor, earlier, ...chain }: CrashShelf['chain']): CrashChainFacts => ({
  ...chain,
  others: [...(successor ? [successor] : []), ...earlier].map(({ lastHash }) => lastHash),
})

/** The last round in the place of the one that is not known. */
function viewOfShelf({ last }: { readonly last: CrashView['last'] }): CrashView | undefined {
  const [newest] = last
  return (
    newest && {
      mine: [],
      last,
      latency: null,
      voids: 0,
      round: { ...newest, locksAt: null, listed: [] },
    }
  )
}
