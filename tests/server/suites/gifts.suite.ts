import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listFreeRounds, playFreeRound } from '#contract/free-rounds.ts'
import { redeemGiftCode } from '#contract/gift-codes.ts'
import { setConsent, type PromotionTopic } from '#contract/notifications.ts'
import { listMessages } from '#contract/messages.ts'
import { listPlayerPromotions } from '#contract/player-promotions.ts'
import { listBets } from '#contract/play.ts'
import { takeTimeOut } from '#contract/responsible-play.ts'
import { dayOf } from '#fair/seal.ts'
import { WEEK_MS, weekOf } from '#rules/rewards/race.ts'
import { operate } from '#server/admin/admin.command.ts'
import type { Database } from '#server/db/tables.ts'
import { announceNew } from '#server/gifts/announce.ts'
import { takeNewReleases } from '#server/gifts/new-releases.ts'
import { hashOfCode, redeemCode } from '#server/gifts/redeem-code.ts'
import { toRefusal } from '#server/http/refusal-response.ts'
import { excludeEmail } from '#server/responsible-play/excluded-email.ts'
import { emailWay, keepWay } from '#server/responsible-play/player-ways.ts'
import { balancesOf } from '#server/ledger/balances.ts'
import { faultsOf } from '../../support/books.ts'
import { configFile } from '../../support/config-file.ts'
import { createPlayers, type Player, type Players } from '../../support/players.ts'
import { beginPair } from '../../support/seed-pair.ts'
import { untilAnswered } from '../../support/until-answered.ts'
import type { TestBackend } from './test-backend.ts'

const HOUR_MS = 60 * 60_000

const UNTIL = '2026-07-01T00:00:00.000Z'
const ROUNDS = {
  game: 'dice',
  params: '{"side":"over","target":5050}',
  stake: '0.2',
  rounds: '3',
  days: '2',
}

export function giftsSuite(backend: TestBackend): void {
  describe('gifts', () => {
    let db: Database
    let players: Players
    let player: Player

    beforeAll(async () => {
      db = await backend.fresh()
      players = await createPlayers(db)
    })
    beforeEach(async () => {
      player = await players.newPlayer()
    })

    const admin = (
      subject: string,
      verb: string,
      words: string[] = [],
      options: Record<string, string> = {},
    ) =>
      operate(
        {
          db,
          secrets: players.services.secrets,
          now: players.time.now,
          rewards: players.services.config.rewards,
          maxPriceAgeMs: null,
        },
        { subject, verb, words, options, by: 'Mei', why: 'a test' },
      )
    const newOne = () => players.newPlayer()
    let made = 0
    const createCode = async (options: Record<string, string>) => {
      const text = `TEST${String((made += 1)).padStart(4, '0')}`
      const [row] = await admin('code', 'create', [], { name: text, until: UNTIL, text, ...options })
      return { text, id: String((row as { code: string }).code) }
    }
    const use = (code: string, of = player) => of.call(redeemGiftCode, { body: { code } })
    const usdtOf = async ({ uid }: Player = player) =>
      (await balancesOf(db, uid)).find(({ coin }) => coin === 'usdt-tron')?.available ?? 0n
    const usesOf = async (id: string) =>
      (await db.selectFrom('gift_code').select('used').where('id', '=', id).executeTakeFirstOrThrow()).used

    it('of a code are paid once to a player, however it is typed, and the same code tells what it gave', async () => {
      const code = await createCode({ money: '5', uses: '10' })
      const typed = ` ${code.text.toLowerCase().slice(0, 4)}-${code.text.slice(4).replaceAll('0', 'o')} `
      const first = (await use(typed)).data
      expect(first).toMatchObject({ isNew: true, gift: { kind: 'money', coin: 'usdt-tron', amount: '5' } })
      expect((await use(code.text)).data).toEqual({ ...first, isNew: false })
      expect([await usdtOf(), await usesOf(code.id)]).toEqual([5_000_000n, 1])
      expect(await faultsOf(db)).toEqual([])
    })

    it('of a code go to one account of a player only', async () => {
      const code = await createCode({ money: '5', uses: '10' })
      const other = await players.newPlayer()
      const way_hash = players.services.secrets.hash('test', `${player.uid}`)
      for (const { uid } of [player, other]) {
        await db
          .insertInto('player_way')
          .values({ account_id: uid, way_hash, kind: 'email', given_up_at: null })
          .execute()
      }
      expect((await use(code.text)).data.isNew).toBe(true)
      expect((await use(code.text, other)).data.isNew).toBe(false)
      expect([await usdtOf(other), await usesOf(code.id)]).toEqual([0n, 1])
    })

    it('of codes that cannot be used are refused alike, and wrong codes are limited', async () => {
      const [usedUp, stopped, ended] = [
        await createCode({ money: '1' }),
        await createCode({ money: '1' }),
        await createCode({ money: '1', until: new Date(players.time.now + HOUR_MS).toISOString() }),
      ]
      expect((await use(usedUp.text, await players.newPlayer())).status).toBe(200)
      await admin('code', 'stop', [stopped.id])
      await players.wait(HOUR_MS)
      const wrong = ['NOSUCHCODE', usedUp.text, stopped.text, ended.text]
      for (const text of wrong) expect((await use(text)).code).toBe('gift_code_unknown')
      for (let n = wrong.length; n < 10; n += 1)
        expect((await use('NOSUCHCODE')).code).toBe('gift_code_unknown')
      expect((await use('NOSUCHCODE')).code).toBe('rate_limited')
      const good = await createCode({ money: '1', uses: '100' })
      const other = await players.newPlayer()
      // Right codes do not use up the limit.
      for (let n = 0; n < 12; n += 1) expect((await use(good.text, other)).status).toBe(200)
    })

    it('are refused in a break, and the code stays usable', async () => {
      const code = await createCode({ money: '2' })
      await player.call(takeTimeOut, { body: { hours: 24 } })
      expect((await use(code.text)).code).toBe('break_active')
      expect([await usdtOf(), await usesOf(code.id)]).toEqual([0n, 0])
      expect((await player.call(listFreeRounds)).data).toEqual([])
      await players.wait(25 * HOUR_MS)
      expect((await use(code.text)).data.isNew).toBe(true)
    })

    it(
      'of a code for 100 uses are paid exactly 100 times when 1,000 come at once to two processes',
      { timeout: 120_000 },
      async () => {
        const code = await createCode({ money: '1', uses: '100' })
        const second = await backend.openAnother()
        const at = new Date(players.time.now)
        const rows = await db
          .insertInto('account')
          .values(
            Array.from({ length: 500 }, (_, n) => ({
              email: `crowd${n}@koi.example`,
              locale: 'en-US' as const,
              referral_code: `C${String(n).padStart(7, '0')}`,
              adult_confirmed_at: at,
              created_at: at,
            })),
          )
          .returning('id')
          .execute()
        const hash = hashOfCode(players.services.secrets, code.text)
        // Each player twice, one right after the other, mostly on both processes.
        const waiting = rows.flatMap((row) => [row, row])
        let paid = 0
        // A server takes so many calls at a time.
        const work = async (on: Database) => {
          for (let next = waiting.pop(); next; next = waiting.pop()) {
            const { id } = next
            const answer = await untilAnswered(() =>
              redeemCode(on, { player: id, hash, now: players.time.now }),
            ).catch((error: unknown) => toRefusal(error).code)
            if (typeof answer === 'string') expect(answer).toBe('gift_code_unknown')
            else paid += answer.isNew ? 1 : 0
          }
        }
        await Promise.all(Array.from({ length: 60 }, (_, n) => work(n % 2 === 0 ? db : second)))
        expect(paid).toBe(100)
        const rewards = await db
          .selectFrom('reward')
          .select('account_id')
          .where('key', '=', code.id)
          .execute()
        expect([rewards.length, new Set(rewards.map((row) => row.account_id)).size]).toEqual([100, 100])
        expect(await usesOf(code.id)).toBe(100)
        expect(await faultsOf(db)).toEqual([])
      },
    )

    it('are refused while a mailbox of the player is excluded', async () => {
      const code = await createCode({ money: '2' })
      const { secrets } = players.services
      await keepWay(db, player.uid, emailWay(secrets, player.email))
      await excludeEmail(db, secrets, player.email, new Date(players.time.now + HOUR_MS))
      expect((await use(code.text)).code).toBe('break_active')
      expect((await player.call(listFreeRounds)).data).toEqual([])
    })

    it('raise no alarm when the clock of the process is a little behind', async () => {
      const code = await createCode({ money: '2' })
      const hash = hashOfCode(players.services.secrets, code.text)
      await redeemCode(db, { player: player.uid, hash, now: players.time.now - 1_000 })
      expect(await faultsOf(db)).toEqual([])
    })

    it('can be free rounds: of a code, of an operator, and of a new release once until its places are taken', async () => {
      const code = await createCode({ ...ROUNDS, uses: '5' })
      const { gift } = (await use(code.text)).data
      const terms = { game: 'dice', stake: '0.2', count: 3, played: 0 }
      expect(gift).toMatchObject({ kind: 'free-rounds', rounds: { source: 'code', ...terms } })
      await admin('rounds', 'give', [`${player.uid}`], { ...ROUNDS, rounds: '7' })
      const listed = (await player.call(listFreeRounds)).data
      expect(listed.map(({ source, count }) => [source, count])).toEqual([
        ['code', 3],
        ['operator', 7],
        ['promotion', 5],
      ])
      expect((await player.call(listFreeRounds)).data).toEqual(listed)
      await players.wait(3 * 24 * HOUR_MS)
      expect((await player.call(listFreeRounds)).data.map(({ source }) => source)).toEqual(['promotion'])
      expect(await faultsOf(db)).toEqual([])
    })

    it('are real rounds of the game, as many as were given, and their winnings go to the player', async () => {
      await beginPair(player)
      const code = await createCode({ ...ROUNDS, uses: '5' })
      await use(code.text)
      const [{ id } = { id: '' }] = (await player.call(listFreeRounds)).data
      const playOne = async (idempotencyKey: string = randomUUID()) => {
        for (;;) {
          const answer = await player.call(playFreeRound, { params: { id }, body: { idempotencyKey } })
          // A slow machine lets some wait too long for the others.
          if (answer.code !== 'unavailable') return answer
        }
      }
      const key = randomUUID()
      const first = await playOne(key)
      if (first.data.status !== 'settled') throw new Error('The round is open')
      expect(first.data.bet).toMatchObject({ game: 'dice', stake: '0.2', free: true })
      // A lost answer is asked for again.
      expect((await playOne(key)).data).toMatchObject({ bet: { id: first.data.bet.id } })
      // Rounds of the same game that were given for something else are another request.
      await use((await createCode({ ...ROUNDS, uses: '5' })).text)
      const others = (await player.call(listFreeRounds)).data.filter(({ source }) => source === 'code')
      const other = others.find((each) => each.id !== id)?.id ?? ''
      const reused = await player.call(playFreeRound, {
        params: { id: other },
        body: { idempotencyKey: key },
      })
      expect(reused.code).toBe('key_reused')
      const more = await Promise.all(Array.from({ length: 6 }, () => playOne()))
      expect(more.map((answer) => answer.code).sort()).toEqual([
        ...Array.from({ length: 4 }, () => 'free_rounds_over'),
        ...['ok', 'ok'],
      ])
      const bets = (await player.call(listBets)).data.bets
      const won = bets.reduce((sum, { payout }) => sum + Math.round(Number(payout) * 1e6), 0)
      expect(bets).toHaveLength(3)
      expect(await usdtOf()).toBe(BigInt(won))
      const left = (await player.call(listFreeRounds)).data
      expect(left.map(({ source, played }) => [source, played])).toEqual([
        ['code', 0],
        ['promotion', 0],
      ])
      // Nobody plays another player's, and nobody after their time.
      const stranger = await players.newPlayer()
      await beginPair(stranger)
      const of = { params: { id: other }, body: { idempotencyKey: randomUUID() } }
      expect((await stranger.call(playFreeRound, of)).code).toBe('free_rounds_over')
      await players.wait(2 * 24 * HOUR_MS)
      expect((await player.call(playFreeRound, of)).code).toBe('free_rounds_over')
      expect(await faultsOf(db)).toEqual([])
    })

    it('of a new release are given once to a player who looks twice at once', async () => {
      const second = await backend.openAnother()
      await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          takeNewReleases(n % 2 === 0 ? db : second, player.uid, players.time.now),
        ),
      )
      expect(
        await db.selectFrom('free_grant').select('id').where('account_id', '=', player.uid).execute(),
      ).toHaveLength(1)
      expect(await faultsOf(db)).toEqual([])
    })

    it('of promotions say how they stand for the player, and why', async () => {
      const standing = async () =>
        Object.fromEntries(
          (await player.call(listPlayerPromotions)).data.map(({ slug, state, because }) => [
            slug,
            because ?? state,
          ]),
        )
      expect(await standing()).toMatchObject({
        'first-deposit': 'open',
        'second-deposit': 'second-deposit',
        'pond-reels-rounds': 'open',
        'provably-fair': 'open',
      })
      await player.call(listFreeRounds)
      expect(await standing()).toMatchObject({ 'pond-reels-rounds': 'in-progress' })
      await admin('promotion', 'end', ['provably-fair'])
      await players.wait(1)
      expect(await standing()).toMatchObject({ 'provably-fair': 'ended' })
      await player.call(takeTimeOut, { body: { hours: 24 } })
      expect(await standing()).toMatchObject({
        'first-deposit': 'no-break',
        'pond-reels-rounds': 'in-progress',
      })
    })

    it('of news go to the inbox and the mailbox of those who chose them, and to nobody on a break', async () => {
      const [reader, mailed, resting] = [player, await players.newPlayer(), await players.newPlayer()]
      const choose = (of: Player, consent: { inbox: boolean; push: boolean; mail: boolean }) =>
        of.call(setConsent, { params: { topic: 'games' }, body: consent })
      await choose(reader, { inbox: true, push: false, mail: false })
      await choose(mailed, { inbox: false, push: false, mail: true })
      await choose(resting, { inbox: true, push: false, mail: true })
      await resting.call(takeTimeOut, { body: { hours: 24 } })
      const queued = () => db.selectFrom('mail').select('recipient').where('kind', '=', 'news').execute()
      const [told] = await admin('news', 'send', [
        configFile({
          topic: 'games',
          title: { 'en-US': 'A new game', 'zh-CN': '新游戏' },
          text: { 'en-US': 'Pond Reels is there.', 'zh-CN': '锦鲤池转轴来了。' },
          to: '/games',
        }),
      ])
      expect(told).toMatchObject({ players: 1, mails: 1 })
      expect((await queued()).map(({ recipient }) => recipient)).toEqual([mailed.email])
      expect((await reader.call(listMessages, { query: {} })).data.messages[0]?.content).toMatchObject({
        kind: 'news',
        title: { 'en-US': 'A new game' },
      })
      expect((await resting.call(listMessages, { query: {} })).data.messages).not.toContainEqual(
        expect.objectContaining({ content: expect.objectContaining({ kind: 'news' }) }),
      )
    })

    it('are told once when they begin, on two processes, to those who chose their topic and are in no break', async () => {
      const [reader, mailed, resting, silent] = [player, await newOne(), await newOne(), await newOne()]
      const choose = (of: Player, topic: PromotionTopic, inbox: boolean, mail: boolean) =>
        of.call(setConsent, { params: { topic }, body: { inbox, push: false, mail } })
      for (const topic of ['games', 'races'] as const) {
        await choose(reader, topic, true, false)
        await choose(mailed, topic, false, true)
        await choose(resting, topic, true, true)
        await choose(silent, topic, true, true)
        await choose(silent, topic, false, false)
      }
      await choose(silent, 'offers', true, true)
      await resting.call(takeTimeOut, { body: { hours: 24 } })
      const news = async (of: Player) => {
        const { messages } = (await of.call(listMessages, { query: {} })).data
        return messages.flatMap(({ content }) =>
          content.kind === 'news' ? [`${content.topic} ${content.title['en-US']} ${content.to}`] : [],
        )
      }
      const mails = async () => {
        const queued = db.selectFrom('mail').select('recipient').where('kind', '=', 'news')
        const of = [reader, mailed, resting, silent].map(({ email }) => email)
        return (await queued.where('recipient', 'in', of).execute()).map(({ recipient }) => recipient)
      }
      const other = await backend.openAnother()
      const { secrets, config } = players.services
      let now = players.time.now
      const announce = () =>
        Promise.all(
          [db, other, db, other].map((on) => announceNew(on, { secrets, terms: config.rewards, now })),
        )
      await announce()
      const before = await news(reader)
      const mailsBefore = (await mails()).length
      await admin('promotion', 'add', [
        configFile({
          slug: 'limbo-rounds',
          kind: 'free-rounds',
          title: { 'en-US': 'Rounds on Limbo', 'zh-CN': '极限' },
          summary: { 'en-US': 'Three of them.', 'zh-CN': '三局。' },
          terms: [{ id: 'once', test: 'once', text: { 'en-US': 'Once.', 'zh-CN': '一次。' } }],
          startsAt: new Date(now + HOUR_MS).toISOString(),
          endsAt: null,
          free: {
            game: 'limbo',
            params: { target: 200 },
            coin: 'usdt-tron',
            stake: '0.1',
            count: 3,
            days: 9,
            most: 5,
          },
        }),
      ])
      await announce()
      expect(await news(reader)).toEqual(before)
      now += HOUR_MS
      expect((await announce()).reduce((sum, each) => sum + each)).toBe(1)
      expect(await news(reader)).toEqual(['games Rounds on Limbo /gift', ...before])
      expect((await mails()).slice(mailsBefore)).toEqual([mailed.email])
      // The first Monday after the break.
      const week = weekOf(now + 24 * HOUR_MS) + WEEK_MS
      now = week
      await announce()
      await announce()
      expect(await news(reader)).toEqual([
        'races The weekly race has begun /rewards',
        'games Rounds on Limbo /gift',
        ...before,
      ])
      // The break is over by now: what began in it is not told later.
      expect(await news(resting)).toEqual(['races The weekly race has begun /rewards'])
      expect(await news(silent)).toEqual([])
      await db
        .insertInto('race')
        .values({
          week: dayOf(week - WEEK_MS),
          entries: 1,
          points: '0',
          day_cap: '1',
          pool_bps: 500,
          prize_most_bps: 500,
          winners: '[]',
          coin: 'usdt-tron',
          closed_at: new Date(now),
        })
        .execute()
      await announce()
      await announce()
      expect((await news(reader))[0]).toBe('races The weekly race is over /rewards')
      expect((await mails()).length - mailsBefore).toBe(5)
      now += WEEK_MS + 3 * 24 * HOUR_MS
      // Days after its beginning a race is no news.
      await announce()
      expect((await news(reader))[0]).toBe('races The weekly race is over /rewards')
    })

    it('are refused to operators who do not say who and why, and each of their actions is kept for good', async () => {
      const { secrets, config } = players.services
      const call = { db, secrets, now: players.time.now, rewards: config.rewards, maxPriceAgeMs: null }
      const asked = { subject: 'rounds', verb: 'give', words: ['all'], options: ROUNDS }
      await expect(operate(call, { ...asked, by: 'Mei', why: ' ' })).rejects.toThrow(/--by .* --why/)
      await expect(
        operate(call, { ...asked, by: 'Mei', why: 'x', options: { ...ROUNDS, game: 'mines' } }),
      ).rejects.toThrow(/no free rounds of mines/)
      const before = await admin('audit', 'list')
      await operate(call, { ...asked, by: 'Mei', why: 'anniversary' })
      const [last, ...earlier] = await admin('audit', 'list')
      expect(earlier).toEqual(before)
      expect(last).toMatchObject({
        by: 'Mei',
        why: 'anniversary',
        action: 'rounds give',
        what: { to: 'all' },
      })
      await expect(db.deleteFrom('admin_action').execute()).rejects.toThrow()
      // A code is told once, and kept nowhere.
      const [{ text } = { text: '' }] = (await admin('code', 'create', [], {
        name: 'secret',
        until: UNTIL,
        money: '1',
      })) as { text: string }[]
      expect(text).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/)
      expect(JSON.stringify(await admin('audit', 'list'))).not.toContain(text)
      expect((await use(text)).data.isNew).toBe(true)
    })
  })
}
