import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { PublicBet } from '#contract/feed.ts'
import type { GamePlay, Leader, PlayNow, TopWin } from '#contract/public-play.ts'
import { createLogger } from '#server/base/logger.ts'
import { createBetTeller } from '#server/public-play/bet-teller.ts'
import { deleteOldSums } from '#server/public-play/public-play.queries.ts'
import { giveMoney } from '../../support/books.ts'
import { eventsOf, requestFlow } from '../../support/server-events.ts'
import { watchStatements } from '../../support/watched-database.ts'
import { openAccountApp } from './account-app.ts'
import type { TestBackend } from './test-backend.ts'

const COIN = 'usdt-tron'
const DAY_MS = 24 * 60 * 60_000
/** How long the server caches lists. */
const KEPT_MS = 31_000
/** Wins nearly always, and nearly nothing. */
const SAFE = { game: 'dice', params: { side: 'over', target: 200 } }

export function publicPlaySuite(backend: TestBackend): void {
  describe('the lists of all play', () => {
    let app: Awaited<ReturnType<typeof openAccountApp>>
    let n = 0

    beforeAll(async () => {
      app = await openAccountApp(backend)
    })

    const newPlayer = async (nickname: string, isShown: boolean) => {
      const token = await app.register(`public-${++n}@example.test`, {}, `10.9.${n}.1`)
      await app.forgetLimits()
      await app.call('PUT', '/user/profile', {
        token,
        body: { nickname, shownAs: isShown ? 'nickname' : 'hidden' },
      })
      const uid = Number((await app.call('GET', '/user/me', { token })).data['uid'])
      await giveMoney(app.db, { player: uid, coin: COIN, amount: 1_000_000_000n }, app.time.now)
      const { nextServerSeedHash } = (await app.call('GET', '/seeds', { token })).data
      await app.call('POST', '/seeds', { token, body: { clientSeed: 'koi', nextServerSeedHash } })
      return { token, uid }
    }
    const bet = async (token: string, stake: string, asked: object = SAFE) => {
      const body = { idempotencyKey: randomUUID(), coin: COIN, stake, ...asked }
      const answer = await app.call('POST', '/bets', { token, body })
      expect([answer.status, answer.code]).toEqual([200, undefined])
      return answer.data['bet'] as PublicBet
    }
    const read = async <T>(path: string) => {
      app.time.now += KEPT_MS
      const answer = await app.call('GET', path)
      expect(answer.status).toBe(200)
      return answer.data as unknown as T
    }

    it('are empty while nobody has bet', async () => {
      for (const path of [
        '/recent-bets',
        '/popular-games',
        '/big-wins',
        '/top-wins/week',
        '/leaderboards/day',
      ]) {
        expect([path, await read(path)]).toEqual([path, []])
      }
      expect(await read('/play-now')).toEqual({ players: null, games: [] })
      expect(await read('/games/dice/play')).toEqual({
        weekBets: 0,
        betsPerMinute: null,
        roundsPerMinute: null,
        topWin: null,
      })
      expect((await app.call('GET', '/games/weather/play')).status).toBe(404)
      expect((await app.call('GET', '/leaderboards/year')).status).toBe(400)
    })

    it('show bets as they are settled, with visible names, and no other players', async () => {
      const [shown, hidden] = [await newPlayer('Kai', true), await newPlayer('Mira', false)]
      const stream = eventsOf(
        await requestFlow(app.app, 'http://localhost/api/live?topics=feed', {
          headers: { 'x-forwarded-for': '198.51.100.40' },
        }),
      )
      expect((await stream.next())?.name).toBe('open')
      expect((await stream.next())?.name).toBe('gap')
      const bets = [await bet(shown.token, '2'), await bet(hidden.token, '3')]
      const told: PublicBet[] = []
      while (told.length < 2) told.push(...((await stream.next())?.data as PublicBet[]))
      await stream.cancel()
      expect(told.map(({ id }) => id).sort()).toEqual(bets.map(({ id }) => id).sort())
      const nameOf = (list: readonly PublicBet[], id: string | undefined) =>
        list.find((each) => each.id === id)?.name
      expect([nameOf(told, bets[0]?.id), nameOf(told, bets[1]?.id)]).toEqual(['Kai', null])
      const numberOf = (list: readonly PublicBet[], id: string | undefined) =>
        list.find((each) => each.id === id)?.number
      const { number } = (await app.call('GET', '/user/public-number', { token: shown.token })).data
      expect([numberOf(told, bets[0]?.id), numberOf(told, bets[1]?.id)]).toEqual([number, null])
      // No field tells who it was.
      expect(Object.keys(told[0] ?? {}).sort()).toEqual(
        ['id', 'game', 'name', 'number', 'coin', 'stake', 'multiplier', 'payout', 'at'].sort(),
      )
      const recent = await read<PublicBet[]>('/recent-bets')
      expect(recent.map(({ id }) => id).sort()).toEqual(told.map(({ id }) => id).sort())
      expect(nameOf(recent, bets[0]?.id)).toBe('Kai')
      await app.call('PUT', '/user/profile', { token: shown.token, body: { shownAs: 'hidden' } })
      const hiddenNow = await read<PublicBet[]>('/recent-bets')
      expect([nameOf(hiddenNow, bets[0]?.id), numberOf(hiddenNow, bets[0]?.id)]).toEqual([null, null])
    })

    it('show a bet that comes during a broadcast', async () => {
      const { uid } = await newPlayer('Koi', true)
      const heard: string[] = []
      const stop = app.feed.follow(['feed'], {
        onEvent: ({ data }) => heard.push(...(data as PublicBet[]).map(({ id }) => id)),
        onGap: () => {},
      })
      const settled = (id: string) => ({
        id,
        player: uid,
        game: 'dice',
        coin: COIN,
        at: app.time.now,
        multiplier: 10_000,
        stake: 1n,
        payout: 1n,
        usd: 1n,
      })
      let isFirst = true
      const db = watchStatements(app.db, () => {
        if (isFirst) teller.note(uid, settled('second'))
        isFirst = false
      })
      const teller = createBetTeller({ db, feed: app.feed, logger: createLogger('silent'), everyMs: 1 })
      teller.note(uid, settled('first'))
      await expect.poll(() => heard).toEqual(['first', 'second'])
      await teller.stop()
      stop()
    })

    it('take one event for all games together', async () => {
      const told: unknown[] = []
      const feed = {
        publish: (topic: string, data: unknown) => void (topic === 'playing' && told.push(data)),
      }
      const teller = createBetTeller({ db: app.db, feed, logger: createLogger('silent'), everyMs: 1 })
      for (const [player, game] of ['dice', 'limbo', 'dice'].entries()) {
        const bet = {
          id: '1',
          player,
          game,
          coin: COIN,
          at: 0,
          stake: 1n,
          payout: 0n,
          multiplier: 0,
          usd: 1n,
        }
        teller.note(player, bet)
      }
      await expect.poll(() => told).toEqual([{ dice: [0, 2], limbo: [1] }])
      await teller.stop()
    })

    it('have no sum of a hidden player, whose growth would tell which bets are theirs', async () => {
      const { uid, token } = await newPlayer('Lou', false)
      await bet(token, '60')
      const rows = await app.db.selectFrom('play_day').select('bets').where('account_id', '=', uid).execute()
      expect(rows).toEqual([{ bets: '1' }])
      app.time.now += 31_000
      const leaders = await read<Leader[]>('/leaderboards/day')
      expect(leaders.filter(({ number }) => number === null)).toEqual([])
      // Players who show themselves again are in it at once.
      await app.call('PUT', '/user/profile', { token, body: { shownAs: 'made' } })
      app.time.now += 2_000
      expect((await read<Leader[]>('/leaderboards/day')).map(({ stakedUsd }) => Number(stakedUsd))).toContain(
        60,
      )
    })

    it('count by the edge and not by the stake, by day and by week', async () => {
      const [player, wide] = [await newPlayer('Rich', true), await newPlayer('Wide', true)]
      // A game of low edge with a large stake, and one of high edge with a smaller one.
      await bet(player.token, '40')
      await bet(wide.token, '30', { game: 'wheel', params: { risk: 'low', segments: 10 } })
      const rows = await app.db
        .selectFrom('bet')
        .select(['account_id', 'edge_usd', 'usd', 'multiplier'])
        .where('account_id', 'in', [player.uid, wide.uid])
        .execute()
      const edges = new Map(rows.map((row) => [row.account_id, BigInt(row.edge_usd)]))
      const leaders = await read<Leader[]>('/leaderboards/day')
      const edgeOf = (name: string) => Number(leaders.find((each) => each.name === name)?.edgeUsd)
      expect(edgeOf('Rich')).toBeCloseTo(Number(edges.get(player.uid)) / 1e8, 8)
      expect(edgeOf('Wide')).toBeCloseTo(Number(edges.get(wide.uid)) / 1e8, 8)
      const rich = leaders.find(({ name }) => name === 'Rich')
      const ofRich = rows.find((row) => row.account_id === player.uid)
      expect(Number(rich?.stakedUsd)).toBeCloseTo(Number(ofRich?.usd) / 1e8, 8)
      const paid = (BigInt(ofRich?.usd ?? 0) * BigInt(ofRich?.multiplier ?? 0)) / 10_000n
      expect(Number(rich?.paidUsd)).toBeCloseTo(Number(paid) / 1e8, 8)
      const sorted = leaders.map(({ edgeUsd }) => Number(edgeUsd))
      expect(sorted).toEqual(sorted.toSorted((a, b) => b - a))
    })

    it('agree with the bets, however they were posted, at a constant cost', async () => {
      app.time.now += KEPT_MS
      const players = [
        await newPlayer('Ayu', true),
        await newPlayer('Ben', true),
        await newPlayer('Cho', false),
      ]
      const games = [SAFE, { game: 'limbo', params: { target: 200 } }]
      const play = async (rounds: number) => {
        for (let round = 0; round < rounds; round++) {
          await Promise.all(players.map(({ token }) => bet(token, '1', games[round % 2])))
        }
      }
      await play(4)
      const counts = async () => {
        const { rows } = await sql<{ days: string; hours: string; wins: string }>`
          select (select count(*) from play_day) as days, (select count(*) from game_hour) as hours,
            (select count(*) from top_win) as wins`.execute(app.db)
        return rows[0]
      }
      const few = await counts()
      await play(24)
      const many = await counts()
      // One row for a player and day, and one for a game, hour and bucket: as many as before.
      expect([many?.days, many?.hours]).toEqual([few?.days, few?.hours])
      // Ten for a bucket, day and game.
      const { rows: most } = await sql<{ most: number }>`
        select max(n)::integer as most from (
          select count(*) as n from top_win group by bucket, day, game) each`.execute(app.db)
      expect(most[0]?.most).toBeLessThanOrEqual(10)
      const { rows: differing } = await sql`
        select account_id from (
          select account_id, count(*) as bets, sum(edge_usd) as edge, sum(usd) as staked,
            sum(div(usd::numeric * multiplier, 10000)) as paid from bet group by 1
        ) counted full join (
          select account_id, sum(bets) as bets, sum(edge) as edge, sum(staked) as staked, sum(paid) as paid
          from play_day group by 1
        ) kept using (account_id)
        where (counted.bets, counted.edge, counted.staked, counted.paid)
          is distinct from (kept.bets, kept.edge, kept.staked, kept.paid)`.execute(app.db)
      expect(differing).toEqual([])
      const { rows: games2 } = await sql`
        select game from (select game, count(*) as bets from bet group by 1) counted
        full join (select game, sum(bets) as bets from game_hour group by 1) kept using (game)
        where counted.bets is distinct from kept.bets`.execute(app.db)
      expect(games2).toEqual([])
      // Exactly the largest of all wins.
      const { rows: best } = await sql<{ text_id: string }>`
        select id::text as text_id from bet where payout > stake
        order by trunc(usd::numeric * (multiplier - 10000) / 10000) desc, at, id limit 3`.execute(app.db)
      const wins = await read<TopWin[]>('/top-wins/week')
      expect(wins.slice(0, 3).map(({ id }) => id)).toEqual(best.map((row) => row.text_id))
    })

    it('show popular games, and how much a game is played', async () => {
      const player = await newPlayer('Dan', true)
      for (let i = 0; i < 3; i++) await bet(player.token, '1', SAFE)
      const popular = await read<{ game: string; bets: number }[]>('/popular-games')
      expect(popular.map(({ bets }) => bets)).toEqual(
        popular.map(({ bets }) => bets).toSorted((a, b) => b - a),
      )
      const dice = await read<GamePlay>('/games/dice/play')
      expect(dice.weekBets).toBe(popular.find(({ game }) => game === 'dice')?.bets)
      expect(dice.betsPerMinute).toBeGreaterThan(0)
      expect(dice.roundsPerMinute).toBe(dice.betsPerMinute)
      expect(dice.topWin).toMatchObject({ game: 'dice' })
      const games = (await app.call('GET', '/games')).data as unknown as { slug: string }[]
      expect(games[0]?.slug).toBe(popular[0]?.game)
    })

    it('tell how many play now from five players on, and the newest big wins', async () => {
      // The players of the tests before are gone by now.
      app.time.now += 6 * 60_000
      const playing = async () =>
        (await read<PlayNow>('/play-now')).games.find(({ game }) => game === 'limbo')
      const first = await newPlayer('Fay', true)
      const others = [await newPlayer('Gil', false), await newPlayer('Han', false)]
      others.push(await newPlayer('Ida', false), await newPlayer('Jon', false))
      for (const { token } of others) await bet(token, '1', { game: 'limbo', params: { target: 200 } })
      expect((await playing())?.players ?? null).toBeNull()
      let win: PublicBet | undefined
      for (let tries = 0; !win && tries < 300; tries++) {
        const made = await bet(first.token, '1', { game: 'limbo', params: { target: 1_200 } })
        if (Number(made.payout) > 1) win = made
      }
      await expect.poll(async () => (await playing())?.players).toBe(5)
      expect((await playing())?.bigWin).toMatchObject({ id: win?.id, name: 'Fay' })
      const wins = await read<TopWin[]>('/big-wins')
      expect(wins[0]?.id).toBe(win?.id)
      expect(wins.every(({ multiplier, wonUsd }) => multiplier >= 10 || Number(wonUsd) >= 100)).toBe(true)
      expect((await read<PlayNow>('/play-now')).players).toBe(5)
      await app.call('PUT', '/user/profile', { token: first.token, body: { shownAs: 'hidden' } })
      expect((await read<TopWin[]>('/big-wins'))[0]?.name).toBeNull()
      app.time.now += 6 * 60_000
      expect(await read<PlayNow>('/play-now')).toMatchObject({ players: null })
    })

    it('are read by index only, and written by bets only', async () => {
      for (const query of [
        sql`select account_id, sum(edge) from play_day where bucket = any(${[1, 2]}::smallint[])
          and day = any(${['2026-06-01']}::date[]) group by 1`,
        sql`select won from top_win where bucket = any(${[1, 2]}::smallint[])
          and day = any(${['2026-06-01']}::date[])`,
      ]) {
        const plan = await app.db.transaction().execute(async (trx) => {
          // With so few rows the database would prefer a full scan.
          await sql`set local enable_seqscan = off`.execute(trx)
          const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(trx)
          return rows.map((row) => row['QUERY PLAN']).join('\n')
        })
        expect(plan).toMatch(/Index Cond: .*bucket.*day/)
        expect(plan).not.toContain('bet ')
      }
      await expect(sql`update play_day set edge = edge + 1`.execute(app.db)).rejects.toThrow()
      await expect(sql`update top_win set won = won + 1`.execute(app.db)).rejects.toThrow()
    })

    it('expire with time, and rows that no list needs are deleted', async () => {
      await deleteOldSums(app.db, app.time.now)
      const leaders = await read<Leader[]>('/leaderboards/week')
      expect(leaders.length).toBeGreaterThan(2)
      app.time.now += DAY_MS
      expect(await read('/leaderboards/day')).toEqual([])
      expect(await read('/leaderboards/week')).toEqual(leaders)
      app.time.now += 7 * DAY_MS
      expect(await read('/leaderboards/week')).toEqual([])
      expect(await read('/top-wins/week')).toEqual([])
      expect(await read('/popular-games')).toEqual([])
      await deleteOldSums(app.db, app.time.now + 40 * DAY_MS)
      const { rows } = await sql`
        select account_id from play_day union all select account_id from top_win
        union all select bucket from game_hour`.execute(app.db)
      expect(rows).toEqual([])
    })
  })
}
