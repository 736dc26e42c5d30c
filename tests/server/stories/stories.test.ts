// One player walks at random through all that Koi lets them do with money: bets of all games in any order, shared
// rounds, seeds, deposits, bonuses, limits, withdrawals, devices, restarts and days. Suites test each of these alone;
// here their interactions are tested. The invariants are checked after every few steps (always.ts).
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresBackend } from '../suites/postgres-backend.ts'
import { IS_CORE, repeats } from '../../core.ts'
import { TEST_SEED } from '../../support/test-seed.ts'
import { checkAlways } from './always.ts'
import { anyStep, type Kind, type Step } from './steps.ts'
import { drawServerSeedsFrom } from './story-seeds.ts'
import { isPossible, openStory, type Known, type Story } from './story.ts'
import { BET_CRASH_BET_ROTATE, EVERYTHING } from './walks.ts'

const SECONDS = 1_000
/** No walk begins after this time. */
const WALK_FOR_MS = repeats(30, 240) * SECONDS
/** Time limit to shorten a failed walk. */
const SHORTEN_FOR_MS = 240 * SECONDS
/** Number of steps that are drawn; impossible ones are skipped, and the walk ends when time is up. */
const LONGEST_WALK = repeats(400, 1_000)
const STEPS_BETWEEN_CHECKS = 8
/** `KOI_STORY_PATH='<path> <replayPath>'` with the seed repeats one walk, as a failure prints it. */
const [PATH, REPLAY_PATH] = (process.env['KOI_STORY_PATH'] ?? '').split(' ')

interface Walking {
  readonly story: Story
  steps: number
}

describe('a story of one player', () => {
  const backend = postgresBackend()
  let endSeeds = () => {}
  const counts = { walks: 0, checks: 0, checkMs: 0, steps: new Map<Kind, number>() }
  beforeAll(backend.start, 120_000)
  afterAll(async () => {
    endSeeds()
    await backend.stop()
  })

  /** Each walk has its own database, so that one walk cannot spoil the next. */
  async function open(seeds: number): Promise<Story> {
    endSeeds()
    endSeeds = drawServerSeedsFrom(seeds)
    const before = backend.url() && new URL(backend.url()).pathname.slice(1)
    const db = await backend.fresh()
    if (before) await sql`drop database if exists ${sql.id(before)} with (force)`.execute(db)
    return openStory(backend.direct())
  }

  async function check(story: Story): Promise<void> {
    const startedAt = performance.now()
    await checkAlways(story)
    counts.checks += 1
    counts.checkMs += performance.now() - startedAt
  }

  /** Takes exactly these steps, and checks the invariants at the end. @returns the steps that did nothing */
  async function walk(steps: readonly Step[]): Promise<Step[]> {
    const story = await open(1)
    try {
      const idle: Step[] = []
      for (const step of steps) {
        if (!isPossible(step, story.known) || !(await story.take(step))) idle.push(step)
      }
      await check(story)
      return idle
    } finally {
      await story.close()
    }
  }

  it('takes every kind of step', { timeout: 120 * SECONDS }, async () => {
    expect(await walk(EVERYTHING)).toEqual([])
  })

  it('bets, plays Crash, bets and changes seeds', { timeout: 60 * SECONDS }, async () => {
    expect(await walk(BET_CRASH_BET_ROTATE)).toEqual([])
  })

  // The same seed would fail again, so there is no retry.
  it('takes random steps', { timeout: WALK_FOR_MS + SHORTEN_FOR_MS + 120 * SECONDS, retry: 0 }, async () => {
    Object.assign(counts, { checks: 0, checkMs: 0 })
    const startedAt = performance.now()
    let failedAt: number | undefined
    const isOver = () =>
      failedAt === undefined
        ? performance.now() > startedAt + WALK_FOR_MS
        : performance.now() > failedAt + SHORTEN_FOR_MS

    class TakenStep implements fc.AsyncCommand<Known, Walking> {
      readonly step: Step
      constructor(step: Step) {
        this.step = step
      }
      check(known: Readonly<Known>): boolean {
        return !isOver() && isPossible(this.step, known)
      }
      async run(_: Known, walking: Walking): Promise<void> {
        const { do: kind } = this.step
        const isDone = await walking.story.take(this.step)
        if (isDone) counts.steps.set(kind, (counts.steps.get(kind) ?? 0) + 1)
        walking.steps += 1
        if (walking.steps % STEPS_BETWEEN_CHECKS === 0) await check(walking.story)
      }
      toString(): string {
        return `\n  ${JSON.stringify(this.step)}`
      }
    }

    const steps = fc.commands([anyStep.map((step) => new TakenStep(step))], {
      maxCommands: LONGEST_WALK,
      size: 'max',
      ...(REPLAY_PATH !== undefined && { replayPath: REPLAY_PATH }),
    })
    const property = fc.asyncProperty(fc.noShrink(fc.nat()), steps, async (seeds, commands) => {
      if (isOver()) return
      counts.walks += 1
      const story = await open(seeds)
      try {
        await fc.asyncModelRun(() => ({ model: story.known, real: { story, steps: 0 } }), commands)
        await check(story)
      } catch (error) {
        failedAt ??= performance.now()
        throw error
      } finally {
        await story.close()
      }
    })
    const run = await fc.check(property, {
      seed: TEST_SEED,
      numRuns: 10_000,
      ...(PATH && { path: PATH, endOnFailure: true }),
    })
    if (run.failed) throw failureOf(run)
    const done = [...counts.steps.values()].reduce((sum, count) => sum + count, 0)
    const seconds = Math.round((performance.now() - startedAt) / SECONDS)
    const kinds = [...counts.steps].map(([kind, count]) => `${kind} ${count}`).join(', ')
    const { walks, checks, checkMs } = counts
    const checkSeconds = Math.round(checkMs / SECONDS)
    console.log(
      `stories: ${walks} walks, ${done} steps (${kinds}) in ${seconds} s, ${checks} checks in ${checkSeconds} s of it`,
    )
    expect(done).toBeGreaterThan(0)
  })
})

/** Prints the command that repeats the walk, and the walk in the form of walks.ts. */
function failureOf({
  counterexample,
  counterexamplePath,
  errorInstance,
}: {
  readonly counterexample: readonly [seeds: number, commands: unknown] | null
  readonly counterexamplePath: string | null
  readonly errorInstance: unknown
}): Error {
  const [seeds, commands] = counterexample ?? []
  const [walk = '', replayPath = ''] = String(commands).split(/ ?\/\*replayPath="|"\*\//)
  const said = errorInstance instanceof Error ? errorInstance.message : String(errorInstance)
  const variables = [
    `KOI_TEST_SEED=${TEST_SEED}`,
    ...(IS_CORE ? ['KOI_TEST_CORE=1'] : []),
    `KOI_STORY_PATH='${counterexamplePath} ${replayPath}'`,
  ]
  return new Error(
    `${said}\n\nThe shortest walk that was found to fail, with server seeds from ${seeds}: [${walk}\n]\n\nThe same once more: ${variables.join(' ')} npx vitest run tests/server/stories`,
    { cause: errorInstance },
  )
}
