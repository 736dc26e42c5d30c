import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { changeProfile } from '#contract/account.ts'
import { listMessages } from '#contract/messages.ts'
import { getOwnRace, getRace, joinRace } from '#contract/race.ts'
import { takeTimeOut } from '#contract/responsible-play.ts'
import { RACE_SHARES_BPS, WEEK_MS, weekOf } from '#rules/rewards/race.ts'
import { operate } from '#server/admin/admin.command.ts'
import { toDecimal } from '#server/coins/units.ts'
import type { Database } from '#server/db/tables.ts'
import { deleteOldSums } from '#server/public-play/public-play.queries.ts'
import { emailWay, keepWay } from '#server/responsible-play/player-ways.ts'
import { closeRaces } from '#server/rewards/close-race.ts'
import { faultsOf, giveMoney } from '../../support/books.ts'
import { configFile } from '../../support/config-file.ts'
import { CrashError, crashAfter } from '../../support/crashing-database.ts'
import { watchStatements } from '../../support/watched-database.ts'
import { createPlayers, type Player, type Players } from '../../support/players.ts'
import { beginPair } from '../../support/seed-pair.ts'
import type { TestBackend } from './test-backend.ts'

const COIN = 'usdt-tron'
const ONE = 1_000_000n
const DAY_MS = 24 * 60 * 60_000
const GRACE_MS = 5 * 60_000
const MANY = 100_000

export function raceSuite(backend: TestBackend): void {
  describe('the weekly race', () => {
    let db: Database
    let players: Players

    beforeEach(async () => {
      db = await backend.fresh()
      const play = { minStakeUsd: '0.000001', maxStakeUsd: '10000000', maxPayoutUsd: '100000000' }
      players = await createPlayers(db, {
        KOI_CONFIG: configFile({ play, rewards: { raceDayCapUsd: '10' } }),
      })
      // A Tuesday noon, so that two days of the week are left and right of it.
      await players.wait(weekOf(players.time.now) + WEEK_MS + 36 * 60 * 60_000 - players.time.now)
    })

    const newRacer = async (isJoined = true) => {
      const player = await players.newPlayer()
      await beginPair(player)
      await giveMoney(db, { player: player.uid, coin: COIN, amount: 100_000n * ONE }, players.time.now)
      if (isJoined) await join(player)
      return player
    }
    const join = async (player: Player, isJoined = true) =>
      (await player.call(joinRace, { body: { isJoined } })).data
    /** A bet with an edge of 1% of so many dollars. */
    const play = (of: Player, dollars: bigint) =>
      players.play.bet(of.uid, {
        idempotencyKey: randomUUID(),
        game: 'limbo',
        coin: COIN,
        stake: toDecimal(dollars * ONE, 6),
        params: { target: 200 },
      })
    const race = async () => (await players.call(getRace)).data
    const own = async (player: Player) => (await player.call(getOwnRace)).data
    const terms = () => players.services.config.rewards
    const untilClosed = async () => {
      const closesAt = weekOf(players.time.now) + WEEK_MS + GRACE_MS
      await players.wait(closesAt - players.time.now)
    }
    const prizes = () =>
      db
        .selectFrom('reward')
        .select(['account_id', 'amount', 'key'])
        .where('kind', '=', 'race-prize')
        .execute()

    it('counts the edge of bets from the day of joining, up to the cap of each day', async () => {
      const [first, second] = [await newRacer(), await newRacer()]
      const stranger = await newRacer(false)
      await play(first, 100n)
      await play(second, 3_000n)
      await play(stranger, 500n)
      await players.wait(DAY_MS)
      // Days before joining do not count.
      await join(stranger)
      await play(stranger, 200n)
      await play(second, 300n)
      await players.wait(30_000)
      expect(await own(first)).toEqual({ isJoined: true, rank: 3, points: '1', prize: '0.08' })
      expect(await own(second)).toMatchObject({ rank: 1, points: '13' })
      expect(await own(stranger)).toMatchObject({ rank: 2, points: '2' })
      const { entries, pool, leaders, endsAt } = await race()
      expect({ entries, pool }).toEqual({ entries: 3, pool: '0.8' })
      expect(leaders.map(({ rank, points, prize }) => [rank, points, prize])).toEqual([
        [1, '13', '0.2'],
        [2, '2', '0.12'],
        [3, '1', '0.08'],
      ])
      expect(new Date(endsAt).getUTCDay()).toBe(1)
      await join(second, false)
      await players.wait(30_000)
      expect(await own(second)).toEqual({ isJoined: false, rank: null, points: '0', prize: '0' })
      expect((await race()).entries).toBe(2)
    })

    it('ranks who has joined earlier before another one with as many points', async () => {
      const first = await newRacer()
      await players.wait(1_000)
      const second = await newRacer()
      await play(second, 2_000n)
      await play(first, 2_000n)
      await players.wait(30_000)
      expect([(await own(first)).rank, (await own(second)).rank]).toEqual([1, 2])
    })

    it('lists neither hidden players nor those on a break, who keep their places', async () => {
      const [hidden, resting, third] = [await newRacer(), await newRacer(), await newRacer()]
      await play(hidden, 300n)
      await play(resting, 200n)
      await play(third, 100n)
      await hidden.call(changeProfile, { body: { shownAs: 'hidden' } })
      await resting.call(takeTimeOut, { body: { hours: 24 } })
      await players.wait(30_000)
      expect((await race()).leaders.map(({ rank }) => rank)).toEqual([3])
      expect((await own(hidden)).rank).toBe(1)
      expect((await resting.call(joinRace, { body: { isJoined: true } })).code).toBe('break_active')
    })

    it('does not list who is on a break with another account', async () => {
      const [racer, other] = [await newRacer(), await newRacer(false)]
      await play(racer, 100n)
      await other.call(takeTimeOut, { body: { hours: 24 } })
      await players.wait(30_000)
      expect((await race()).leaders).toHaveLength(1)
      for (const { uid } of [racer, other]) {
        await keepWay(db, uid, emailWay(players.services.secrets, racer.email))
      }
      await players.wait(1_000)
      expect((await race()).leaders).toEqual([])
    })

    it('answers about the new week as soon as it begins', async () => {
      const racer = await newRacer()
      await players.wait(weekOf(players.time.now) + WEEK_MS - 1_000 - players.time.now)
      expect((await own(racer)).isJoined).toBe(true)
      await players.wait(1_000)
      expect((await own(racer)).isJoined).toBe(false)
      expect((await join(racer)).isJoined).toBe(true)
    })

    it('is closed weeks later if no process was up', async () => {
      const racer = await newRacer()
      await play(racer, 900n)
      await players.wait(3 * WEEK_MS)
      expect(await closeRaces(db, terms(), players.time.now)).toBe(1)
      expect(await prizes()).toMatchObject([{ account_id: racer.uid }])
      expect(await faultsOf(db)).toEqual([])
    })

    it('raises no alarm when its days of play are deleted', async () => {
      const racer = await newRacer()
      await play(racer, 900n)
      await untilClosed()
      await closeRaces(db, terms(), players.time.now)
      await deleteOldSums(db, players.time.now + 40 * DAY_MS)
      expect(await faultsOf(db)).toEqual([])
    })

    it('pays each prize once, whoever closes it and wherever that stops', async () => {
      const [first, second] = [await newRacer(), await newRacer()]
      await play(first, 900n)
      await play(second, 100n)
      const week = new Date(weekOf(players.time.now)).toISOString().slice(0, 10)
      await players.wait(weekOf(players.time.now) + WEEK_MS + GRACE_MS - 1 - players.time.now)
      expect(await closeRaces(db, terms(), players.time.now)).toBe(0)
      await players.wait(1)
      for (let writes = 0; writes < 12; writes += 1) {
        await closeRaces(crashAfter(db, writes), terms(), players.time.now).catch((error: unknown) => {
          const errors: unknown[] = error instanceof AggregateError ? error.errors : [error]
          if (!errors.every((each) => each instanceof CrashError)) throw error
        })
      }
      await Promise.all(Array.from({ length: 8 }, () => closeRaces(db, terms(), players.time.now)))
      expect(await prizes()).toEqual([
        { account_id: first.uid, amount: '125000', key: week },
        { account_id: second.uid, amount: '75000', key: week },
      ])
      const [message] = (await second.call(listMessages, { query: {} })).data.messages
      expect(message?.content).toMatchObject({ kind: 'race-prize', week, rank: 2, amount: '0.075' })
      expect((await race()).last?.leaders.map(({ prize }) => prize)).toEqual(['0.125', '0.075'])
      expect(await faultsOf(db)).toEqual([])
    })

    it('pays the other prizes when one cannot be paid, and tries that one again', async () => {
      const [first, second] = [await newRacer(), await newRacer()]
      await play(first, 900n)
      await play(second, 100n)
      await untilClosed()
      let hasFailed = false
      const failsOnce = watchStatements(db, (statement) => {
        if (hasFailed || !JSON.stringify(statement).includes('race-prize')) return
        if (statement.kind !== 'InsertQueryNode') return
        hasFailed = true
        throw new Error('It cannot be written')
      })
      const paid = async () => (await prizes()).map(({ account_id: player }) => player)
      await expect(closeRaces(failsOnce, terms(), players.time.now)).rejects.toThrow(AggregateError)
      expect(await paid()).toEqual([second.uid])
      expect(await closeRaces(db, terms(), players.time.now)).toBe(1)
      expect(await paid()).toEqual([second.uid, first.uid])
    })

    it('is shown to operators with its points, its prizes and what was paid', async () => {
      const admin = (subject: string, verb: string, words: string[] = []) => {
        const { secrets } = players.services
        const call = { db, secrets, now: players.time.now, rewards: terms(), maxPriceAgeMs: null }
        return operate(call, { subject, verb, words, options: {}, by: undefined, why: undefined })
      }
      const [first, second] = [await newRacer(), await newRacer()]
      await play(first, 900n)
      await play(second, 100n)
      const week = new Date(weekOf(players.time.now)).toISOString().slice(0, 10)
      const figures = { week, entries: 2, points: '10', poolUsd: '0.5', coin: COIN, prizes: '0.2' }
      expect(await admin('race', 'list')).toEqual([
        { ...figures, state: 'running', paid: '0', paidPlayers: 0 },
      ])
      expect(await admin('race', 'show')).toMatchObject([
        { rank: 1, player: first.uid, points: '9', prize: '0.125', paidAt: null },
        { rank: 2, player: second.uid, points: '1', prize: '0.075', paidAt: null },
      ])
      await players.wait(weekOf(players.time.now) + WEEK_MS - players.time.now)
      expect((await admin('race', 'list'))[1]).toEqual({
        ...figures,
        state: 'ended',
        paid: '0',
        paidPlayers: 0,
      })
      await untilClosed()
      await closeRaces(db, terms(), players.time.now)
      const listed = await admin('race', 'list')
      expect(listed).toContainEqual({ ...figures, state: 'closed', paid: '0.2', paidPlayers: 2 })
      const at = expect.stringMatching(/T/)
      expect(await admin('race', 'show', [week])).toMatchObject([
        { rank: 1, paidAt: at },
        { rank: 2, paidAt: at },
      ])
      await expect(admin('race', 'show', ['2020-01-01'])).rejects.toThrow(/no race in the week of 2019-12-30/)
      expect(await admin('reward', 'list', [`${second.uid}`])).toEqual([
        { at, kind: 'race-prize', amount: '0.075', coin: COIN, earnedBy: { key: week, week, rank: 2 } },
      ])
    })

    it('is found by the check of the books when points or prizes are not what was played', async () => {
      const first = await newRacer(false)
      await play(first, 1n)
      await players.wait(WEEK_MS)
      await join(first)
      await play(first, 900n)
      await untilClosed()
      await closeRaces(db, terms(), players.time.now)
      await sql`alter table race disable trigger all`.execute(db)
      await sql`update race set winners = jsonb_set(winners, '{0,points}', '"90000000000"')`.execute(db)
      expect((await faultsOf(db)).map(({ kind }) => kind)).toEqual(['race_differs'])
      await sql`delete from race`.execute(db)
      expect((await faultsOf(db)).map(({ kind }) => kind)).toEqual(['race_differs'])
    })

    it(`closes with ${MANY} players in seconds`, { timeout: 120_000 }, async () => {
      const winner = await newRacer()
      await play(winner, 1_000n)
      const week = new Date(weekOf(players.time.now)).toISOString().slice(0, 10)
      const day = new Date(players.time.now).toISOString().slice(0, 10)
      await db.transaction().execute(async (trx) => {
        await sql`select set_config('koi.tallies_play', 'yes', true)`.execute(trx)
        await sql`insert into race_entry (bucket, account_id, week, joined_at)
          select id % 64, id, ${week}::date, ${new Date(players.time.now)}::timestamptz
          from generate_series(1000000, ${1_000_000 + MANY - 2}::integer) id`.execute(trx)
        await sql`insert into play_day (bucket, day, account_id, bets, edge, staked, paid)
          select id % 64, ${day}::date, id, 1, id % 1000, 100000, 0
          from generate_series(1000000, ${1_000_000 + MANY - 2}::integer) id`.execute(trx)
      })
      await untilClosed()
      const begun = performance.now()
      await closeRaces(db, terms(), players.time.now)
      const tookMs = performance.now() - begun
      expect(tookMs).toBeLessThan(10_000)
      expect((await prizes()).map(({ account_id: player }) => player)).toEqual([winner.uid])
      const { entries, winners } = await db
        .selectFrom('race')
        .select(['entries', 'winners'])
        .executeTakeFirstOrThrow()
      expect([entries, winners.length]).toEqual([MANY, RACE_SHARES_BPS.length])
    })
  })
}
