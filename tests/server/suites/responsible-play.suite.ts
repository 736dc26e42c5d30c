import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { closeAccount } from '#contract/account.ts'
import {
  cancelRaise,
  confirmRaise,
  excludeSelf,
  getResponsiblePlay,
  setLimit,
  setReminder,
  takeTimeOut,
} from '#contract/responsible-play.ts'
import type { Database } from '#server/db/tables.ts'
import { excludeEmail, isExcludedEmail } from '#server/responsible-play/excluded-email.ts'
import { assertMayPlay } from '#server/responsible-play/play-breaks.ts'
import { assertWithinLimits } from '#server/responsible-play/play-limits.ts'
import { emailWay, keepWay } from '#server/responsible-play/player-ways.ts'
import { createPlayers, PASSWORD, type Player, type Players } from '../../support/players.ts'
import type { TestBackend } from './test-backend.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

export function responsiblePlaySuite(backend: TestBackend): void {
  describe('responsible play', () => runResponsiblePlaySuite(backend))
}

function runResponsiblePlaySuite(backend: TestBackend): void {
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

  const params = { kind: 'deposit', period: 'day' }
  const set = (amount: string | null) => player.call(setLimit, { params, body: { amount } })
  const confirm = () => player.call(confirmRaise, { params, body: {} })
  const limit = async () => (await player.call(getResponsiblePlay)).data.limits[0]
  const later = (ms: number) => players.wait(ms)

  describe('limits', () => {
    it('are nine, and unset at first', async () => {
      const { limits, reminderMinutes, break: pause } = (await player.call(getResponsiblePlay)).data
      expect(limits).toHaveLength(9)
      expect(limits.every(({ amount, raise }) => amount === null && raise === null)).toBe(true)
      expect([reminderMinutes, pause]).toEqual([null, null])
    })

    it('apply at once when set and when cut', async () => {
      expect((await set('100.5')).data.limits[0]).toMatchObject({ ...params, amount: '100.50', raise: null })
      expect((await set('0.07')).data.limits[0]).toMatchObject({ amount: '0.07', raise: null })
      expect((await set('0')).data.limits[0]).toMatchObject({ amount: '0.00', raise: null })
    })

    it.each(['-1', '1.234', '1e3', '01', '1000000000', ' ', '٣'])('refuse %j', async (amount) => {
      expect(await set(amount)).toMatchObject({ status: 400, code: 'bad_request' })
    })

    it('rise 24 hours later, and only when confirmed', async () => {
      await set('100')
      const asked = (await set('200')).data.limits[0]
      const confirmableFrom = new Date(players.time.now + DAY_MS).toISOString()
      const lapsesAt = new Date(players.time.now + 8 * DAY_MS).toISOString()
      expect(asked).toMatchObject({
        amount: '100.00',
        raise: { amount: '200.00', confirmableFrom, lapsesAt },
      })
      await later(DAY_MS - 1)
      expect(await confirm()).toMatchObject({ status: 409, code: 'limit_not_ready' })
      expect(await limit()).toMatchObject({ amount: '100.00' })
      await later(1)
      expect((await confirm()).data.limits[0]).toMatchObject({ amount: '200.00', raise: null })
      expect((await confirm()).code).toBe('limit_not_ready')
    })

    it('are removed the same way', async () => {
      await set('100')
      expect((await set(null)).data.limits[0]).toMatchObject({ amount: '100.00', raise: { amount: null } })
      await later(DAY_MS)
      expect((await confirm()).data.limits[0]).toMatchObject({ amount: null, raise: null })
    })

    it('keep a raise for 7 days after it can be confirmed', async () => {
      await set('100')
      await set('200')
      await later(8 * DAY_MS - 1)
      expect(await limit()).toMatchObject({ raise: { amount: '200.00' } })
      await later(1)
      expect(await limit()).toMatchObject({ amount: '100.00', raise: null })
      expect((await confirm()).code).toBe('limit_not_ready')
      await set('200')
      expect((await confirm()).code).toBe('limit_not_ready')
    })

    it('restart the wait for a different raise, not for the same one', async () => {
      await set('100')
      await set('200')
      await later(DAY_MS - HOUR_MS)
      await set('200')
      await later(HOUR_MS)
      await set('300')
      expect((await confirm()).code).toBe('limit_not_ready')
      await later(DAY_MS)
      expect((await confirm()).data.limits[0]).toMatchObject({ amount: '300.00' })
    })

    it('drop a pending raise when they are cut, or when it is cancelled', async () => {
      await set('100')
      await set('200')
      expect((await set('50')).data.limits[0]).toMatchObject({ amount: '50.00', raise: null })
      await set('200')
      expect((await player.call(cancelRaise, { params })).data.limits[0]).toMatchObject({ raise: null })
      await later(DAY_MS)
      expect((await confirm()).code).toBe('limit_not_ready')
    })

    it('drop the pending raise on another account of the player when they are cut', async () => {
      const other = await players.newPlayer()
      for (const { uid } of [player, other])
        await keepWay(db, uid, emailWay(players.services.secrets, player.email))
      const onOther = (amount: string) => other.call(setLimit, { params, body: { amount } })
      const ofOther = async () => (await other.call(getResponsiblePlay)).data.limits[0]
      await set('100')
      // A raise of another kind still waits.
      const week = { kind: 'deposit', period: 'week' }
      await other.call(setLimit, { params: week, body: { amount: '100' } })
      await other.call(setLimit, { params: week, body: { amount: '200' } })
      await onOther('200')
      expect(await ofOther()).toMatchObject({ amount: '100.00', raise: { amount: '200.00' } })
      await set('50')
      expect(await ofOther()).toMatchObject({ amount: '50.00', raise: null })
      await later(DAY_MS)
      expect((await other.call(confirmRaise, { params, body: {} })).code).toBe('limit_not_ready')
      expect(await limit()).toMatchObject({ amount: '50.00' })
      expect((await other.call(confirmRaise, { params: week, body: {} })).code).toBe('ok')
    })

    it('confirm a raise once for parallel requests', async () => {
      await set('100')
      await set('200')
      await later(DAY_MS)
      const codes = (await Promise.all([confirm(), confirm(), confirm()])).map(({ code }) => code)
      expect(codes.sort()).toEqual(['limit_not_ready', 'limit_not_ready', 'ok'])
    })

    it('refuse an amount that exceeds them in any period', async () => {
      const check = (cents: bigint, day: bigint, week = day) =>
        assertWithinLimits(db, player.uid, 'deposit', cents, { day, week, month: week })
      await check(10n ** 18n, 0n)
      await set('100')
      await player.call(setLimit, { params: { kind: 'deposit', period: 'week' }, body: { amount: '150' } })
      await check(10_000n, 0n)
      await expect(check(10_001n, 0n)).rejects.toMatchObject({ code: 'limit_reached' })
      await expect(check(1n, 10_000n)).rejects.toMatchObject({ code: 'limit_reached' })
      await expect(check(5_000n, 0n, 10_001n)).rejects.toMatchObject({ code: 'limit_reached' })
      await set('200')
      await expect(check(10_001n, 0n)).rejects.toMatchObject({ code: 'limit_reached' })
      await assertWithinLimits(db, player.uid, 'wager', 10n ** 9n, { day: 0n, week: 0n, month: 0n })
    })
  })

  it('keeps a reminder', async () => {
    expect((await player.call(setReminder, { body: { minutes: 30 } })).data.reminderMinutes).toBe(30)
    expect((await player.call(setReminder, { body: { minutes: null } })).data.reminderMinutes).toBeNull()
  })

  describe('a time-out', () => {
    const take = (hours: 24 | 72 | 168) => player.call(takeTimeOut, { body: { hours } })
    const mayPlay = () => assertMayPlay(db, player.uid, players.time.now)

    it('stops play until it is over', async () => {
      await mayPlay()
      const { break: pause } = (await take(24)).data
      const until = new Date(players.time.now + DAY_MS).toISOString()
      expect(pause).toMatchObject({ kind: 'time-out', until })
      expect(await player.mails()).toEqual(['time-out'])
      await expect(mayPlay()).rejects.toMatchObject({ code: 'break_active' })
      await later(DAY_MS - 1)
      await expect(mayPlay()).rejects.toMatchObject({ code: 'break_active' })
      await later(1)
      await mayPlay()
      expect((await player.call(getResponsiblePlay)).data.break).toBeNull()
    })

    it('can be made longer, never shorter', async () => {
      await take(72)
      expect(await take(24)).toMatchObject({ status: 409, code: 'break_active' })
      expect(await take(72)).toMatchObject({ code: 'break_active' })
      const until = new Date(players.time.now + 7 * DAY_MS).toISOString()
      expect((await take(168)).data.break?.until).toBe(until)
      await later(HOUR_MS)
      expect((await player.call(getResponsiblePlay)).data.break?.until).toBe(until)
    })

    it('refuses raises, but no cut', async () => {
      await set('100')
      await set('200')
      await later(DAY_MS)
      await take(24)
      expect(await confirm()).toMatchObject({ status: 409, code: 'break_active' })
      expect(await set('300')).toMatchObject({ status: 409, code: 'break_active' })
      expect(await set(null)).toMatchObject({ code: 'break_active' })
      expect((await set('50')).data.limits[0]).toMatchObject({ amount: '50.00' })
    })
  })

  describe('a self-exclusion', () => {
    const exclude = (months: 6 | 12, password = PASSWORD) =>
      player.call(excludeSelf, { body: { months, password } })
    const isExcluded = () => isExcludedEmail(db, players.services.secrets, player.email, players.time.now)

    it('needs the password', async () => {
      expect(await exclude(6, 'not the password')).toMatchObject({ status: 400, code: 'password_wrong' })
      expect((await player.call(getResponsiblePlay)).data.break).toBeNull()
    })

    it('cannot be shortened or undone, only made longer', async () => {
      const start = new Date(players.time.now)
      const end = new Date(start)
      end.setUTCMonth(start.getUTCMonth() + 6)
      expect((await exclude(6)).data.break).toMatchObject({
        kind: 'self-exclusion',
        until: end.toISOString(),
      })
      expect(await player.mails()).toEqual(['self-exclusion'])
      expect((await exclude(6)).code).toBe('break_active')
      expect((await player.call(takeTimeOut, { body: { hours: 24 } })).code).toBe('break_active')
      await later(DAY_MS)
      expect((await exclude(12)).data.break?.startedAt).toBe(new Date(players.time.now).toISOString())
      players.time.now = end.getTime() - 1
      await expect(assertMayPlay(db, player.uid, players.time.now)).rejects.toThrow()
      await later(2)
      await expect(assertMayPlay(db, player.uid, players.time.now)).rejects.toThrow()
    })

    it('applies to the address even after the account is closed', async () => {
      expect(await isExcluded()).toBe(false)
      await exclude(6)
      expect(await isExcluded()).toBe(true)
      await db.deleteFrom('excluded_email').execute()
      expect((await player.call(closeAccount, { body: { password: PASSWORD } })).code).toBe('ok')
      expect(await isExcluded()).toBe(true)
      await later(200 * DAY_MS)
      expect(await isExcluded()).toBe(false)
    })

    it('applies to every name of the mailbox', async () => {
      const { secrets } = players.services
      const until = new Date(players.time.now + DAY_MS)
      const isHeld = (email: string) => isExcludedEmail(db, secrets, email, players.time.now)
      await excludeEmail(db, secrets, 'kai+one@pond.example', until)
      await excludeEmail(db, secrets, 'k.ai+one@googlemail.com', until)
      for (const email of ['kai@pond.example', 'kai+two+x@pond.example', 'ka.i@gmail.com']) {
        expect([email, await isHeld(email)]).toEqual([email, true])
      }
      for (const email of ['k.ai@pond.example', '+kai@pond.example', 'kai@other.example']) {
        expect([email, await isHeld(email)]).toEqual([email, false])
      }
    })

    it('of an address never gets shorter', async () => {
      const { secrets } = players.services
      const at = (days: number) => new Date(players.time.now + days * DAY_MS)
      await excludeEmail(db, secrets, 'kai@koi.example', at(10))
      await excludeEmail(db, secrets, 'kai@koi.example', at(5))
      expect(await isExcludedEmail(db, secrets, 'kai@koi.example', at(9).getTime())).toBe(true)
      expect(await isExcludedEmail(db, secrets, 'kai@koi.example', at(10).getTime())).toBe(false)
    })
  })

  describe('a closed account', () => {
    const close = () => player.call(closeAccount, { body: { password: PASSWORD } })
    const isHeld = () => isExcludedEmail(db, players.services.secrets, player.email, players.time.now)

    it('frees its address when there is no break', async () => {
      await player.call(setLimit, { params, body: { amount: '5' } })
      await player.call(setLimit, { params, body: { amount: null } })
      await later(DAY_MS)
      await confirm()
      await close()
      expect(await isHeld()).toBe(false)
    })

    it('does not end a time-out', async () => {
      await player.call(takeTimeOut, { body: { hours: 72 } })
      await close()
      await later(3 * DAY_MS - 1)
      expect(await isHeld()).toBe(true)
      await later(1)
      expect(await isHeld()).toBe(false)
    })

    it('gives neither a higher limit nor a fresh one', async () => {
      await keepWay(db, player.uid, emailWay(players.services.secrets, player.email))
      await set('5')
      await close()
      expect(await isHeld()).toBe(false)
      const next = await players.newPlayer()
      await keepWay(db, next.uid, emailWay(players.services.secrets, player.email))
      expect((await next.call(getResponsiblePlay)).data.limits[0]).toMatchObject({ amount: '5.00' })
      await later(2 * DAY_MS)
      const none = { day: 0n, week: 0n, month: 0n }
      await expect(assertWithinLimits(db, next.uid, 'deposit', 501n, none)).rejects.toMatchObject({
        code: 'limit_reached',
      })
    })
  })
}
