import * as v from 'valibot'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createLogger } from '#server/base/logger.ts'
import type { Database } from '#server/db/tables.ts'
import { endJob, holdJob, takeJob } from '#server/jobs/job-lease.ts'
import { shareJob } from '#server/jobs/share-job.ts'
import type { TestBackend } from './test-backend.ts'

const TIMES = { leaseMs: 60_000, longestMs: 60_000 }

export function jobsSuite(backend: TestBackend): void {
  describe('jobs', () => {
    let views: Database[]
    const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
    const later = (column: 'due_at' | 'held_until', ms: number) =>
      views[0]
        ?.updateTable('job')
        .set({ [column]: new Date(Date.now() + ms) })
        .execute()

    beforeEach(async () => {
      const db = await backend.fresh()
      views = [db, await backend.openAnother(), await backend.openAnother(), await backend.openAnother()]
    })
    const [first, second] = [() => views[0] as Database, () => views[1] as Database]

    it('are taken by one of several processes that ask at once', async () => {
      const asked = await Promise.all([...views, ...views].map((db) => takeJob(db, 'sweep', TIMES)))
      expect(asked.filter(({ epoch }) => epoch !== null)).toHaveLength(1)
      const others = asked.filter(({ epoch }) => epoch === null)
      for (const { waitMs } of others) expect(waitMs).toBeGreaterThan(50_000)
    })

    it('are due again for everybody after the pause, with their last outcome', async () => {
      const { epoch } = await takeJob(first(), 'sweep', TIMES)
      expect(await endJob(first(), 'sweep', String(epoch), { pauseMs: 40_000, result: { swept: 3 } })).toBe(
        true,
      )
      const early = await takeJob(second(), 'sweep', TIMES)
      expect(early).toMatchObject({ epoch: null, result: { swept: 3 } })
      expect(early.waitMs).toBeGreaterThan(30_000)
      await later('due_at', -1)
      expect(await takeJob(second(), 'sweep', TIMES)).toMatchObject({ epoch: '2', result: { swept: 3 } })
    })

    it('are taken over from a dead process, which cannot overwrite the outcome', async () => {
      const { epoch } = await takeJob(first(), 'sweep', TIMES)
      await later('held_until', -1)
      const taken = await takeJob(second(), 'sweep', TIMES)
      expect(taken.epoch).toBe('2')
      expect(await holdJob(first(), 'sweep', String(epoch), 60_000)).toBe(false)
      expect(await endJob(first(), 'sweep', String(epoch), { pauseMs: 1, result: 'late' })).toBe(false)
      expect(await endJob(second(), 'sweep', String(taken.epoch), { pauseMs: 1, result: 'ours' })).toBe(true)
      await pause(10)
      expect((await takeJob(first(), 'sweep', TIMES)).result).toBe('ours')
    })

    it('do not wait for times that a clock set an hour ahead has written', async () => {
      await takeJob(first(), 'sweep', TIMES)
      await later('held_until', 3_600_000)
      const { epoch } = await takeJob(second(), 'sweep', TIMES)
      expect(epoch).toBe('2')
      await endJob(second(), 'sweep', String(epoch), { pauseMs: 1_000 })
      await later('due_at', 3_600_000)
      expect((await takeJob(first(), 'sweep', TIMES)).epoch).toBe('3')
    })

    it('run in one process per interval, tell all processes, and move to another when that one stops', async () => {
      const done: number[] = []
      const heard = views.map(() => 0)
      const failing = { is: false }
      const lines: string[] = []
      const logger = createLogger('warn', { write: (line: string) => void lines.push(line) })
      const stops = views.map((db, process) =>
        shareJob({
          db,
          logger,
          name: 'count',
          everyMs: 100,
          leaseMs: 300,
          schema: v.number(),
          async work(before) {
            if (failing.is) throw new Error('no')
            done.push(process)
            return { result: (before ?? 0) + 1 }
          },
          onResult: (result) => void (heard[process] = result),
          failure: 'not counted',
        }),
      )
      const begunAt = performance.now()
      await vi.waitFor(() => expect(Math.min(...heard)).toBeGreaterThan(4), 20_000)
      // Four processes with their own intervals would have run four times as often.
      expect(done.length).toBeLessThanOrEqual((performance.now() - begunAt) / 100 + 2)
      // Each run knew the last outcome: nothing was counted twice.
      expect(Math.max(...heard)).toBe(done.length)

      const gone = done.at(-1) ?? 0
      await stops[gone]?.()
      const before = done.length
      await vi.waitFor(() => expect(done.length).toBeGreaterThan(before + 2), 20_000)
      expect(done.slice(before)).not.toContain(gone)

      failing.is = true
      await vi.waitFor(() => expect(lines.join('')).toContain('not counted'), 20_000)
      failing.is = false
      const failed = done.length
      await vi.waitFor(() => expect(done.length).toBeGreaterThan(failed + 1), 20_000)
      await Promise.all(stops.map((stop) => stop()))
    })

    it('keep their lease while the work takes longer than it', async () => {
      let running = 0
      let most = 0
      let times = 0
      const stops = views.map((db) =>
        shareJob({
          db,
          logger: createLogger('silent'),
          name: 'long',
          everyMs: 20,
          leaseMs: 1000,
          schema: v.null(),
          async work() {
            most = Math.max(most, ++running)
            await pause(2500)
            running -= 1
            times += 1
            return { result: null }
          },
          failure: 'too long',
        }),
      )
      await vi.waitFor(() => expect(times).toBeGreaterThan(1), 20_000)
      await Promise.all(stops.map((stop) => stop()))
      expect(most).toBe(1)
    })
  })
}
