import { uptime } from 'node:os'
import type { Clock } from './clock.ts'
import type { Logger } from './logger.ts'
import { repeat } from './repeat.ts'
import { StartupError } from './startup-error.ts'

/** Further apart, one of two clocks is wrong. */
const MOST_APART_MS = 60_000
const EVERY_MS = 10_000
/** A measurement so new serves the next job too. */
const FRESH_MS = 1_000
/** A question that has no answer by then gets none: its connection may be gone without a word. */
const ANSWER_MS = 10_000
/** How often the log is told of a wrong clock. */
const TELL_EVERY_MS = 60_000

/** The time, for work that ends something: it asks first whether the time can be believed. */
export interface CheckedClock extends Clock {
  /** Compares the clocks; false means that nothing may be ended now. Rejects when the database does not answer. */
  isRight(): Promise<boolean>
}

export interface ServerClock extends CheckedClock {
  /** What is wrong, in words for an operator; null while the clocks agree. */
  problem(): string | null
  stop(): Promise<void>
}

/** The clocks of this machine. */
export interface MachineClocks {
  /** Milliseconds since the epoch, as the machine has them. */
  readonly wall: () => number
  /** Milliseconds that are never set, and may stand still while the machine sleeps. */
  readonly steady: () => number
  /** Milliseconds since the machine's start, its sleep included. */
  readonly uptime: () => number
}

const MACHINE: MachineClocks = {
  wall: () => Date.now(),
  steady: () => performance.now(),
  uptime: () => uptime() * 1_000,
}

interface ClockOptions {
  /** What the database says the time is, in milliseconds since the epoch. */
  readonly askDatabase: () => Promise<number>
  readonly logger: Pick<Logger, 'error' | 'info'>
  readonly machine?: MachineClocks
  readonly everyMs?: number
  readonly answerMs?: number
}

/** The database did not say what time it is. */
class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError'
}

/**
 * The one clock of a process: it follows the database's, which is the same for all processes, and goes on by
 * itself in between. While the machine's clock and the database's are more than a minute apart, or both have
 * jumped, nobody can say which is right: it goes on from the last time they agreed, and `isRight` says no.
 * @throws StartupError when the clocks are apart at the start
 */
export async function openServerClock({
  askDatabase,
  logger,
  machine = MACHINE,
  everyMs = EVERY_MS,
  answerMs = ANSWER_MS,
}: ClockOptions): Promise<ServerClock> {
  const ask = () => withinTime(askDatabase(), answerMs)
  const first = await measure(ask, machine)
  const apart = differenceOf(first)
  if (apart !== null) {
    throw new StartupError(
      `The clock of this machine is ${apart} the database's: set the wrong one (by NTP), then start again.`,
    )
  }
  /** The time when the clocks agreed last, and what it was read from. */
  let agreed = first
  /** Where the time is counted from. */
  let anchor = first
  let measuredAt = first.steady
  let problem: string | null = null
  let toldAt = -Infinity
  let measuring: Promise<void> | undefined

  const now = () => Math.floor(anchor.database + machine.steady() - anchor.steady)

  async function compare(): Promise<void> {
    const seen = await measure(ask, machine).catch((error: unknown) => {
      if (error instanceof NoAnswerError) problem = error.message
      throw error
    })
    measuredAt = seen.steady
    problem = problemOf(seen, agreed)
    if (problem === null) {
      agreed = seen
      // A measurement that took long is worth less than the steady clock.
      const off = seen.database - (anchor.database + seen.steady - anchor.steady)
      if (Math.abs(off) > seen.doubt) anchor = seen
      if (toldAt !== -Infinity) logger.info('the clocks agree again')
      toldAt = -Infinity
    } else if (seen.steady - toldAt >= TELL_EVERY_MS) {
      toldAt = seen.steady
      logger.error({ alarm: 'clock', problem }, 'nothing is ended by time until the clocks agree')
    }
  }

  const compareOnce = () => (measuring ??= compare().finally(() => (measuring = undefined)))
  const watch = repeat(
    async () => {
      // A database that does not answer is told of by whoever needs it.
      await compareOnce().catch(() => {})
      return everyMs
    },
    { firstMs: everyMs },
  )

  return Object.assign(now, {
    async isRight() {
      if (machine.steady() - measuredAt > FRESH_MS) await compareOnce()
      return problem === null
    },
    problem: () => problem,
    stop: watch.stop,
  })
}

/** @throws NoAnswerError */
async function withinTime<T>(answer: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new NoAnswerError(`the database did not tell its time within ${ms / 1_000} s`)),
      ms,
    )
  })
  return Promise.race([answer, tooLate]).finally(() => clearTimeout(timer))
}

/** All clocks at one moment. */
interface Measurement {
  readonly database: number
  readonly wall: number
  readonly steady: number
  readonly uptime: number
  /** How far the database's time may be off, in milliseconds: half of what asking took. */
  readonly doubt: number
}

async function measure(askDatabase: () => Promise<number>, machine: MachineClocks): Promise<Measurement> {
  const askedAt = machine.steady()
  const database = await askDatabase()
  const steady = machine.steady()
  const doubt = (steady - askedAt) / 2
  return {
    database: database + doubt,
    wall: machine.wall(),
    steady,
    uptime: machine.uptime(),
    doubt,
  }
}

/** How far the machine's clock is from the database's, in words; null when that is little. */
function differenceOf({ wall, database, doubt }: Measurement): string | null {
  const ms = wall - database
  if (Math.abs(ms) - doubt <= MOST_APART_MS) return null
  return `${Math.round(Math.abs(ms) / 1_000)} s ${ms > 0 ? 'ahead of' : 'behind'}`
}

function problemOf(seen: Measurement, agreed: Measurement): string | null {
  const apart = differenceOf(seen)
  if (apart !== null) return `the machine's clock is ${apart} the database's`
  // Where both are one clock they always agree: what is left to compare it with is how long the machine runs.
  const jump = seen.database - agreed.database - (seen.uptime - agreed.uptime)
  if (Math.abs(jump) - seen.doubt <= MOST_APART_MS) return null
  const seconds = Math.round(Math.abs(jump) / 1_000)
  return `the clock has jumped ${jump > 0 ? 'forward' : 'back'} by ${seconds} s; if it is right now, restart`
}
