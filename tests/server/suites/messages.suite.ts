import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { closeAccount } from '#contract/account.ts'
import { login } from '#contract/auth.ts'
import {
  getMessageSummary,
  listMessages,
  MESSAGES_PER_PAGE,
  readMessages,
  type MessageContent,
} from '#contract/messages.ts'
import { confirmRaise, setLimit } from '#contract/responsible-play.ts'
import { cancelWithdrawal } from '#contract/withdrawals.ts'
import { deleteSpread } from '#server/accounts/close-account.ts'
import { exportAccount as readAll } from '#server/accounts/export-account.ts'
import { endBonusesOfClosed, expireBonuses } from '#server/bonuses/end-bonus.ts'
import { tellOfEndingBonuses } from '#server/bonuses/ending-bonuses.ts'
import { grantBonus } from '#server/bonuses/grant-bonus.ts'
import type { Database } from '#server/db/tables.ts'
import { deleteOldMessages, MESSAGES_KEPT } from '#server/messages/delete-old-messages.ts'
import { MESSAGE_NEWS } from '#server/messages/message-news.ts'
import { keepWay } from '#server/responsible-play/player-ways.ts'
import { writeMessages } from '#server/messages/write-messages.ts'
import { openDepositWorld, USDT } from '../../support/deposit-world.ts'
import { PASSWORD, type Player } from '../../support/players.ts'
import { openWithdrawalWorld, FINAL_BLOCKS, type WithdrawalWorld } from '../../support/withdrawal-world.ts'
import type { TestBackend } from './test-backend.ts'

const DAY_MS = 24 * 60 * 60_000
const LOGIN: MessageContent = { kind: 'login', device: 'Firefox', address: '203.0.113.7' }

export function messagesSuite(backend: TestBackend): void {
  describe('messages', () => {
    let db: Database
    let world: WithdrawalWorld
    let deposits: Awaited<ReturnType<typeof openDepositWorld>>
    let player: Player

    beforeAll(async () => {
      db = await backend.fresh()
      world = await openWithdrawalWorld(db)
      deposits = await openDepositWorld(db, world.players.time.now)
    })
    beforeEach(async () => {
      player = await world.richPlayer()
    })

    const list = async (of = player, query: { after?: string } = {}) =>
      (await of.call(listMessages, { query })).data
    const contents = async (of = player) => (await list(of)).messages.map(({ content }) => content)
    const summary = async (of = player) => (await of.call(getMessageSummary)).data
    const read = async (id: string, isAllBefore = false, of = player) =>
      (await of.call(readMessages, { body: { id, isAllBefore } })).data
    const write = (count: number, of = player, at = world.players.time.now) =>
      writeMessages(
        db,
        Array.from({ length: count }, (_, n) => ({
          player: of.uid,
          key: `test/${at}/${n}`,
          at: new Date(at),
          content: LOGIN,
        })),
      )

    it('tell of each stage of a withdrawal once, newest first', async () => {
      await world.ask(player, { amount: '50.5' })
      const about = { kind: 'withdrawal', coin: 'usdt-tron', amount: '50.5', receives: '49.5' }
      expect(await contents()).toMatchObject([{ ...about, stage: 'requested' }])
      await world.round()
      expect(await contents()).toMatchObject([{ stage: 'sent' }, { stage: 'requested' }])
      world.pass(FINAL_BLOCKS)
      await world.round()
      await world.round()
      expect(await contents()).toMatchObject([
        { stage: 'confirmed' },
        { stage: 'sent' },
        { stage: 'requested' },
      ])
    })

    it('tell of money that came back', async () => {
      await world.ask(player)
      const { id } = await world.latest(player)
      await player.call(cancelWithdrawal, { params: { id } })
      await player.call(cancelWithdrawal, { params: { id } })
      expect(await contents()).toMatchObject([
        { withdrawal: id, stage: 'cancelled' },
        { withdrawal: id, stage: 'requested' },
      ])
    })

    it('are not written when what they tell of is rolled back', async () => {
      await world.ask(player)
      const { id } = await world.latest(player)
      const undone = db.transaction().execute(async (trx) => {
        await sql`update withdrawal set status = 'cancelled', settled_at = now() where id = ${id}`.execute(
          trx,
        )
        throw new Error('undone')
      })
      await expect(undone).rejects.toThrow('undone')
      expect(await contents()).toMatchObject([{ stage: 'requested' }])
    })

    it('tell of a deposit, of the end of its bonus that nears, and of the end', async () => {
      await deposits.send(await deposits.addressOf(player.uid, 'usdt-tron'), 100n * USDT)
      deposits.pass(25)
      await deposits.round({ onCredited: grantBonus })
      expect(await contents()).toMatchObject([
        { kind: 'deposit', coin: 'usdt-tron', amount: '100', isOverLimit: false },
      ])
      const { expires_at } = await db
        .selectFrom('bonus')
        .select('expires_at')
        .where('account_id', '=', player.uid)
        .executeTakeFirstOrThrow()
      await tellOfEndingBonuses(db, expires_at.getTime() - 4 * DAY_MS)
      expect(await contents()).toHaveLength(1)
      // A break: the message would ask the player to play.
      const before = (days: number) => new Date(expires_at.getTime() - days * DAY_MS)
      const pause = { kind: 'time-out', started_at: before(3), until: before(1.5) } as const
      await db
        .insertInto('play_break')
        .values({ account_id: player.uid, ...pause })
        .execute()
      await tellOfEndingBonuses(db, before(2).getTime())
      expect(await contents()).toHaveLength(1)
      // So does an exclusion that has outlived its account.
      const hash = Buffer.alloc(32, player.uid % 256)
      await keepWay(db, player.uid, { kind: 'email', hash })
      await db
        .insertInto('excluded_email')
        .values({ email_hash: hash, until: before(1.1) })
        .execute()
      await tellOfEndingBonuses(db, before(1.2).getTime())
      expect(await contents()).toHaveLength(1)
      await tellOfEndingBonuses(db, before(1).getTime())
      await tellOfEndingBonuses(db, before(0.5).getTime())
      expect(await contents()).toMatchObject([
        { kind: 'bonus-ending', expiresAt: expires_at.toISOString() },
        { kind: 'deposit' },
      ])
      await expireBonuses(db, expires_at.getTime())
      expect(await contents()).toMatchObject([
        { kind: 'bonus-ended', status: 'expired', released: '0' },
        { kind: 'bonus-ending' },
        { kind: 'deposit' },
      ])
    })

    it('do not say that a bonus ends which is just being ended', async () => {
      await deposits.send(await deposits.addressOf(player.uid, 'usdt-tron'), 100n * USDT)
      deposits.pass(25)
      await deposits.round({ onCredited: grantBonus })
      const { expires_at } = await db
        .selectFrom('bonus')
        .select('expires_at')
        .where('account_id', '=', player.uid)
        .executeTakeFirstOrThrow()
      const now = expires_at.getTime() - DAY_MS
      let telling: Promise<void> | undefined
      await db.transaction().execute(async (trx) => {
        await endBonusesOfClosed(trx, player.uid, now)
        telling = tellOfEndingBonuses(db, now)
        // Time to read the bonus, which others still see as active.
        await sleep(200)
      })
      await telling
      expect(await contents()).toMatchObject([
        { kind: 'bonus-ended', status: 'given_up' },
        { kind: 'deposit' },
      ])
    })

    it('tell of a log-in from a new device, and of none from a known one', async () => {
      const logIn = () =>
        world.players.call(login, {
          body: { email: player.email, password: PASSWORD },
          headers: { ...player.headers, 'x-forwarded-for': '203.0.113.7' },
        })
      expect((await logIn()).code).toBe('ok')
      expect((await logIn()).code).toBe('ok')
      expect(await contents()).toEqual([{ kind: 'login', device: 'Firefox · Linux', address: '203.0.113.7' }])
    })

    it('tell of limits: set, raise asked for, raised', async () => {
      const params = { kind: 'loss', period: 'week' }
      const set = (amount: string | null) => player.call(setLimit, { params, body: { amount } })
      await set('100')
      await set('100')
      await set(null)
      await set(null)
      const confirmableFrom = new Date(world.players.time.now + DAY_MS).toISOString()
      await world.players.wait(DAY_MS)
      await player.call(confirmRaise, { params, body: {} })
      const about = { kind: 'limit', limit: 'loss', period: 'week' }
      expect(await contents()).toEqual([
        { ...about, change: 'raised', amount: null, confirmableFrom: null },
        { ...about, change: 'asked', amount: null, confirmableFrom },
        { ...about, change: 'set', amount: '100.00', confirmableFrom: null },
      ])
    })

    it('tell of two limits that were set at the same moment', async () => {
      const params = { kind: 'loss', period: 'week' }
      for (const amount of ['100', '90']) await player.call(setLimit, { params, body: { amount } })
      expect(await contents()).toMatchObject([{ amount: '90.00' }, { amount: '100.00' }])
    })

    it('are the same once: by their key', async () => {
      const at = world.players.time.now
      await Promise.all([write(3, player, at), write(3, player, at), write(3, player, at)])
      expect(await contents()).toHaveLength(3)
      expect((await summary()).unread).toBe(3)
    })

    it('are listed page by page', async () => {
      await write(MESSAGES_PER_PAGE + 5)
      const first = await list()
      expect(first.messages).toHaveLength(MESSAGES_PER_PAGE)
      const second = await list(player, { after: first.next ?? '' })
      expect(second.messages).toHaveLength(5)
      expect(second.next).toBeNull()
      const ids = [...first.messages, ...second.messages].map(({ id }) => BigInt(id))
      expect(ids).toEqual(ids.toSorted((a, b) => (a < b ? 1 : -1)))
    })

    it('are read on all devices, one or all up to one, however often it is asked', async () => {
      await write(4)
      const phone = { headers: { 'access-token': await player.session() } }
      const [newest, second, , oldest] = (await list()).messages
      expect(await read(oldest?.id ?? '')).toEqual({ unread: 3, newest: newest?.id })
      expect(await read(oldest?.id ?? '')).toEqual({ unread: 3, newest: newest?.id })
      expect((await player.call(getMessageSummary, phone)).data.unread).toBe(3)
      // Newer ones than the player has seen stay unread.
      expect(await read(second?.id ?? '', true)).toEqual({ unread: 1, newest: newest?.id })
      const shown = (await player.call(listMessages, phone)).data.messages
      expect(shown.map(({ isRead }) => isRead)).toEqual([false, true, true, true])
    })

    it('are nobody else’s', async () => {
      const other = await world.newPlayer()
      await write(2)
      const [newest] = (await list()).messages
      expect(await contents(other)).toEqual([])
      expect(await read(newest?.id ?? '', true, other)).toEqual({ unread: 0, newest: null })
      expect((await summary()).unread).toBe(2)
      expect((await world.players.call(listMessages)).code).toBe('unauthorized')
    })

    it('are told live, and more often while a withdrawal is under way', async () => {
      const other = await world.newPlayer()
      await world.ask(player)
      const news = await MESSAGE_NEWS.read(db, [player.uid, other.uid], new Date(0))
      const { newest } = await summary()
      expect(news).toEqual([
        { player: player.uid, id: 'summary', item: { unread: 1, newest }, isUnderWay: true },
        { player: other.uid, id: 'summary', item: { unread: 0, newest: null }, isUnderWay: false },
      ])
    })

    it('go after 90 days, and the oldest beyond 500', async () => {
      const { now } = world.players.time
      const full = await world.newPlayer()
      await write(2, player, now - 90 * DAY_MS)
      await write(3, player, now - 89 * DAY_MS)
      await write(MESSAGES_KEPT + 20, full)
      const { newest } = await summary(full)
      await deleteOldMessages(db, now)
      expect((await summary()).unread).toBe(3)
      expect(await summary(full)).toEqual({ unread: MESSAGES_KEPT, newest })
    })

    it('are in the data of the account, and go with it', async () => {
      const leaving = await world.newPlayer()
      await write(2, leaving)
      const data = await readAll(db, world.players.services.secrets, leaving.uid, world.players.time.now)
      expect(data['messages']).toMatchObject([
        { kind: 'login', data: { device: 'Firefox' }, readAt: null },
        { kind: 'login' },
      ])
      const body = { password: PASSWORD, email: leaving.email }
      expect((await leaving.call(closeAccount, { body })).code).toBe('ok')
      const left = await db.selectFrom('message').select('id').where('account_id', '=', leaving.uid).execute()
      expect(left).toEqual([])
      const plan = await db.transaction().execute(async (trx) => {
        await sql`set local enable_seqscan = off`.execute(trx)
        const { rows } = await sql<Record<'QUERY PLAN', string>>`
          explain ${deleteSpread(trx, 'message', leaving.uid)}`.execute(trx)
        return rows.map((row) => row['QUERY PLAN']).join(' ')
      })
      // Which of the table's indexes the planner takes depends on its statistics. Any of them begins with the bucket.
      expect(plan).toMatch(/Index Cond: .*bucket = .*account_id = /)
    })
  })
}
