import { uptime } from 'node:os'
import type { Clock } from './clock.ts'
import type { Logger } from './logger.ts'
import { repeat } from './repeat.ts'
import { StartupError } from './startup-error.ts'

const MOST_APART_MS = 60_000
const EVERY_MS = 10_000
/** A measurement this recent is reused by the next job. */
const FRESH_MS = 1_000
/** Timeout of the database: its connection may be lost silently. */
const ANSWER_MS = 10_000
const TELL_EVERY_MS = 60_000

/** For work that ends something when its time is over: it must check first that the clock can be trusted. */
export interface CheckedClock extends Clock {
  /** Compares the clocks; false means that nothing may be ended now. Rejects when the database does not answer. */
  isRight(): Promise<boolean>
}

export interface ServerClock extends CheckedClock {
  /** Text for an operator; null while the clocks agree. */
  problem(): string | null
  stop(): Promise<void>
}

export interface MachineClocks {
  /** Milliseconds since the epoch. */
  readonly wall: () => number
  /** Monotonic milliseconds, which may stop while the machine sleeps. */
  readonly steady: () => number
  /** Milliseconds since the machine's start, including sleep. */
  readonly uptime: () => number
}

const MACHINE: MachineClocks = {
  wall: () => Date.now(),
  steady: () => performance.now(),
  uptime: () => uptime() * 1_000,
}

interface ClockOptions {
  readonly askDatabase: () => Promise<number>
  readonly logger: Pick<Logger, 'error' | 'info'>
  readonly machine?: MachineClocks
  readonly everyMs?: number
  readonly answerMs?: number
}

class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError'
}

/**
 * The clock of a process. It follows the database's, which all processes share, and runs on by itself between
 * measurements. While the clocks of machine and database differ by more than a minute, or both have jumped, nobody
 * can tell which is right: it continues from their last agreement, and `isRight` returns false.
 * @throws StartupError when the clocks differ at the start
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
  /** The last measurement at which the clocks agreed. */
  let agreed = first
  /** The time is counted from here. */
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
      // A measurement that took long is less exact than the steady clock.
      const off = seen.database - (anchor.database + seen.steady - anchor.steady)
      if (Math.abs(off) > seen.doubt) anchor = seen
      if (toldAt !== -Infinity) logger.info('the clocks agree again')
      toldAt = -Infinity
    } else if (seen.steady - toldAt >= TELL_EVERY_MS) {
      toldAt = seen.steady
      logger.error({ alarm: 'clock', problem }, 'nothing expires until the clocks agree')
    }
  }

  const compareOnce = () => (measuring ??= compare().finally(() => (measuring = undefined)))
  const watch = repeat(
    async () => {
      // Callers that need the database report its failure.
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

interface Measurement {
  readonly database: number
  readonly wall: number
  readonly steady: number
  readonly uptime: number
  /** Error bound of the database's time in milliseconds: half of the round trip. */
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

function differenceOf({ wall, database, doubt }: Measurement): string | null {
  const ms = wall - database
  if (Math.abs(ms) - doubt <= MOST_APART_MS) return null
  return `${Math.round(Math.abs(ms) / 1_000)} s ${ms > 0 ? 'ahead of' : 'behind'}`
}

function problemOf(seen: Measurement, agreed: Measurement): string | null {
  const apart = differenceOf(seen)
  if (apart !== null) return `the machine's clock is ${apart} the database's`
  // Both may be the same clock, and then always agree: only the uptime of the machine reveals a jump.
  const jump = seen.database - agreed.database - (seen.uptime - agreed.uptime)
  if (Math.abs(jump) - seen.doubt <= MOST_APART_MS) return null
  const seconds = Math.round(Math.abs(jump) / 1_000)
  return `the clock has jumped ${jump > 0 ? 'forward' : 'back'} by ${seconds} s; if it is right now, restart`
}
