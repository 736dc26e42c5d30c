import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setTimeout as sleep } from 'node:timers/promises'
import { crashResult, isCrashHashOf, previousCrashHash } from '#rules/crash/crash.ts'
import { beatLead, takeLead } from '#server/crash/crash-leader.ts'
import {
  adoptedRound,
  beginRound,
  lockRound,
  NotLeadingError,
  toCrashRound,
} from '#server/crash/crash-rounds.ts'
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
        chain,
        game,
        epoch: '1',
        status: 'void',
        begun_at: new Date(),
        ended_at: new Date(),
        game_hash: '00'.repeat(32),
      })
      .execute()

  it('is published in full before the first game, the same for all processes', async () => {
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

  it('encrypts its checkpoints, and binds each to its place', async () => {
    const rows = await db.selectFrom('crash_checkpoint').selectAll().orderBy('game').execute()
    expect(rows.map(({ game }) => game)).toEqual([1_024, 2_048])
    const secret = await open().hashOf(rows[0]?.chain ?? 0, 1_024)
    for (const { sealed } of rows) {
      expect(Buffer.from(sealed).includes(Buffer.from(secret, 'hex'))).toBe(false)
      expect(Buffer.from(sealed).includes(Buffer.from(secret))).toBe(false)
    }
    expect(() => secrets.decrypt('crash-checkpoint other 1024', rows[0]?.sealed ?? Buffer.alloc(0))).toThrow()
  })

  it('publishes its successor when half of it is played, and is replaced by it at its end', async () => {
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

  it('reaches the highest result that the formula allows', async () => {
    const { id } = await open().state()
    const at = new Date()
    const row = await db
      .insertInto('crash_round')
      .values({
        chain: id,
        game: LENGTH + 1,
        epoch: '1',
        status: 'settled',
        begun_at: at,
        ended_at: at,
        game_hash: '00'.repeat(32),
        salt: 's',
        beacon_round: '1',
        start_at: at,
        rest: 'lost',
        point: crashResult(0),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    expect(toCrashRound(row, 'a'.repeat(64)).point).toBe(4_252_017_623.04)
  })

  it('makes rounds that keep the last known players through every change of leader', async () => {
    const { id } = await open().state()
    const epoch = (await takeLead(db, randomUUID(), 0)) ?? ''
    const place = { chain: id, game: LENGTH + 2, at: Date.now() }
    const row = await beginRound(db, epoch, place)
    expect(row.unheard_at).toBeNull()
    await beatLead(db, epoch)
    const beatAt = (await db.selectFrom('crash_leader').select('beat_at').executeTakeFirstOrThrow()).beat_at
    const epochs = []
    for (let times = 0; times < 2; times += 1) {
      await sleep(30)
      const taken = (await takeLead(db, randomUUID(), 10)) ?? ''
      epochs.push(taken)
      // A retry after a lost answer finds it again.
      for (let asked = 0; asked < 2; asked += 1) {
        expect(await adoptedRound(db, taken)).toMatchObject({ id: row.id, epoch: taken, unheard_at: beatAt })
      }
    }
    expect(await adoptedRound(db, epochs[0] ?? '')).toBeUndefined()
    await expect(lockRound(db, row)).rejects.toThrow(NotLeadingError)
    const adopted = await adoptedRound(db, epochs[1] ?? '')
    if (!adopted) throw new Error('There is no round')
    // A refund says so when the round is locked.
    expect(await lockRound(db, adopted, { rest: 'refund' })).toMatchObject({
      status: 'locked',
      rest: 'refund',
    })
  })

  // Runs last: it replaces the chain, and may leave an open round.
  it('plays its chains one after the other, and each round names its chain and leads to the published hash', async () => {
    const own = testBeacon()
    const short = await openCrashHouse(await backend.fresh(), {
      beacon: own,
      chainLength: 2,
      times: { bettingMs: 100, drainMs: 50 },
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
