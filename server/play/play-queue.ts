import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '#server/base/clock.ts'
import { createFairTurns } from '#server/base/fair-turns.ts'
import type { Logger } from '#server/base/logger.ts'
import { Refusal } from '#server/base/refusal.ts'
import { afterReleases } from '#server/bonuses/release-bonus.ts'
import { callScope, keepCall, outsideCalls, type CallScope } from '#server/db/call-scope.ts'
import { isDatabaseTrouble } from '#server/db/database-trouble.ts'
import type { Database } from '#server/db/tables.ts'
import type { Secrets } from '#server/identity/secrets.ts'
import { runAfter } from '#rules/plan/auto-play.ts'
import { LEDGER_REFUSALS, repeatConflicts } from '#server/ledger/post-transaction.ts'
import { createBetIds } from './bet-ids.ts'
import type { PlayTerms } from './play-terms.ts'
import { readPlayerState, type PlayerState } from './player-state.ts'
import { MAX_PLAYS, postPlays, type Play, type Posted } from './post-plays.ts'
import type { Signer } from './receipt-keys.ts'

/** A play that was taken, and what the player has of its coin since. */
export interface TakenPlay {
  readonly play: Play
  readonly available: bigint
}
/** That, or the id of the bet that has the key already. */
export type PlayResult = TakenPlay | { readonly known: string }

/** What plays of one moment have in common. */
export interface Moment {
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly terms: PlayTerms
  readonly signer: Signer
}

/**
 * Plans a play from what is known of its player, or says which bet it is that is there already. Whatever is no play is
 * answered only when what is known was read for this call. It asks the database nothing.
 * @throws Refusal: nothing has moved then
 */
export type PlanPlay = (state: PlayerState, id: string, moment: Moment) => Play | { readonly known: string }

interface Job {
  readonly uid: number
  readonly plan: PlanPlay
  /** Whether it needs the player's right to bet, as of now. */
  readonly isBet: boolean
  /** Whether it depends on when the player has bet last, on whichever of his accounts. */
  readonly isTimed: boolean
  readonly scope: CallScope | undefined
  readonly resolve: (result: PlayResult) => void
  readonly reject: (error: unknown) => void
  tries: number
  /** When it came, by `performance.now()`. */
  readonly since: number
  /** What is known of the player was read for this. */
  isFresh: boolean
}

interface QueueOptions {
  readonly db: Database
  readonly secrets: Secrets
  readonly clock: Clock
  readonly logger: Logger
  /**
   * Told of a player whose limits, or whose other accounts, each bet has to be compared with: plans his bet and posts it
   * in one transaction. Undefined for a state that is older than the database's.
   */
  readonly postLimited: (
    uid: number,
    plan: (state: PlayerState) => ReturnType<PlanPlay>,
    moment: Moment,
  ) => Promise<PlayResult | undefined>
  /**
   * Plans and posts in one transaction that holds the player's row, so that no other play of his comes between.
   * Undefined as above.
   */
  readonly postHolding: (
    uid: number,
    plan: (state: PlayerState) => ReturnType<PlanPlay>,
    moment: Moment,
  ) => Promise<PlayResult | undefined>
  readonly readMoment: () => Promise<Moment>
  /** Told of each play that was taken; it returns at once. */
  readonly onTaken?: ((play: Play) => void) | undefined
  /** How long a play may wait for its turn. */
  readonly patienceMs?: number | undefined
}

export interface PlayQueue {
  run(
    uid: number,
    plan: PlanPlay,
    options: { readonly isBet: boolean; readonly isTimed?: boolean },
  ): Promise<PlayResult>
  /** Waits for what is under way. */
  close(): Promise<void>
}

/** Plays are posted on so many ways at once, so that one that comes alone does not wait for those just posted … */
const LANES = 2
/** … unless more than these are waiting: they are quicker together. */
const FEW = 8
/** So many players' states are kept in memory. */
const KEPT_STATES = 20_000
/** Rights are read anew after so long, for what no trigger tells of. */
const RIGHTS_MS = 10_000
/** Whoever asked has given up by then, and would not expect it to be done later. */
const PATIENCE_MS = 15_000
/** Another transaction stands in the way of one of them: lock timeout, time limit, serialisation failure, deadlock. */
const IN_THE_WAY = new Set(['55P03', '57014', '40001', '40P01'])
/** So many have a transaction of their own at once, and a connection each. */
const OWN_AT_ONCE = 8
/** As often another process may have been first. */
const TRIES = 12

/**
 * Plays of one process: planned from what it remembers of each player, and posted together, one of each player at a
 * time. While there is much to do, the next ones leave when those before are back.
 */
export function createPlayQueue({
  db,
  secrets,
  clock,
  logger,
  postLimited,
  postHolding,
  readMoment,
  onTaken,
  patienceMs = PATIENCE_MS,
}: QueueOptions): PlayQueue {
  const states = new Map<number, PlayerState>()
  const ids = createBetIds(db)
  let waiting: Job[] = []
  const sending = new Set<Promise<void>>()
  /** Whose plays are under way. */
  const sent = new Set<number>()
  const loading = new Set<Promise<void>>()
  const ownTurns = createFairTurns({
    atOnce: OWN_AT_ONCE,
    perKey: () => 1,
    waiting: 2_000,
    waitMs: patienceMs,
  })

  function run(
    uid: number,
    plan: PlanPlay,
    { isBet, isTimed = false }: { readonly isBet: boolean; readonly isTimed?: boolean },
  ): Promise<PlayResult> {
    return new Promise((resolve, reject) => {
      const job: Job = {
        uid,
        plan,
        isBet,
        isTimed,
        scope: callScope(),
        resolve,
        reject,
        tries: 0,
        isFresh: false,
        since: performance.now(),
      }
      // What is done for several calls at once is of none of them: one that is given up must not stop the others.
      outsideCalls(() => enqueue(job))
    })
  }

  function enqueue(job: Job): void {
    const state = stateFor(job)
    if (state) {
      waiting.push(job)
      wake()
      return
    }
    const load = readPlayerState({ db, secrets }, job.uid, clock())
      .then((read) => {
        remember(read)
        job.isFresh = true
        waiting.push(job)
        wake()
      }, job.reject)
      .finally(() => loading.delete(load))
    loading.add(load)
  }

  /** What is remembered, unless it is too old for this. */
  function stateFor({ uid, isBet }: Job): PlayerState | undefined {
    const state = states.get(uid)
    if (!state || !isBet) return state
    const age = clock() - state.rights.readAt
    return age >= 0 && age < RIGHTS_MS ? state : undefined
  }

  function remember(state: PlayerState): void {
    const before = states.get(state.uid)
    // Two were read at once: the later one knows more.
    if (before && before.revision > state.revision) return
    states.delete(state.uid)
    states.set(state.uid, state)
    if (states.size <= KEPT_STATES) return
    const [oldest] = states.keys()
    if (oldest !== undefined) states.delete(oldest)
  }

  function wake(): void {
    if (sending.size >= (waiting.length > FEW ? 1 : LANES)) return
    const lane = Promise.resolve()
      .then(sendAll)
      .finally(() => {
        sending.delete(lane)
        if (sending.size === 0 && waiting.length > 0) wake()
      })
    sending.add(lane)
  }

  async function sendAll(): Promise<void> {
    for (let jobs = nextJobs(); jobs.length > 0; jobs = nextJobs()) {
      try {
        await send(jobs)
      } finally {
        for (const { uid } of jobs) sent.delete(uid)
      }
    }
  }

  /** The first of each player who has none under way. */
  function nextJobs(): Job[] {
    const taken: Job[] = []
    const left: Job[] = []
    for (const job of waiting) {
      if (taken.length < MAX_PLAYS && !sent.has(job.uid)) {
        taken.push(job)
        sent.add(job.uid)
      } else {
        left.push(job)
      }
    }
    waiting = left
    return taken
  }

  async function send(jobs: readonly Job[]): Promise<void> {
    let fresh: string[]
    let moment: Moment
    try {
      fresh = await ids.take(jobs.length)
      moment = await readMoment()
    } catch (error) {
      jobs.forEach(({ reject }) => reject(error))
      return
    }
    const planned: { readonly job: Job; readonly play: Play }[] = []
    for (const [index, job] of jobs.entries()) {
      const state = states.get(job.uid)
      const id = fresh[index]
      if (!state || id === undefined) {
        enqueue(job)
        continue
      }
      try {
        keepCall(job.scope)
        assertInTime(job)
        const { refusal, hasLimits, otherAccounts } = state.rights
        if (job.isBet && refusal) throw refusal
        if (job.isBet && (hasLimits || (job.isTimed && otherAccounts.length > 0))) {
          alone(job, id, postLimited)
          continue
        }
        const play = job.plan(state, id, moment)
        if (!('known' in play)) planned.push({ job, play })
        else if (!readAgain(job)) job.resolve(play)
      } catch (error) {
        // A state that cannot be planned from is read anew for whoever comes next.
        states.delete(job.uid)
        if (!(error instanceof Refusal) || isLate(job) || !readAgain(job)) job.reject(error)
      }
    }
    if (planned.length > 0) await post(planned)
  }

  /** Nothing is refused for what was remembered: another process may know better. False when it was read for this. */
  function readAgain(job: Job): boolean {
    if (job.isFresh) return false
    states.delete(job.uid)
    enqueue(job)
    return true
  }

  async function post(planned: readonly { readonly job: Job; readonly play: Play }[]): Promise<void> {
    let answers: Posted[]
    try {
      answers = await repeatConflicts(() =>
        postPlays(
          db,
          planned.map(({ play }) => play),
        ),
      )
    } catch (error) {
      planned.forEach(({ job }) => states.delete(job.uid))
      // One that the database refuses, or that waits for somebody else, must not take the others with it.
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      if (planned.length > 1 && (IN_THE_WAY.has(code) || !isDatabaseTrouble(error))) {
        logger.error({ err: error }, 'bets are posted one by one')
        for (const each of planned) inItsOwnTime(post([each]))
        return
      }
      planned.forEach(({ job }) => job.reject(error))
      return
    }
    for (const [index, { job, play }] of planned.entries()) {
      const answer = answers[index]
      if (answer) settle(job, play, answer)
    }
  }

  function settle(job: Job, play: Play, answer: Posted): void {
    switch (answer.status) {
      case 'ok':
        remember(stateAfter(play))
        onTaken?.(play)
        job.resolve({ play, available: answer.available })
        return
      case 'known':
        job.resolve({ known: answer.id })
        return
      case 'closed':
        job.reject(bettingClosed())
        return
      case 'refused':
        job.reject(refusalOf(answer.code))
        return
      case 'stale':
        states.delete(job.uid)
        // Whoever bets all the time elsewhere must not keep a step, a cash-out or the end of a round from being written.
        if (job.isBet) again(job)
        else alone(job, play.bet.id, postHolding)
    }
  }

  function again(job: Job): void {
    job.tries += 1
    if (job.tries < TRIES) enqueue(job)
    else
      job.reject(new Refusal('unavailable', 'Too much is done for this account at once', { retryAfterS: 1 }))
  }

  const isLate = ({ since }: Job): boolean => performance.now() - since > patienceMs

  /** @throws Refusal `unavailable` for what nobody waits for any more */
  function assertInTime(job: Job): void {
    if (isLate(job)) throw new Refusal('unavailable', 'It could not be done in time', { retryAfterS: 1 })
  }

  /** What nobody else waits for. */
  function inItsOwnTime(work: Promise<void>): void {
    const tracked = work.finally(() => loading.delete(tracked))
    loading.add(tracked)
  }

  /** In its own time: the others do not wait for the locks of this player. */
  function alone(job: Job, id: string, post: typeof postHolding): void {
    const work = postAlone(job, id, post)
      .then((result) => {
        states.delete(job.uid)
        if (result && 'play' in result) onTaken?.(result.play)
        if (result) job.resolve(result)
        else again(job)
      })
      .catch((error: unknown) => {
        states.delete(job.uid)
        job.reject(error)
      })
      .finally(() => loading.delete(work))
    loading.add(work)
  }

  async function postAlone(job: Job, id: string, post: typeof postHolding): Promise<PlayResult | undefined> {
    const end = await ownTurns.take(String(job.uid))
    try {
      const moment = await readMoment()
      const plan = (state: PlayerState) => {
        assertInTime(job)
        return job.plan(state, id, moment)
      }
      return await post(job.uid, plan, moment)
    } finally {
      end()
    }
  }

  async function close(): Promise<void> {
    while (sending.size > 0 || loading.size > 0) {
      await Promise.allSettled([...sending, ...loading])
      await sleep(0)
    }
  }

  return { run, close }
}

/** @throws nothing: a refusal of the ledger as the player is told of it, or a fault of the server */
export function refusalOf(code: Extract<Posted, { readonly status: 'refused' }>['code']): Error {
  if (code === 'insufficient_funds')
    return new Refusal('insufficient_funds', 'The balance is lower than the stake')
  return new Error(`The ledger refused a bet: ${LEDGER_REFUSALS[code]}`)
}

/** The round takes no bets any more, and gives none back. */
export const bettingClosed = (): Refusal => new Refusal('betting_closed', 'The round takes no bets any more')

/** What is known of the player once the play was taken. */
export function stateAfter({ kind, state, at, bet, releases, receipt, autoPlay }: Play): PlayerState {
  const isPlaced = kind === 'bet' || kind === 'open'
  const without = <B extends { readonly id: string }>(bets: readonly B[]) =>
    bets.filter(({ id }) => id !== bet.id)
  const isShared = 'sharedRound' in bet
  return {
    ...state,
    revision: state.revision + 1n,
    nonce: state.nonce + (isPlaced && !isShared ? 1 : 0),
    receipts: receipt.sequence,
    receiptHash: receipt.hash,
    betAt: isPlaced ? { ...state.betAt, [bet.game]: at } : state.betAt,
    rounds: isShared || 'payout' in bet ? without(state.rounds) : [...without(state.rounds), bet],
    shared: isShared && !('payout' in bet) ? [...without(state.shared), bet] : without(state.shared),
    autoPlay: state.autoPlay && autoPlay ? runAfter(state.autoPlay, autoPlay, at) : state.autoPlay,
    rights: { ...state.rights, bonuses: afterReleases(state.rights.bonuses, releases) },
  }
}
