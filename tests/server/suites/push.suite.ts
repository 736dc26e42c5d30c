import { createPublicKey, verify } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { closeAccount } from '#contract/account.ts'
import { readMessages, type MessageContent } from '#contract/messages.ts'
import {
  addPushSubscription,
  getNotifications,
  removePushSubscription,
  renewPushSubscription,
  setConsent,
  setQuietHours,
} from '#contract/notifications.ts'
import { excludeSelf, takeTimeOut } from '#contract/responsible-play.ts'
import { logout } from '#contract/user.ts'
import { exportAccount } from '#server/accounts/export-account.ts'
import { createLogger } from '#server/base/logger.ts'
import { readConfig } from '#server/config/config.ts'
import type { Database } from '#server/db/tables.ts'
import { writeMessages } from '#server/messages/write-messages.ts'
import { sendDuePushes } from '#server/push/push-sender.ts'
import { deleteSubscriptionsOfEnded } from '#server/push/push-subscriptions.ts'
import { PASSWORD, type Player } from '../../support/players.ts'
import { startPushService, type PushService } from '../../support/push-service.ts'
import { openWithdrawalWorld, type WithdrawalWorld } from '../../support/withdrawal-world.ts'
import type { TestBackend } from './test-backend.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const LOGIN: MessageContent = { kind: 'login', device: 'Firefox · Linux', address: '203.0.113.7' }
const DEPOSIT: MessageContent = {
  kind: 'deposit',
  deposit: '5',
  coin: 'usdt-tron',
  amount: '12.5',
  isOverLimit: false,
}
const ENDING: MessageContent = {
  kind: 'bonus-ending',
  bonus: '3',
  coin: 'usdt-tron',
  locked: '7',
  expiresAt: '2026-06-03T12:00:00.000Z',
}

export function pushSuite(backend: TestBackend): void {
  describe('notifications', () => {
    let db: Database
    let service: PushService
    let world: WithdrawalWorld
    let player: Player
    let written = 0

    beforeAll(async () => {
      db = await backend.fresh()
      service = await startPushService()
      world = await openWithdrawalWorld(db, { PUSH_SERVICES: service.origin })
    })
    afterAll(() => service.close())
    beforeEach(async () => {
      player = await world.richPlayer()
    })
    afterEach(() => {
      service.answer()
      service.received.length = 0
    })

    const turnOn = async (
      of = player,
      headers: Record<string, string> = {},
      device = service.newDevice(),
    ) => {
      const answer = await of.call(addPushSubscription, { body: { ...device, locale: 'en-US' }, headers })
      expect(answer.code).toBe('ok')
      return device
    }
    const write = (content: MessageContent, of = player) =>
      writeMessages(db, [
        { player: of.uid, key: `test/${++written}`, at: new Date(world.players.time.now), content },
      ])
    const send = (on = db) =>
      sendDuePushes({
        db: on,
        secrets: world.players.services.secrets,
        clock: world.clock,
        config: { ...readConfig({}), pushServices: [service.origin] },
        logger: createLogger('silent'),
      })
    const shown = () => service.received.map(({ text }) => JSON.parse(text) as Record<string, unknown>)
    const titles = () => shown().map((push) => (push['notification'] as { readonly title: string }).title)
    const settings = async (of = player) => (await of.call(getNotifications)).data
    const queued = async (of = player) => {
      const rows = await db.selectFrom('push').select('tries').where('account_id', '=', of.uid).execute()
      return rows.length
    }
    const subscribed = async (of = player) => {
      const query = db.selectFrom('push_subscription').select('endpoint').where('account_id', '=', of.uid)
      return (await query.execute()).map(({ endpoint }) => endpoint)
    }
    const pass = (ms: number) => void (world.players.time.now += ms)

    it('tell a device what a trigger has written, so that only that device can read it', async () => {
      const { endpoint } = await turnOn()
      await world.ask(player)
      const { id } = await world.latest(player)
      await send()
      await send()
      expect(service.received).toHaveLength(1)
      const [push] = service.received
      expect(push?.endpoint).toBe(endpoint)
      expect(push?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high', ttl: '86400' })
      expect(shown()).toEqual([
        {
          web_push: 8030,
          notification: {
            title: 'Withdrawal requested',
            body: 'If this was not you, open Koi and cancel it now, then change your password.',
            lang: 'en-US',
            navigate: `https://koi.example/withdraw?id=%22${id}%22`,
            tag: `message-${String(push?.headers['topic']).replace('message-', '')}`,
          },
          app_badge: 1,
        },
      ])
      expect(await queued()).toBe(0)
    })

    it('are signed with the key that browsers subscribe to', async () => {
      await turnOn()
      await write(LOGIN)
      await send()
      const { pushKey } = await settings()
      const [, token = '', key] =
        /^vapid t=(.+), k=(.+)$/.exec(service.received[0]?.headers.authorization ?? '') ?? []
      expect(key).toBe(pushKey)
      const [header = '', claims = '', signature = ''] = token.split('.')
      const point = Buffer.from(pushKey, 'base64url')
      const publicKey = createPublicKey({
        key: {
          kty: 'EC',
          crv: 'P-256',
          x: point.subarray(1, 33).toString('base64url'),
          y: point.subarray(33).toString('base64url'),
        },
        format: 'jwk',
      })
      const isValid = verify(
        'sha256',
        Buffer.from(`${header}.${claims}`),
        { key: publicKey, dsaEncoding: 'ieee-p1363' },
        Buffer.from(signature, 'base64url'),
      )
      expect(isValid).toBe(true)
      expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toEqual({
        aud: service.origin,
        exp: Math.floor(world.players.time.now / 1_000) + 12 * 60 * 60,
        sub: 'mailto:no-reply@koi.invalid',
      })
    })

    it('say no amounts, and come in the language of the device', async () => {
      const device = service.newDevice()
      await player.call(addPushSubscription, { body: { ...device, locale: 'zh-CN' } })
      await write(DEPOSIT)
      await send()
      expect(titles()).toEqual(['充值已到账'])
      expect(service.received[0]?.text).not.toContain('12.5')
    })

    it('come once on each device, whichever of two processes sends them', async () => {
      const phone = { 'access-token': await player.session() }
      await turnOn()
      await turnOn(player, phone)
      for (let nth = 0; nth < 25; nth += 1) await write(LOGIN)
      const other = await backend.openAnother()
      await Promise.all([send(), send(other), send(), send(other)])
      const tags = service.received.map(({ endpoint, text }) => endpoint + text)
      expect(tags).toHaveLength(50)
      expect(new Set(tags).size).toBe(50)
      expect(await queued()).toBe(0)
    })

    it('of a process that died are sent by another, in place of what the device may show', async () => {
      await turnOn()
      await write(LOGIN)
      let release = () => {}
      service.answer((response) => void (release = () => response.writeHead(201).end()))
      const dying = send()
      await vi.waitFor(() => expect(service.received).toHaveLength(1))
      await send()
      expect(service.received).toHaveLength(1)
      service.answer()
      pass(MINUTE_MS)
      await send()
      const [first, second] = service.received
      expect(second?.text).toBe(first?.text)
      expect(second?.headers['topic']).toBe(first?.headers['topic'])
      release()
      await dying
      await send()
      expect(service.received).toHaveLength(2)
    })

    it('wait as long as the push service asks, and are then sent', async () => {
      await turnOn()
      await write(LOGIN)
      service.answer((response) => response.writeHead(429, { 'retry-after': '600' }).end())
      await send()
      service.answer()
      pass(10 * MINUTE_MS - 1)
      await send()
      expect(service.received).toHaveLength(1)
      pass(1)
      await send()
      await send()
      expect(service.received).toHaveLength(2)
    })

    it('are tried again after a failure, and given up when they are refused or old', async () => {
      await turnOn()
      await write(LOGIN)
      service.answer((response) => response.destroy())
      await send()
      expect(await queued()).toBe(1)
      service.answer((response) => response.writeHead(400).end())
      pass(15_000)
      await send()
      expect(service.received).toHaveLength(2)
      expect(await queued()).toBe(0)
      expect(await subscribed()).toHaveLength(1)

      await write(LOGIN)
      service.answer((response) => response.writeHead(503).end())
      pass(48 * 60 * MINUTE_MS)
      await send()
      expect(await queued()).toBe(0)
    })

    it.each([404, 410])('end for a device that is gone (%i)', async (status) => {
      await turnOn()
      await write(LOGIN)
      await write(LOGIN)
      service.answer((response) => response.writeHead(status).end())
      await send()
      expect(await subscribed()).toEqual([])
      expect(await queued()).toBe(0)
      expect((await settings()).isOn).toBe(false)
    })

    it('reach a device that was given another address while its earlier one was found dead', async () => {
      await turnOn()
      await write(LOGIN)
      const fresh = service.newDevice()
      service.answer((response) => {
        void turnOn(player, {}, fresh).then(() => response.writeHead(410).end())
      })
      await send()
      expect(await subscribed()).toEqual([fresh.endpoint])
      service.answer()
      pass(MINUTE_MS)
      await send()
      expect(service.received.at(-1)?.endpoint).toBe(fresh.endpoint)
      expect(await queued()).toBe(0)
    })

    it('do not follow a redirect', async () => {
      await turnOn()
      await write(LOGIN)
      service.answer((response) => response.writeHead(307, { location: `${service.origin}/other` }).end())
      await send()
      expect(service.received).toHaveLength(1)
    })

    it('are not sent for a message that was read meanwhile', async () => {
      await turnOn()
      await write(DEPOSIT)
      const { id } = await db
        .selectFrom('message')
        .select('id')
        .where('account_id', '=', player.uid)
        .executeTakeFirstOrThrow()
      await player.call(readMessages, { body: { id, isAllBefore: false } })
      await send()
      expect(service.received).toEqual([])
      expect(await queued()).toBe(0)
    })

    it('wait for the end of quiet hours, except those of security', async () => {
      await turnOn()
      world.players.time.now = Math.ceil(world.players.time.now / DAY_MS) * DAY_MS
      const quietMs = 90 * MINUTE_MS
      // It is midnight in UTC, and 08:00 in Shanghai.
      const hours = { from: '07:00', to: '09:30', zone: 'Asia/Shanghai' }
      expect((await player.call(setQuietHours, { body: { hours } })).data.quietHours).toEqual(hours)
      await write(DEPOSIT)
      await write(LOGIN)
      await send()
      expect(titles()).toEqual(['New log-in to your account'])
      pass(quietMs - 1)
      await send()
      expect(service.received).toHaveLength(1)
      pass(1)
      await send()
      expect(titles()).toEqual(['New log-in to your account', 'Deposit credited'])
    })

    it('are silent in a break, except those of security and money', async () => {
      await turnOn()
      expect((await player.call(takeTimeOut, { body: { hours: 24 } })).code).toBe('ok')
      await write(ENDING)
      await write(DEPOSIT)
      await write(LOGIN)
      await send()
      expect(titles().toSorted()).toEqual(['Deposit credited', 'New log-in to your account'])
      expect(await queued()).toBe(0)
    })

    it('end with the session, however it ends', async () => {
      const token = await player.session()
      await turnOn(player, { 'access-token': token })
      await write(LOGIN)
      await player.call(logout, { body: {}, headers: { 'access-token': token } })
      await send()
      expect(service.received).toEqual([])
      expect(await subscribed()).toEqual([])

      await turnOn()
      await db.deleteFrom('session').where('account_id', '=', player.uid).execute()
      await write(LOGIN)
      await deleteSubscriptionsOfEnded(db)
      expect(await subscribed()).toEqual([])
      await send()
      expect(service.received).toEqual([])
    })

    it('end when another player of the same browser turns them on', async () => {
      const device = await turnOn()
      const other = await world.newPlayer()
      await turnOn(other, {}, device)
      expect(await subscribed()).toEqual([])
      await write(LOGIN)
      await write(LOGIN, other)
      await send()
      expect(service.received).toHaveLength(1)
    })

    it('can be turned off on one device', async () => {
      const phone = { 'access-token': await player.session() }
      const device = await turnOn()
      await turnOn(player, phone)
      expect(await settings()).toMatchObject({ isOn: true, devices: 2 })
      expect((await player.call(removePushSubscription, { headers: phone })).data).toMatchObject({
        isOn: false,
        devices: 1,
      })
      expect(await subscribed()).toEqual([device.endpoint])
    })

    it('need a new subscription when the key of the server has changed', async () => {
      await turnOn()
      const { pushKey } = await settings()
      await db.deleteFrom('server_secret').where('name', '=', 'vapid').execute()
      const changed = await settings()
      expect(changed.pushKey).not.toBe(pushKey)
      expect(changed).toMatchObject({ isOn: false, devices: 0 })
      await write(LOGIN)
      await send()
      expect(service.received).toEqual([])
      await turnOn()
      await write(LOGIN)
      await send()
      expect(service.received).toHaveLength(1)
    })

    it('have the same key in two processes that start at once', async () => {
      await db.deleteFrom('server_secret').where('name', '=', 'vapid').execute()
      const keys = await Promise.all(Array.from({ length: 5 }, async () => (await settings()).pushKey))
      expect(new Set(keys).size).toBe(1)
    })

    it('are not sent to addresses that are no push service', async () => {
      for (const endpoint of ['https://koi.example/x', 'http://127.0.0.1:1/x']) {
        const body = { ...service.newDevice(), endpoint, locale: 'en-US' } as const
        expect((await player.call(addPushSubscription, { body })).code).toBe('push_service_unknown')
      }
      const device = service.newDevice()
      const keys = { ...device.keys, p256dh: `B${'A'.repeat(86)}` }
      const body = { ...device, keys, locale: 'en-US' } as const
      expect((await player.call(addPushSubscription, { body })).code).toBe('bad_request')
      expect(await subscribed()).toEqual([])
    })

    it('follow a browser that renews its subscription, with the secret of the old one', async () => {
      const old = await turnOn()
      const subscription = service.newDevice()
      const renew = (auth: string) =>
        world.players.call(renewPushSubscription, {
          body: { old: { endpoint: old.endpoint, auth }, subscription },
        })
      expect((await renew(service.newDevice().keys.auth)).code).toBe('not_found')
      expect(await subscribed()).toEqual([old.endpoint])
      expect((await renew(old.keys.auth)).code).toBe('ok')
      await write(LOGIN)
      await send()
      expect(service.received.map(({ endpoint }) => endpoint)).toEqual([subscription.endpoint])
    })

    it('are on ten devices at most', async () => {
      const first = await turnOn()
      for (let nth = 0; nth < 10; nth += 1) {
        pass(1_000)
        await turnOn(player, { 'access-token': await player.session() })
      }
      const left = await subscribed()
      expect(left).toHaveLength(10)
      expect(left).not.toContain(first.endpoint)
    })

    it('are in the data of the account, and go with it', async () => {
      await turnOn()
      await write(LOGIN)
      const consent = { inbox: true, push: true, mail: false }
      await player.call(setConsent, { params: { topic: 'races' }, body: consent })
      const { secrets } = world.players.services
      const data = await exportAccount(db, secrets, player.uid, world.players.time.now)
      expect(data).toMatchObject({
        notifiedDevices: [{ locale: 'en-US' }],
        notificationsWaiting: [{}],
        promotionConsents: [{ topic: 'races', ...consent }],
      })
      expect(JSON.stringify(data)).not.toContain('p256dh')
      const poor = await world.newPlayer()
      await turnOn(poor)
      await write(LOGIN, poor)
      await poor.call(setConsent, { params: { topic: 'games' }, body: consent })
      expect((await poor.call(closeAccount, { body: { password: PASSWORD } })).code).toBe('ok')
      await send()
      expect(service.received.filter(({ text }) => text.includes('koi.example'))).toHaveLength(1)
      expect(await subscribed(poor)).toEqual([])
    })
  })

  describe('promotions', () => {
    let world: WithdrawalWorld
    let player: Player
    beforeAll(async () => {
      world = await openWithdrawalWorld(await backend.fresh())
    })
    beforeEach(async () => {
      player = await world.newPlayer()
    })

    const NONE = { inbox: false, push: false, mail: false }
    const choose = (topic: string, body: typeof NONE) => player.call(setConsent, { params: { topic }, body })
    const chosen = async () => (await player.call(getNotifications)).data.promotions

    it('are off until chosen, by topic and by channel', async () => {
      expect(await chosen()).toEqual({ rewards: NONE, races: NONE, games: NONE, offers: NONE })
      const inbox = { ...NONE, inbox: true, mail: true }
      expect((await choose('races', inbox)).data.promotions).toEqual({
        rewards: NONE,
        races: inbox,
        games: NONE,
        offers: NONE,
      })
      expect((await choose('races', NONE)).data.promotions.races).toEqual(NONE)
    })

    it('on a device lead to the inbox, and need it', async () => {
      expect((await choose('offers', { ...NONE, push: true })).code).toBe('bad_request')
      expect((await choose('elsewhere', NONE)).code).toBe('bad_request')
    })

    it('cannot be turned on in a break, only off', async () => {
      await choose('games', { ...NONE, inbox: true, mail: true })
      await player.call(takeTimeOut, { body: { hours: 24 } })
      expect((await choose('offers', { ...NONE, inbox: true })).code).toBe('break_active')
      expect((await choose('games', { inbox: true, push: true, mail: false })).code).toBe('break_active')
      expect((await choose('games', { ...NONE, inbox: true })).code).toBe('ok')
      expect((await chosen()).games).toEqual({ ...NONE, inbox: true })
    })

    it('end with a self-exclusion', async () => {
      await choose('games', { ...NONE, inbox: true })
      await player.call(excludeSelf, { body: { months: 6, password: PASSWORD } })
      expect((await chosen()).games).toEqual(NONE)
    })
  })
}
