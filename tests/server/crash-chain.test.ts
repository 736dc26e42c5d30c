import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setTimeout as sleep } from 'node:timers/promises'
import { isCrashHashOf, previousCrashHash } from '#fair/crash.ts'
import { openSecrets, type Secrets } from '#server/identity/secrets.ts'
import { createCrashChains } from '#server/crash/crash-chain.ts'
import type { Database } from '#server/db/tables.ts'
import { openCrashHouse, testBeacon } from '../support/crash-house.ts'
import { pgliteBackend } from './suites/pglite-backend.ts'

const LENGTH = 2_048

describe('the chain of Crash', () => {
  const backend = pgliteBackend()
  let db: Database
  let secrets: Secrets
  beforeAll(async () => {
    await backend.start()
    db = await backend.fresh()
    secrets = await openSecrets(db, null)
  })
  afterAll(backend.stop)

  const open = () => createCrashChains({ db, secrets, clock: Date.now, length: LENGTH })
  const begin = (chain: number, game: number) =>
    db
      .insertInto('crash_round')
      .values({
        ...{ chain, game, epoch: '1', status: 'void', begun_at: new Date(), ended_at: new Date() },
        game_hash: '00'.repeat(32),
      })
      .execute()

  it('is published whole before the first game, and the same for all processes', async () => {
    const [one, other] = await Promise.all([open().state(), open().state()])
    expect(one).toEqual(other)
    expect(one).toMatchObject({ length: LENGTH, played: 0, successor: null })
    const chains = open()
    for (const game of [1, 2, 3, 1_023, 1_024, 1_025, 2_047, 2_048]) {
      let back = await chains.hashOf(one.id, game)
      for (let steps = 0; steps < game; steps += 1) back = previousCrashHash(back)
      expect(back).toBe(one.lastHash)
    }
    await expect(chains.hashOf(one.id, LENGTH + 1)).rejects.toThrow()
  })

  it('keeps its checkpoints encrypted, bound to their place', async () => {
    const rows = await db.selectFrom('crash_checkpoint').selectAll().orderBy('game').execute()
    expect(rows.map(({ game }) => game)).toEqual([1_024, 2_048])
    const secret = await open().hashOf(rows[0]?.chain ?? 0, 1_024)
    for (const { sealed } of rows) {
      expect(Buffer.from(sealed).includes(Buffer.from(secret, 'hex'))).toBe(false)
      expect(Buffer.from(sealed).includes(Buffer.from(secret))).toBe(false)
    }
    expect(() => secrets.decrypt('crash-checkpoint other 1024', rows[0]?.sealed ?? Buffer.alloc(0))).toThrow()
  })

  it('publishes its successor when half of it is played, and gives way to it at its end', async () => {
    const { id } = await open().state()
    await begin(id, LENGTH / 2 - 1)
    expect(await open().next()).toMatchObject({ game: LENGTH / 2 })
    expect((await open().state()).successor).toBeNull()
    await begin(id, LENGTH / 2)
    await open().next()
    const { successor } = await open().state()
    expect(successor?.length).toBe(LENGTH)
    await begin(id, LENGTH)
    const next = await open().next()
    expect(next).toMatchObject({ game: 1, chain: { lastHash: successor?.lastHash } })
  })

  it('plays its chains one after the other: each round names its own, and leads to what was published', async () => {
    const own = testBeacon()
    const short = await openCrashHouse(await backend.fresh(), {
      ...{ beacon: own, chainLength: 2, times: { bettingMs: 100, drainMs: 50 } },
    })
    try {
      const rounds = async () => (await short.crash.rounds({})).rounds.toReversed()
      while ((await rounds()).length < 3) {
        await short.crash.snapshot(null)
        await sleep(50)
      }
      const [first, second, third] = await rounds()
      const { lastHash, earlier } = await short.crash.chain()
      expect([first?.game, second?.game, third?.game]).toEqual([1, 2, 1])
      expect(second?.chain).toBe(first?.chain)
      expect(third?.chain).not.toBe(first?.chain)
      const published = [lastHash, ...earlier.map((chain) => chain.lastHash)]
      for (const { chain, game, gameHash } of await rounds()) {
        expect(published).toContain(chain)
        expect(isCrashHashOf(chain, game, gameHash ?? '')).toBe(true)
      }
    } finally {
      await short.close()
    }
  })
})
