import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { createFairTurns, type FairTurns } from '#server/base/fair-turns.ts'
import { BETS, PLAY_BATCH, STALE_PLAYS } from '#server/base/metrics.ts'
import { Refusal } from '#server/base/refusal.ts'
import { inSpan } from '#server/base/trace.ts'
import { valueFor } from '#server/config/profile.ts'
import { callScope, keepCall, outsideCalls, type CallScope } from '#server/db/call-scope.ts'
import { isDatabaseTrouble } from '#server/db/database-trouble.ts'
import { repeatConflicts } from '#server/ledger/post-transaction.ts'
import { KnownPlayers, stateAfter } from './known-players.ts'
import { planPlay } from './plan-play.ts'
import { readPlayerState } from './player-state.ts'
import { assertInTime, isLate, type PlayRequest, type QueuedRequest } from './play-requests.ts'
import { readMoment, type Moment, type PlayServices } from './play-terms.ts'
import { postHolding, postLimited, type PostAlone } from './post-alone.ts'
import { MAX_PLAYS, postPlays, type Play, type PlayResult, type Posted } from './post-plays.ts'

/** Statements under way at once, so that a play that comes alone does not wait for those just posted … */
const LANES = 2
/** … unless more than these are waiting: they are quicker together. */
const FEW = 8
/** Another transaction stands in the way of one of them: lock timeout, time limit, serialisation failure, deadlock. */
const IN_THE_WAY = new Set(['55P03', '57014', '40001', '40P01'])
/** Each takes a connection. */
const OWN_AT_ONCE = 8
/** Another process may have been first this often. */
const TRIES = 12
const IDS_AT_ONCE = 64

interface Job extends QueuedRequest {
  readonly isBet: boolean
  readonly scope: CallScope | undefined
  readonly resolve: (result: PlayResult) => void
  readonly reject: (error: unknown) => void
  tries: number
  isFresh: boolean
}

interface Planned {
  readonly job: Job
  readonly play: Play
}

/**
 * Plays of one process: planned from what it remembers of each player, and posted together, one of each player at a
 * time. While there is much to do, the next ones leave when those before are back.
 */
export interface PlayQueue extends PlayServices {
  readonly known: KnownPlayers
  /** Ids of bets, unique in all processes. Receipts name them, so they are known before the bet is written. */
  readonly ids: string[]
  waiting: Job[]
  readonly sending: Set<Promise<void>>
  readonly sent: Set<number>
  /** Reads of players, and plays that are posted alone. */
  readonly apart: Set<Promise<void>>
  readonly ownTurns: FairTurns
}

export function createPlayQueue(services: PlayServices): PlayQueue {
  return {
    ...services,
    known: new KnownPlayers(),
    ids: [],
    waiting: [],
    sending: new Set(),
    sent: new Set(),
    apart: new Set(),
    ownTurns: createFairTurns({
      atOnce: OWN_AT_ONCE,
      perKey: () => 1,
      waiting: 2_000,
      waitMs: services.patienceMs,
    }),
  }
}

/** Plans a play and posts it. @throws Refusal: nothing has moved then */
export function runPlay(queue: PlayQueue, uid: number, request: PlayRequest): Promise<PlayResult> {
  return new Promise((resolve, reject) => {
    const job: Job = {
      uid,
      request,
      isBet: request.type === 'bet' || request.type === 'shared-bet',
      scope: callScope(),
      resolve,
      reject,
      tries: 0,
      isFresh: false,
      since: performance.now(),
    }
    // Work for several calls at once belongs to none of them: a call that is given up must not stop the others.
    outsideCalls(() => enqueue(queue, job))
  })
}

export async function closeQueue({ sending, apart }: PlayQueue): Promise<void> {
  while (sending.size > 0 || apart.size > 0) {
    await Promise.allSettled([...sending, ...apart])
    await sleep(0)
  }
}

function enqueue(queue: PlayQueue, job: Job): void {
  const { db, secrets, clock, known } = queue
  if (job.isBet ? known.forBet(job.uid, clock()) : known.get(job.uid)) {
    queue.waiting.push(job)
    wake(queue)
    return
  }
  const read = readPlayerState({ db, secrets }, job.uid, clock()).then((state) => {
    known.remember(state)
    job.isFresh = true
    queue.waiting.push(job)
    wake(queue)
  }, job.reject)
  doApart(queue, read)
}

function doApart({ apart }: PlayQueue, work: Promise<void>): void {
  const tracked = work.finally(() => apart.delete(tracked))
  apart.add(tracked)
}

function wake(queue: PlayQueue): void {
  const { sending } = queue
  if (sending.size >= (queue.waiting.length > FEW ? 1 : LANES)) return
  const lane = Promise.resolve()
    .then(() => sendAll(queue))
    .finally(() => {
      sending.delete(lane)
      if (sending.size === 0 && queue.waiting.length > 0) wake(queue)
    })
  sending.add(lane)
}

async function sendAll(queue: PlayQueue): Promise<void> {
  for (let jobs = nextJobs(queue); jobs.length > 0; jobs = nextJobs(queue)) {
    try {
      await send(queue, jobs)
    } finally {
      for (const { uid } of jobs) queue.sent.delete(uid)
    }
  }
}

function nextJobs(queue: PlayQueue): Job[] {
  const { sent } = queue
  const taken: Job[] = []
  const left: Job[] = []
  for (const job of queue.waiting) {
    if (taken.length < MAX_PLAYS && !sent.has(job.uid)) {
      taken.push(job)
      sent.add(job.uid)
    } else {
      left.push(job)
    }
  }
  queue.waiting = left
  return taken
}

export async function takeIds({ db, ids }: Pick<PlayQueue, 'db' | 'ids'>, count: number): Promise<string[]> {
  while (ids.length < count) {
    const { rows } = await sql<{ id: string }>`
      select nextval('bet_id') as id from generate_series(1, ${sql.lit(IDS_AT_ONCE)})`.execute(db)
    ids.push(...rows.map(({ id }) => String(id)))
  }
  return ids.splice(0, count)
}

async function send(queue: PlayQueue, jobs: readonly Job[]): Promise<void> {
  let ids: string[]
  let moment: Moment
  try {
    ids = await takeIds(queue, jobs.length)
    moment = await readMoment(queue)
  } catch (error) {
    jobs.forEach(({ reject }) => reject(error))
    return
  }
  const planned: Planned[] = []
  for (const [index, job] of jobs.entries()) {
    const state = queue.known.get(job.uid)
    const id = ids[index]
    if (!state || id === undefined) {
      enqueue(queue, job)
      continue
    }
    try {
      keepCall(job.scope)
      assertInTime(job, queue.patienceMs)
      const { refusal, hasLimits, otherAccounts } = state.rights
      if (job.isBet && refusal) throw refusal
      if (job.isBet && (hasLimits || (otherAccounts.length > 0 && isTimed(queue, job.request)))) {
        postApart(queue, job, id, postLimited)
        continue
      }
      const play = planPlay(queue, moment, { state, request: job.request, id })
      if (!('known' in play)) planned.push({ job, play })
      else if (!readAgain(queue, job)) job.resolve(play)
    } catch (error) {
      // A state that cannot be planned from is read anew for the next job.
      queue.known.forget(job.uid)
      if (!(error instanceof Refusal) || isLate(job, queue.patienceMs) || !readAgain(queue, job))
        job.reject(error)
    }
  }
  if (planned.length > 0) await post(queue, planned)
}

const isTimed = ({ rules }: PlayQueue, request: PlayRequest): boolean =>
  (request.type === 'bet' || request.type === 'shared-bet') && valueFor(rules.cycleMs, request.asked.game) > 0

/** Nothing is refused for what was remembered: another process may know better. False if it was read for this job. */
function readAgain(queue: PlayQueue, job: Job): boolean {
  if (job.isFresh) return false
  queue.known.forget(job.uid)
  enqueue(queue, job)
  return true
}

async function post(queue: PlayQueue, planned: readonly Planned[]): Promise<void> {
  let answers: Posted[]
  PLAY_BATCH.observe(planned.length)
  try {
    const plays = planned.map(({ play }) => play)
    answers = await inSpan('post plays', { 'koi.plays': plays.length }, () =>
      repeatConflicts(() => postPlays(queue.db, plays)),
    )
  } catch (error) {
    planned.forEach(({ job }) => queue.known.forget(job.uid))
    // A play that the database refuses, or that waits for another transaction, must not take the others with it.
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (planned.length > 1 && (IN_THE_WAY.has(code) || !isDatabaseTrouble(error))) {
      queue.logger.error({ err: error }, 'bets are posted one by one')
      for (const each of planned) doApart(queue, post(queue, [each]))
      return
    }
    planned.forEach(({ job }) => job.reject(error))
    return
  }
  for (const [index, each] of planned.entries()) {
    const answer = answers[index]
    if (answer) settle(queue, each, answer)
  }
}

function settle(queue: PlayQueue, { job, play }: Planned, posted: Posted): void {
  if ('isStale' in posted) {
    queue.known.forget(job.uid)
    // Bets elsewhere, one after the other, must not keep a step, a cash-out or the end of a round from being written.
    if (job.isBet) planAgain(queue, job)
    else postApart(queue, job, play.bet.id, postHolding)
  } else if ('refusal' in posted) {
    job.reject(posted.refusal)
  } else {
    if ('play' in posted) {
      queue.known.remember(stateAfter(play))
      noteTaken(queue, play)
    }
    job.resolve(posted)
  }
}

export function noteTaken({ onTaken }: Pick<PlayQueue, 'onTaken'>, play: Play): void {
  if (play.kind === 'bet' || play.kind === 'open') BETS.inc({ game: play.bet.game })
  onTaken?.(play)
}

function planAgain(queue: PlayQueue, job: Job): void {
  STALE_PLAYS.inc()
  job.tries += 1
  if (job.tries < TRIES) enqueue(queue, job)
  else job.reject(new Refusal('unavailable', 'Too much is done for this account at once', { retryAfterS: 1 }))
}

function postApart(queue: PlayQueue, job: Job, id: string, postAlone: PostAlone): void {
  const work = inOwnTurn(queue, job, id, postAlone)
    .then((posted) => {
      queue.known.forget(job.uid)
      if ('isStale' in posted) return planAgain(queue, job)
      if ('play' in posted) noteTaken(queue, posted.play)
      job.resolve(posted)
    })
    .catch((error: unknown) => {
      queue.known.forget(job.uid)
      job.reject(error)
    })
  doApart(queue, work)
}

async function inOwnTurn(queue: PlayQueue, job: Job, id: string, postAlone: PostAlone) {
  const end = await queue.ownTurns.take(String(job.uid))
  try {
    return await postAlone(queue, job, id, await readMoment(queue))
  } finally {
    end()
  }
}
