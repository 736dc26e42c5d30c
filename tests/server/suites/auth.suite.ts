import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { API } from '#contract/api.ts'
import { DEVICE_HEADER } from '#contract/device.ts'
import { deleteExpired } from '#server/accounts/cleanup.ts'
import { excludeEmail } from '#server/responsible-play/excluded-email.ts'
import { forgetOldWays, keepEarlierWays } from '#server/responsible-play/player-ways.ts'
import { makeAccountApp, openAccountApp, PASSWORD, type Answer, type Call } from './account-app.ts'
import type { TestBackend } from './test-backend.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const keyOf = (n: number) => n.toString(16).padStart(64, '0')
/** Keys that the app on a device sends. */
const [DEVICE, OTHER_DEVICE] = [keyOf(0xd1), keyOf(0xd2)] as const
const OTHER_PASSWORD = 'heron at the other bank'
const CHROME = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36'

export function authSuite(backend: TestBackend): void {
  describe('accounts', () => runAuthSuite(backend))
}

function runAuthSuite(backend: TestBackend): void {
  let koi: Awaited<ReturnType<typeof openAccountApp>>
  let count = 0
  /** A new address each time. */
  const newEmail = () => `player-${++count}@example.test`
  const subjects = async () => (await koi.readMail()).map(({ to, subject }) => ({ to, subject }))
  const me = async (token: string) => (await koi.call('GET', '/user/me', { token })).status
  const uidOf = async (token: string) => (await koi.call('GET', '/user/me', { token })).data['uid'] as number
  const requestCode = (email: string, purpose: string, caller: Call = {}) =>
    koi.call('GET', `/user/email-code?${new URLSearchParams({ email, purpose }).toString()}`, caller)
  const reset = (
    email: string,
    emailCode: string | undefined,
    { password = OTHER_PASSWORD, ...caller }: Call & { password?: string } = {},
  ) => koi.call('POST', '/user/reset-password', { body: { email, emailCode, password }, ...caller })
  const tryToRegister = (email: string, emailCode: string | undefined, more: object = {}) =>
    koi.call('POST', '/user/register', {
      body: { email, emailCode, password: PASSWORD, isAdult: true, ...more },
    })
  const wrong = (code: string | undefined) => (code === '000000' ? '000001' : '000000')
  const codes = (answers: readonly Answer[]) =>
    answers.map(({ status, code }) => (status === 200 ? 'ok' : code))

  beforeAll(async () => {
    koi = await openAccountApp(backend)
  })
  beforeEach(async () => {
    await koi.forgetLimits()
    await koi.readMail()
  })

  describe('registration', () => {
    it('opens an account for a proven address, and logs in to it', async () => {
      const email = newEmail()
      const emailCode = await koi.requestCode(email, 'register')
      const answer = await tryToRegister(` ${email.toUpperCase()} `, emailCode, { nickname: 'Karpfen' })
      expect(answer).toMatchObject({ status: 200, data: { token: expect.stringMatching(/^[\w-]{43}$/) } })
      const user = await koi.call('GET', '/user/me', { token: answer.data.token })
      expect(user.data).toEqual({ uid: expect.any(Number), nickname: 'Karpfen', avatar: '' })
      expect(user.data['uid']).toBeGreaterThan(100_000)
      const { data: balances } = await koi.call('GET', '/balances', { token: answer.data.token })
      expect(balances).toMatchObject([{ coin: 'usdt-tron', available: '1000' }, {}, {}, {}, {}, {}])
      expect(await subjects()).toEqual([{ to: email, subject: 'Welcome to Koi' }])
      const row = await koi.db
        .selectFrom('account')
        .selectAll()
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
      expect(row.referral_code).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/)
      expect(row.password_hash).toMatch(/^\$argon2id\$/)
      expect(row).toMatchObject({ locale: 'en-US', invited_by: null })
      expect((await koi.logIn(email)).status).toBe(200)
    })

    it('opens one account for two requests with one code', async () => {
      const email = newEmail()
      const emailCode = await koi.requestCode(email, 'register')
      const answers = await Promise.all([1, 2, 3].map(() => tryToRegister(email, emailCode)))
      expect(codes(answers).sort()).toEqual(['email_code_invalid', 'email_code_invalid', 'ok'])
      const rows = await koi.db.selectFrom('account').select('id').where('email', '=', email).execute()
      expect(rows).toHaveLength(1)
    })

    it.each([
      ['under age', { isAdult: false }, ['isAdult']],
      ['with a short password', { password: 'short' }, ['password']],
      ['with an invalid code', { emailCode: '12x456' }, ['emailCode']],
      ['with an invalid address', { email: 'nobody' }, ['email']],
      ['with a nickname that turns the text around', { nickname: 'a\u202Eb' }, ['nickname']],
      ['with a NUL in the nickname', { nickname: 'a\0b' }, undefined],
    ])('refuses one %s, and names the field', async (_, more, fields) => {
      const answer = await tryToRegister(newEmail(), '123456', more)
      expect(answer).toMatchObject({ status: 400, code: 'bad_request' })
      expect(answer.fields).toEqual(fields)
    })

    it.each(['1234567890', 'aaaaaaaaaa', 'abcdefghij', 'password123', 'QWERTYUIOP'])(
      'refuses %s as a password, without using up an attempt',
      async (password) => {
        const email = newEmail()
        const emailCode = await koi.requestCode(email, 'register')
        for (let i = 0; i < 6; i++) {
          expect((await tryToRegister(email, emailCode, { password })).code).toBe('password_common')
        }
        expect((await tryToRegister(email, emailCode)).status).toBe(200)
      },
    )

    it("refuses the player's own address as a password", async () => {
      const email = newEmail()
      expect((await tryToRegister(email, '123456', { password: email })).code).toBe('password_common')
    })

    it('records who invited the player, and refuses an unknown invite code', async () => {
      const inviter = await koi.register(newEmail())
      const uid = await uidOf(inviter)
      const { referral_code: referralCode } = await koi.db
        .selectFrom('account')
        .select('referral_code')
        .where('id', '=', uid)
        .executeTakeFirstOrThrow()
      const email = newEmail()
      const emailCode = await koi.requestCode(email, 'register')
      expect((await tryToRegister(email, emailCode, { referralCode: '00000000' })).code).toBe(
        'referral_code_unknown',
      )
      const answer = await tryToRegister(email, emailCode, { referralCode: referralCode.toLowerCase() })
      expect(answer.status).toBe(200)
      const invited = await koi.db
        .selectFrom('account')
        .select('invited_by')
        .where('email', '=', email)
        .executeTakeFirst()
      expect(invited).toEqual({ invited_by: uid })
    })

    it('tells that an address is taken only to a caller with its code', async () => {
      const email = newEmail()
      const first = await koi.requestCode(email, 'register')
      // Registered meanwhile in another tab with its own code.
      const [row] = await koi.db.selectFrom('email_code').selectAll().where('email', '=', email).execute()
      expect((await tryToRegister(email, first)).status).toBe(200)
      if (row) await koi.db.insertInto('email_code').values(row).execute()
      expect((await tryToRegister(email, wrong(first))).code).toBe('email_code_invalid')
      expect((await tryToRegister(email, first)).code).toBe('email_taken')
    })

    it('is refused during a self-exclusion', async () => {
      const email = newEmail()
      await excludeEmail(koi.db, koi.services.secrets, email, new Date(koi.time.now + 200 * DAY))
      expect((await tryToRegister(email, await koi.requestCode(email, 'register'))).code).toBe('break_active')
      koi.time.now += 201 * DAY
      expect((await tryToRegister(email, await koi.requestCode(email, 'register'))).status).toBe(200)
    })
  })

  describe('codes by mail', () => {
    it.each(['register', 'reset'])(
      'are answered alike for known and unknown addresses (%s)',
      async (purpose) => {
        const known = newEmail()
        await koi.register(known)
        await koi.forgetLimits()
        const answers = [await requestCode(known, purpose), await requestCode(newEmail(), purpose)]
        expect(answers[0]).toEqual({ status: 200, data: { expiresInS: 600, resendInS: 60 } })
        expect(answers[1]).toEqual(answers[0])
        // Both write the same rows, so that both take the same time.
        const queued = await koi.db.selectFrom('mail').select('recipient').orderBy('id').execute()
        expect(queued).toHaveLength(2)
      },
    )

    it('tell a known address that it has an account, without a code that works', async () => {
      const email = newEmail()
      await koi.register(email, { locale: 'zh-CN' })
      await koi.forgetLimits()
      await requestCode(email, 'register')
      const [mail] = await koi.readMail()
      expect(mail).toMatchObject({ to: email, subject: '你已经有锦鲤账户了' })
      expect(mail?.text).not.toMatch(/\d{6}/)
    })

    it('are not sent to an unknown address that wants a new password', async () => {
      await requestCode(newEmail(), 'reset')
      const queued = await koi.db.selectFrom('mail').select(['recipient', 'kind']).execute()
      expect(queued).toEqual([{ recipient: null, kind: 'reset-code' }])
      expect(await koi.readMail()).toEqual([])
      expect(await koi.db.selectFrom('mail').selectAll().execute()).toEqual([])
    })

    it('are sent once a minute, and 30 times an hour to one network address', async () => {
      const email = newEmail()
      expect((await requestCode(email, 'register')).status).toBe(200)
      const second = await requestCode(email, 'reset')
      expect(second).toMatchObject({ status: 429, code: 'rate_limited' })
      expect(second.retryAfterS).toBeGreaterThan(50)
      expect(second.retryAfterS).toBeLessThanOrEqual(60)
      for (let i = 0; i < 28; i++) expect((await requestCode(newEmail(), 'register')).status).toBe(200)
      const stranger = await requestCode(newEmail(), 'register')
      expect(stranger.code).toBe('rate_limited')
      expect(stranger.retryAfterS).toBeGreaterThan(3_000)
    })

    it('work for ten minutes', async () => {
      const [a, b] = [newEmail(), newEmail()]
      const codeA = await koi.requestCode(a, 'register')
      const codeB = await koi.requestCode(b, 'register')
      koi.time.now += 10 * MINUTE - 1
      expect((await tryToRegister(a, codeA)).status).toBe(200)
      koi.time.now += 1
      expect((await tryToRegister(b, codeB)).code).toBe('email_code_invalid')
    })

    it('are for one purpose and one address, and only the last one works', async () => {
      const known = newEmail()
      await koi.register(known)
      const resetCode = await koi.requestCode(known, 'reset')
      expect((await tryToRegister(known, resetCode)).code).toBe('email_code_invalid')
      const [a, b] = [newEmail(), newEmail()]
      const first = await koi.requestCode(a, 'register')
      expect((await tryToRegister(b, first)).code).toBe('email_code_invalid')
      const second = await koi.requestCode(a, 'register')
      if (first !== second) expect((await tryToRegister(a, first)).code).toBe('email_code_invalid')
      expect((await tryToRegister(a, second)).status).toBe(200)
      expect((await tryToRegister(a, second)).code).toBe('email_code_invalid')
    })

    it('take five attempts, even if many come at once', async () => {
      const email = newEmail()
      await koi.register(email)
      const code = await koi.requestCode(email, 'reset')
      const answers = await Promise.all(Array.from({ length: 20 }, () => reset(email, wrong(code))))
      expect(new Set(codes(answers))).toEqual(new Set(['email_code_invalid']))
      expect((await reset(email, code)).code).toBe('email_code_invalid')
      const row = await koi.db
        .selectFrom('email_code')
        .select('tries_left')
        .where('email', '=', email)
        .executeTakeFirst()
      expect(row).toEqual({ tries_left: 0 })

      const another = await koi.requestCode(email, 'reset')
      for (let i = 0; i < 4; i++) await reset(email, wrong(another))
      expect((await reset(email, another)).status).toBe(200)
    })

    it("work only for the caller who asked, and strangers' guesses use up no attempt", async () => {
      const email = newEmail()
      await koi.register(email)
      const [own, other] = [{ device: DEVICE }, { device: OTHER_DEVICE }]
      const code = await koi.requestCode(email, 'reset', own)
      for (const stranger of [other, {}, { from: '10.66.0.1' }]) {
        const guesses = await Promise.all(
          Array.from({ length: 6 }, () => reset(email, wrong(code), stranger)),
        )
        expect(new Set(codes(guesses))).toEqual(new Set(['email_code_invalid']))
        // Nobody else can use a code that they have seen.
        expect((await reset(email, code, stranger)).code).toBe('email_code_invalid')
      }
      // A code that a stranger requests does not replace it.
      await koi.requestCode(email, 'reset', other)
      expect((await reset(email, code, { ...own, from: '10.66.0.2' })).status).toBe(200)
    })

    it('still reach their player when strangers ask for many', async () => {
      const email = newEmail()
      await koi.register(email, {}, '203.0.113.40', DEVICE)
      await koi.forgetLimits()
      const ask = (caller: Call, to = email) => requestCode(to, 'reset', caller)
      const unknown = newEmail()
      const sent = async (to: string) => (await koi.readMail()).filter((mail) => mail.to === to).length
      for (const to of [email, unknown]) {
        const answers = []
        for (let n = 0; n < 12; n++) answers.push(await ask({ from: `10.7.0.${n}`, device: keyOf(n) }, to))
        // The mailbox gets no more than ten; the answers do not tell that.
        expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
        expect(answers[0]).toEqual({ status: 200, data: { expiresInS: 600, resendInS: 60 } })
      }
      expect(await sent(email)).toBe(10)
      // The player's device works everywhere, and every device works at the player's address.
      expect((await ask({ from: '10.7.1.1', device: DEVICE })).status).toBe(200)
      expect((await ask({ from: '203.0.113.40' })).status).toBe(200)
      expect(await sent(email)).toBe(2)
      // A neighbour at the same address uses up the limit of the address, not that of the device.
      await koi.db.deleteFrom('rate_limit').where('key', 'like', 'code-minute%').execute()
      for (let n = 0; n < 40; n++) await ask({ from: '203.0.113.40' }, newEmail())
      await koi.readMail()
      expect((await ask({ from: '203.0.113.40' })).code).toBe('rate_limited')
      expect((await ask({ from: '203.0.113.40', device: DEVICE })).status).toBe(200)
      expect(await sent(email)).toBe(1)
    })

    it('leave the last one valid when a later one is refused', async () => {
      const email = newEmail()
      const code = await koi.requestCode(email, 'register')
      for (let n = 0; n < 10; n++) await requestCode(email, 'register', { from: `10.7.2.${n}` })
      await koi.readMail()
      await koi.db.deleteFrom('rate_limit').where('key', 'like', 'code-minute%').execute()
      expect((await requestCode(email, 'register')).status).toBe(200)
      expect(await koi.readMail()).toEqual([])
      expect((await tryToRegister(email, code)).status).toBe(200)
    })

    it('are limited to one a minute and five a day for a caller', async () => {
      const email = newEmail()
      const statuses = []
      for (let n = 0; n < 6; n++) {
        await koi.db.deleteFrom('rate_limit').where('key', 'like', 'code-minute%').execute()
        statuses.push((await requestCode(email, 'register')).status)
      }
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    })
  })

  describe('log-in', () => {
    let email: string
    beforeAll(async () => {
      email = newEmail()
      await koi.register(email, {}, '203.0.113.1')
    })

    it('answers alike for a wrong password and an unknown address', async () => {
      const answers = [await koi.logIn(email, 'not the password'), await koi.logIn(newEmail(), PASSWORD)]
      expect(answers[0]).toEqual({
        status: 401,
        code: 'invalid_credentials',
        message: 'E-mail or password is wrong',
      })
      expect(answers[1]).toEqual(answers[0])
    })

    it('records every attempt, and lists those of the account', async () => {
      const own = newEmail()
      const token = await koi.register(own)
      await koi.logIn(own, 'not the password', { from: '203.0.113.66', userAgent: CHROME })
      await koi.logIn(own)
      const { data } = await koi.call('GET', '/user/logins', { token })
      const at = new Date(koi.time.now).toISOString()
      const here = { device: 'Firefox · Linux', address: '198.51.100.1', at }
      expect(data).toEqual([
        { ...here, method: 'password', outcome: 'ok' },
        {
          at,
          method: 'password',
          outcome: 'wrong_password',
          device: 'Chrome · Android',
          address: '203.0.113.66',
        },
        { ...here, method: 'register', outcome: 'ok' },
      ])
    })

    it("does not show a stranger's text as the device", async () => {
      const own = newEmail()
      const token = await koi.register(own)
      const userAgent = 'Your account is at risk, call +1 555 0100 now/1 (Linux; x)'
      await koi.logIn(own, 'not the password', { userAgent })
      const { data } = await koi.call('GET', '/user/logins', { token })
      expect(data).toMatchObject([{ outcome: 'wrong_password', device: 'Linux' }, { method: 'register' }])
    })

    it('accepts a password in either Unicode form', async () => {
      const own = newEmail()
      await koi.register(own, { password: 'Caf\u00e9 am Teich 12' })
      expect((await koi.logIn(own, 'Cafe\u0301 am Teich 12')).status).toBe(200)
    })

    it('allows ten guesses, and still lets in its player from a known address', async () => {
      const guesses = await Promise.all(
        Array.from({ length: 25 }, (_, n) => koi.logIn(email, `guess ${n}`, { from: `10.0.0.${n}` })),
      )
      expect(guesses.filter(({ code }) => code === 'invalid_credentials')).toHaveLength(10)
      const refused = guesses.filter(({ code }) => code === 'rate_limited')
      expect(refused).toHaveLength(15)
      expect(refused[0]?.retryAfterS).toBeGreaterThan(800)
      // Elsewhere the right password is limited, too, but not at the player's own address.
      expect((await koi.logIn(email, PASSWORD, { from: '10.0.1.1' })).code).toBe('rate_limited')
      expect((await koi.logIn(email, PASSWORD, { from: '203.0.113.1' })).status).toBe(200)
      const own = await Promise.all(
        Array.from({ length: 12 }, () => koi.logIn(email, 'guess', { from: '203.0.113.1' })),
      )
      expect(own.filter(({ code }) => code === 'rate_limited')).toHaveLength(2)
    })

    it("lets in the player's own device, even when strangers and neighbours guess", async () => {
      const own = newEmail()
      await koi.register(own, {}, '203.0.113.50', DEVICE)
      const guess = (from: string, to = own) => koi.logIn(to, 'guess', { from, device: OTHER_DEVICE })
      await Promise.all(Array.from({ length: 12 }, (_, n) => guess(`10.8.0.${n}`)))
      await Promise.all(Array.from({ length: 12 }, () => guess('203.0.113.50')))
      await Promise.all(Array.from({ length: 50 }, () => guess('203.0.113.50', newEmail())))
      expect((await koi.logIn(own, PASSWORD, { from: '203.0.113.50' })).code).toBe('rate_limited')
      for (const from of ['203.0.113.50', '10.8.1.1']) {
        expect((await koi.logIn(own, PASSWORD, { from, device: DEVICE })).status).toBe(200)
      }
      // The guesses of neighbours do not limit passkeys and wallets.
      const begun = await koi.call('POST', '/auth/passkey/options', { body: {}, from: '203.0.113.50' })
      expect(begun.status).toBe(200)
    })

    it('treats guesses at an unknown address the same way', async () => {
      const unknown = newEmail()
      const guesses = await Promise.all(
        Array.from({ length: 12 }, (_, n) => koi.logIn(unknown, `guess ${n}`, { from: `10.0.0.${n}` })),
      )
      expect(guesses.filter(({ code }) => code === 'rate_limited')).toHaveLength(2)
    })

    it('allows 60 attempts from one address, for all accounts together', async () => {
      const from = '10.9.9.9'
      const tries: Awaited<ReturnType<typeof koi.logIn>>[] = []
      // In groups small enough to get a turn in time on a busy machine.
      while (tries.length < 64) {
        const some = Array.from({ length: 16 }, () => koi.logIn(newEmail(), 'x', { from }))
        tries.push(...(await Promise.all(some)))
      }
      expect(tries.filter(({ code }) => code === 'rate_limited')).toHaveLength(4)
    })

    it.each([
      ['/24', 600, 'login-network:10.20.30.0/24', '10.20.30.7', '10.20.30.8', '10.20.31.7'],
      [
        '/56',
        600,
        'login-network:2001:db8:7:100::/56',
        '2001:db8:7:101::5',
        '2001:db8:7:1ff::5',
        '2001:db8:7:2::5',
      ],
      [
        '/48',
        6_000,
        'login-provider:2001:db8:7::/48',
        '2001:db8:7:1::5',
        '2001:db8:7:900::5',
        '2001:db8:8:1::5',
      ],
    ] as const)(
      "allows a %s %i of strangers' attempts, from all of its addresses together",
      async (_, most, key, one, other, far) => {
        const own = newEmail()
        await koi.register(own, {}, one, DEVICE)
        await koi.forgetLimits()
        const stranger = async (from: string) => (await koi.logIn(newEmail(), 'x', { from })).code
        expect(await stranger(one)).toBe('invalid_credentials')
        const used = (points: number) =>
          koi.db.updateTable('rate_limit').set({ points }).where('key', '=', key).execute()
        await used(most - 1)
        expect(await stranger(other)).toBe('invalid_credentials')
        expect(await stranger(other)).toBe('rate_limited')
        expect(await stranger(far)).toBe('invalid_credentials')
        // Players still get into their accounts from known addresses.
        expect((await koi.logIn(own, PASSWORD, { from: one })).status).toBe(200)
        expect((await koi.logIn(own, PASSWORD, { from: other, device: DEVICE })).status).toBe(200)
        // Refused attempts of one address do not count for its neighbours.
        await used(0)
        for (let n = 0; n < 70; n++) await stranger(other)
        const { points } = await koi.db
          .selectFrom('rate_limit')
          .select('points')
          .where('key', '=', key)
          .executeTakeFirstOrThrow()
        expect(points).toBeLessThanOrEqual(60)
      },
    )

    it('limits challenges and codes for a network, too', async () => {
      const from = '10.20.40.7'
      const options = (caller: Call) => koi.call('POST', '/auth/passkey/options', { body: {}, ...caller })
      const code = (caller: Call) => requestCode(newEmail(), 'register', caller)
      for (const ask of [options, code]) expect((await ask({ from })).status).toBe(200)
      await koi.db
        .updateTable('rate_limit')
        .set({ points: 2_000 })
        .where('key', 'like', '%-network:10.20.40.0/24')
        .execute()
      for (const ask of [options, code]) {
        expect((await ask({ from: '10.20.40.8' })).code).toBe('rate_limited')
        expect((await ask({ from: '10.20.41.8' })).status).toBe(200)
      }
    })

    it('resets the count after a success', async () => {
      const from = '10.1.1.1'
      for (let round = 0; round < 3; round++) {
        for (let i = 0; i < 4; i++) await koi.logIn(email, 'guess', { from })
        expect((await koi.logIn(email, PASSWORD, { from })).status).toBe(200)
      }
    })

    it('tells the player about a new device or address by mail, in their language', async () => {
      const own = newEmail()
      await koi.register(own, { locale: 'zh-CN' })
      await koi.logIn(own)
      expect(await koi.readMail()).toEqual([])
      await koi.logIn(own, PASSWORD, { userAgent: CHROME })
      const [mail] = await koi.readMail()
      expect(mail).toMatchObject({ to: own, subject: '你的账户有新的登录', kind: 'new-login' })
      expect(mail?.text).toContain('Chrome · Android · 198.51.100.1')
      await koi.logIn(own, PASSWORD, { userAgent: CHROME })
      expect(await koi.readMail()).toEqual([])
      await koi.logIn(own, PASSWORD, { userAgent: CHROME, from: '203.0.113.9' })
      expect(await koi.readMail()).toHaveLength(1)
    })

    it('asks for the second step if there is one, and is listed as one attempt', async () => {
      const own = newEmail()
      const token = await koi.register(own)
      await koi.db
        .updateTable('account')
        .set({ totp_secret: new Uint8Array(20), totp_confirmed_at: new Date(koi.time.now) })
        .where('email', '=', own)
        .execute()
      const answer = await koi.logIn(own)
      expect(answer).toMatchObject({ status: 401, code: 'totp_required' })
      // This is not an invalid token: the client must not log out.
      expect(answer.result).toBeUndefined()
      const { data } = await koi.call('GET', '/user/logins', { token })
      expect(data).toMatchObject([{ outcome: 'refused' }, { method: 'register' }])
    })
  })

  describe('sessions', () => {
    it('are listed with device and last use, the current one first', async () => {
      const email = newEmail()
      const first = await koi.register(email)
      koi.time.now += MINUTE
      const second = (await koi.logIn(email, PASSWORD, { userAgent: CHROME, from: '203.0.113.5' })).data.token
      koi.time.now += 2 * MINUTE
      const { data } = await koi.call('GET', '/user/sessions', { token: first })
      const now = new Date(koi.time.now).toISOString()
      expect(data).toMatchObject([
        { isCurrent: true, device: 'Firefox · Linux', address: '198.51.100.1', lastUsedAt: now },
        { isCurrent: false, device: 'Chrome · Android', address: '203.0.113.5' },
      ])
      expect(await me(second)).toBe(200)
    })

    it('end one by one, all others at once, or with the current one', async () => {
      const email = newEmail()
      const [a, b, c] = [
        await koi.register(email),
        (await koi.logIn(email)).data.token,
        (await koi.logIn(email)).data.token,
      ]
      const list = (await koi.call('GET', '/user/sessions', { token: b })).data as unknown as { id: string }[]
      const own = list[0]?.id ?? ''
      // Another player's list is out of reach.
      const stranger = await koi.register(newEmail())
      expect((await koi.call('DELETE', `/user/sessions/${own}`, { token: stranger })).code).toBe('not_found')
      expect((await koi.call('DELETE', `/user/sessions/${own}`, { token: a })).data).toHaveLength(2)
      expect(await Promise.all([a, b, c].map(me))).toEqual([200, 401, 200])
      expect((await koi.call('DELETE', '/user/sessions', { token: c })).data).toHaveLength(1)
      expect(await Promise.all([a, c].map(me))).toEqual([401, 200])
      expect(await koi.call('POST', '/user/logout', { token: c, body: {} })).toEqual({
        status: 200,
        data: {},
      })
      const dead = await koi.call('GET', '/user/me', { token: c })
      expect(dead).toMatchObject({ status: 401, code: 'unauthorized', result: { isLogin: true } })
      expect(await me(stranger)).toBe(200)
    })

    it('end after a week without use, and after 30 days in any case', async () => {
      const email = newEmail()
      const idle = await koi.register(email)
      const busy = (await koi.logIn(email)).data.token
      const start = koi.time.now
      koi.time.now = start + 7 * DAY - 1
      expect(await me(busy)).toBe(200)
      koi.time.now = start + 7 * DAY
      expect(await me(idle)).toBe(401)
      for (const days of [13, 19, 25, 29.9]) {
        koi.time.now = start + days * DAY
        expect(await me(busy)).toBe(200)
      }
      koi.time.now = start + 30 * DAY
      expect(await me(busy)).toBe(401)
      const sessions = () => koi.db.selectFrom('session').select('id').execute()
      await deleteExpired(koi.db, koi.time.now + 59 * DAY)
      expect(await sessions(), 'long after their end only').not.toEqual([])
      await deleteExpired(koi.db, koi.time.now + 90 * DAY)
      expect(await sessions()).toEqual([])
    })
  })

  describe('passwords', () => {
    it('change only with the old one; every other session ends, and a mail tells it', async () => {
      const email = newEmail()
      const token = await koi.register(email)
      const other = (await koi.logIn(email)).data.token
      const change = (password: string, newPassword: string) =>
        koi.call('PUT', '/user/password', { token, body: { password, newPassword } })
      expect((await change('not the password', OTHER_PASSWORD)).code).toBe('password_wrong')
      expect((await change(PASSWORD, '1234567890')).code).toBe('password_common')
      expect((await change(PASSWORD, OTHER_PASSWORD)).status).toBe(200)
      expect(await Promise.all([token, other].map(me))).toEqual([200, 401])
      expect((await koi.logIn(email)).code).toBe('invalid_credentials')
      expect((await koi.logIn(email, OTHER_PASSWORD)).status).toBe(200)
      expect(await subjects()).toEqual([{ to: email, subject: 'Your password was changed' }])
    })

    it('are asked for ten times in a quarter of an hour at most', async () => {
      const token = await koi.register(newEmail())
      const body = { password: 'not the password', newPassword: OTHER_PASSWORD }
      const answers = await Promise.all(
        Array.from({ length: 15 }, () => koi.call('PUT', '/user/password', { token, body })),
      )
      expect(answers.filter(({ code }) => code === 'password_wrong')).toHaveLength(10)
      expect(answers.filter(({ code }) => code === 'rate_limited')).toHaveLength(5)
    })

    it('are reset with a code; every session ends, and earlier guesses are forgotten', async () => {
      const email = newEmail()
      const token = await koi.register(email)
      const code = await koi.requestCode(email, 'reset')
      for (let i = 0; i < 12; i++) await koi.logIn(email, 'guess', { from: `10.0.0.${i}` })
      expect((await koi.logIn(email, PASSWORD, { from: '10.0.0.99' })).code).toBe('rate_limited')
      expect((await reset(email, code, { password: 'qwertyuiop' })).code).toBe('password_common')
      expect(await reset(email, code)).toEqual({ status: 200, data: {} })
      expect(await me(token)).toBe(401)
      expect((await koi.logIn(email, PASSWORD, { from: '10.0.0.99' })).code).toBe('invalid_credentials')
      expect((await koi.logIn(email, OTHER_PASSWORD, { from: '10.0.0.99' })).status).toBe(200)
      expect((await subjects())[0]).toEqual({ to: email, subject: 'You have a new password' })
    })

    it('leave no session of the old one when a reset and a log-in run at once', async () => {
      const email = newEmail()
      await koi.register(email)
      const code = await koi.requestCode(email, 'reset')
      const [done, ...logins] = await Promise.all([
        reset(email, code),
        ...Array.from({ length: 6 }, () => koi.logIn(email)),
      ])
      expect(done.status).toBe(200)
      const alive = await Promise.all(
        logins.filter(({ status }) => status === 200).map(({ data }) => me(data.token)),
      )
      expect(alive.filter((status) => status === 200)).toEqual([])
    })
  })

  describe('addresses', () => {
    const ask = (token: string, email: string, password = PASSWORD) =>
      koi.call('POST', '/user/email', { token, body: { email, password } })
    const confirm = (token: string, email: string, emailCode: string | undefined) =>
      koi.call('PUT', '/user/email', { token, body: { email, emailCode } })
    const codeIn = (mails: Awaited<ReturnType<typeof koi.readMail>>) =>
      mails.map(({ subject }) => /^\d{6}/.exec(subject)?.[0]).find(Boolean)

    it('change with the password and a code; both mailboxes are told, and other sessions end', async () => {
      const [before, after] = [newEmail(), newEmail()]
      const token = await koi.register(before)
      const other = (await koi.logIn(before)).data.token
      expect((await ask(token, after, 'not the password')).code).toBe('password_wrong')
      expect(await koi.readMail()).toEqual([])
      expect((await ask(token, after)).data).toEqual({ expiresInS: 600, resendInS: 60 })
      const mails = await koi.readMail()
      const code = codeIn(mails)
      expect(mails.map(({ to, kind }) => [to, kind])).toEqual([
        [after, 'change-code'],
        [before, 'change-asked'],
      ])
      expect(mails[1]?.text).toContain('p•••@example.test')
      // Nobody else can use the code.
      expect((await confirm(await koi.register(newEmail()), after, code)).code).toBe('email_code_invalid')
      expect((await confirm(token, after, wrong(code))).code).toBe('email_code_invalid')
      expect((await confirm(token, after, code)).data).toMatchObject({ email: after, hasPassword: true })
      const { data: terms } = await koi.call('GET', '/user/withdrawal-terms', { token })
      const waitsUntil = new Date(koi.time.now + DAY).toISOString()
      expect((terms as unknown as object[])[0]).toMatchObject({ waitsUntil })
      expect(await Promise.all([token, other].map(me))).toEqual([200, 401])
      expect(await subjects()).toEqual([
        { to: before, subject: 'Your e-mail address was changed' },
        { to: after, subject: 'Your e-mail address was changed' },
      ])
      expect((await koi.logIn(before)).code).toBe('invalid_credentials')
      expect((await koi.logIn(after)).status).toBe(200)
    })

    it('of another account cannot be taken, and only that mailbox is told', async () => {
      const [mine, theirs] = [newEmail(), newEmail()]
      const token = await koi.register(mine)
      await koi.register(theirs)
      await koi.forgetLimits()
      expect((await ask(token, theirs)).data).toEqual({ expiresInS: 600, resendInS: 60 })
      const mails = await koi.readMail()
      expect(mails.map(({ to, kind }) => [to, kind])).toEqual([
        [theirs, 'change-taken'],
        [mine, 'change-asked'],
      ])
      expect(codeIn(mails)).toBeUndefined()
    })

    it('that are taken between code and change are refused', async () => {
      const [mine, wanted] = [newEmail(), newEmail()]
      const token = await koi.register(mine)
      await ask(token, wanted)
      const code = codeIn(await koi.readMail())
      await koi.register(wanted)
      expect((await confirm(token, wanted, code)).code).toBe('email_taken')
      expect((await koi.logIn(mine)).status).toBe(200)
    })

    it('cannot be changed to escape a break', async () => {
      const [before, after, third] = [newEmail(), newEmail(), newEmail()]
      const token = await koi.register(before)
      const change = async (from: string, email: string) => {
        await koi.forgetLimits()
        await ask(from, email)
        return (await confirm(from, email, codeIn(await koi.readMail()))).code
      }
      const registered = async (email: string) => {
        await koi.readMail()
        return (await tryToRegister(email, await koi.requestCode(email, 'register'))).code
      }
      await koi.call('POST', '/user/time-out', { token, body: { hours: 168 } })
      expect(await change(token, after)).toBeUndefined()
      expect(await change(token, third)).toBeUndefined()
      // None of the addresses opens another account, and no other account takes them over.
      expect(await registered(before)).toBe('break_active')
      expect(await registered(after)).toBe('break_active')
      expect(await change(await koi.register(newEmail()), after)).toBe('break_active')
      expect(await change(token, before)).toBeUndefined()
      await koi.call('POST', '/user/close', { token, body: { password: PASSWORD, forfeitBalance: true } })
      expect(await registered(before)).toBe('break_active')
      koi.time.now += 7 * DAY
      expect(await registered(before)).toBeUndefined()
    })
  })

  describe('a player with two accounts', () => {
    // Practice mail does not prove who owns a mailbox, so accounts are not joined by it.
    let withPracticeMail: typeof koi
    beforeAll(async () => {
      withPracticeMail = koi
      koi = await makeAccountApp(koi.db, { env: { SMTP_URL: 'smtp://mail.example' } })
      koi.time.now = withPracticeMail.time.now
    })
    afterAll(() => {
      withPracticeMail.time.now = koi.time.now
      koi = withPracticeMail
    })

    const deposit = (token: string) =>
      koi.call('PUT', '/user/deposit-address', { token, body: { receives: 'sol-solana' } })
    const simulate = (token: string, amount: string) =>
      koi.call('POST', '/practice/transfers', { token, body: { amount, idempotencyKey: randomUUID() } })
    const limit = (token: string, amount: string | null) =>
      koi.call('PUT', '/user/limits/deposit/day', { token, body: { amount } })
    const shown = async (token: string) =>
      ((await koi.call('GET', '/user/responsible-play', { token })).data['limits'] as { amount: string }[])[0]
        ?.amount
    const changeEmail = async (token: string, email: string) => {
      await koi.forgetLimits()
      await koi.call('POST', '/user/email', { token, body: { email, password: PASSWORD } })
      const mail = (await koi.readMail()).find(({ to }) => to === email)
      const emailCode = /^\d{6}/.exec(mail?.subject ?? '')?.[0]
      expect((await koi.call('PUT', '/user/email', { token, body: { email, emailCode } })).status).toBe(200)
    }

    it('has one deposit limit for all names of a mailbox', async () => {
      const name = `kai${++count}`
      const one = await koi.register(`${name}@gmail.com`)
      const two = await koi.register(`k.ai${count}+2@googlemail.com`)
      const stranger = await koi.register(newEmail())
      for (const token of [one, two, stranger]) await deposit(token)
      await limit(one, '10')
      expect(await shown(two)).toBe('10.00')
      expect((await simulate(one, '6')).status).toBe(200)
      expect((await simulate(two, '5')).code).toBe('limit_reached')
      expect((await simulate(stranger, '5')).status).toBe(200)
      // Two calls at once, on both accounts: one exceeds the limit.
      const both = await Promise.all([simulate(one, '3'), simulate(two, '3')])
      expect(codes(both).sort()).toEqual(['limit_reached', 'ok'])
      // A higher limit on the other account is a raise, and waits.
      expect((await limit(two, '100')).status).toBe(200)
      expect(await shown(two)).toBe('10.00')
      koi.time.now += DAY
      expect(
        (await koi.call('POST', '/user/limits/deposit/day/raise', { token: two, body: {} })).status,
      ).toBe(200)
      expect([await shown(one), await shown(two)]).toEqual(['100.00', '100.00'])
    })

    it('keeps the limit and its use after closing one account and opening another', async () => {
      const email = newEmail()
      const first = await koi.register(email)
      await deposit(first)
      await limit(first, '10')
      expect((await simulate(first, '8')).status).toBe(200)
      const body = { password: PASSWORD, forfeitBalance: true }
      expect((await koi.call('POST', '/user/close', { token: first, body })).status).toBe(200)
      const second = await koi.register(email.replace('@', '+again@'))
      await deposit(second)
      expect(await shown(second)).toBe('10.00')
      expect((await simulate(second, '3')).code).toBe('limit_reached')
      expect((await simulate(second, '2')).status).toBe(200)
    })

    it('takes a break on both, even if the accounts shared an address only earlier', async () => {
      const [before, after] = [newEmail(), newEmail()]
      const one = await koi.register(before)
      await changeEmail(one, after)
      const two = await koi.register(before.replace('@', '+x@'))
      await deposit(two)
      expect((await koi.call('POST', '/user/time-out', { token: one, body: { hours: 24 } })).status).toBe(200)
      expect((await deposit(two)).code).toBe('break_active')
      expect((await simulate(two, '5')).code).toBe('break_active')
      koi.time.now += DAY
      expect((await deposit(two)).status).toBe(200)
      // An address given up before the exclusion opens no account during it.
      expect(
        (
          await koi.call('POST', '/user/close', {
            token: two,
            body: { password: PASSWORD, forfeitBalance: true },
          })
        ).status,
      ).toBe(200)
      await koi.call('POST', '/user/self-exclusion', { token: one, body: { months: 6, password: PASSWORD } })
      expect((await tryToRegister(before, await koi.requestCode(before, 'register'))).code).toBe(
        'break_active',
      )
    })

    it('is recognised in accounts that are older than the hashes of mailboxes', async () => {
      const email = newEmail()
      const one = await koi.register(email)
      const two = await koi.register(email.replace('@', '+x@'))
      await limit(one, '10')
      await koi.db.deleteFrom('player_way').execute()
      expect(await shown(two)).toBeNull()
      await keepEarlierWays(koi.db, koi.services.secrets)
      expect(await shown(two)).toBe('10.00')
    })

    it('is recognised by a mailbox that was given up and is now used by the account itself', async () => {
      const token = await koi.register(newEmail())
      const account_id = await uidOf(token)
      const ways = () =>
        koi.db.selectFrom('player_way').select('given_up_at').where('account_id', '=', account_id).execute()
      await koi.db
        .updateTable('player_way')
        .set({ given_up_at: new Date(koi.time.now) })
        .where('account_id', '=', account_id)
        .execute()
      await keepEarlierWays(koi.db, koi.services.secrets)
      expect(await ways()).toEqual([{ given_up_at: null }])
    })

    it('is forgotten a year after the last account is gone, and not earlier', async () => {
      const [before, after] = [newEmail(), newEmail()]
      const token = await koi.register(before)
      await changeEmail(token, after)
      const ways = async (days: number) => {
        await forgetOldWays(koi.db, koi.time.now + days * DAY)
        const uid = await uidOf(token)
        return koi.db.selectFrom('player_way').select('given_up_at').where('account_id', '=', uid).execute()
      }
      expect(await ways(364)).toHaveLength(2)
      expect(await ways(366)).toEqual([{ given_up_at: null }])
    })
  })

  describe('pages of other sites', () => {
    const ask = async (path: string, headers: Record<string, string>, method = 'GET') =>
      (await koi.app.request(`http://localhost/api${path}`, { method, headers })).status
    const code = () => `/user/email-code?email=${newEmail()}&purpose=register`

    it('cannot make a browser send mail', async () => {
      const userAgent = { 'user-agent': CHROME }
      const asked = {
        image: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
        link: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
        'link of another app': { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' },
        neighbour: { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' },
        'call without encryption': { origin: 'http://elsewhere.example' },
        'nobody’s page': { origin: 'null' },
        'image without encryption': {},
      }
      for (const [name, headers] of Object.entries(asked)) {
        expect([name, await ask(code(), { ...userAgent, ...headers })]).toEqual([name, 403])
      }
      expect(await koi.readMail()).toEqual([])
      expect(await ask(code(), { ...userAgent, 'sec-fetch-site': 'same-origin' })).toBe(200)
      expect(await ask(code(), { ...userAgent, origin: 'http://localhost' })).toBe(200)
      expect(await ask(code(), { ...userAgent, [DEVICE_HEADER]: DEVICE })).toBe(200)
      expect(await ask(code(), { 'user-agent': 'curl/8.0' })).toBe(200)
    })

    it('may read only public data', async () => {
      const foreign = { 'sec-fetch-site': 'cross-site', 'content-type': 'application/json' }
      const open = []
      for (const endpoint of API) {
        const path = endpoint.path.replace(/:(\w+)/g, 'x')
        if ((await ask(path, foreign, endpoint.method)) !== 403) open.push(endpoint.path)
      }
      expect(open.sort()).toEqual(
        API.filter(({ isOpen }) => isOpen)
          .map(({ path }) => path)
          .sort(),
      )
      expect(open).toContain('/games')
      expect(
        API.filter(({ isOpen, method, access }) => isOpen && (method !== 'GET' || access !== 'public')),
      ).toEqual([])
      expect(await ask('/rpc/1', foreign, 'POST')).toBe(403)
    })
  })

  describe('request bodies', () => {
    it.each([
      ['nested deeper than a stack', `{"email":${'['.repeat(30_000)}${']'.repeat(30_000)}}`],
      ['with NUL', '{"email":"a@example.test","password":"a\\u0000b"}'],
      ['with a NUL as a name', '{"a\\u0000b":1}'],
    ])('%s are refused', async (_, body) => {
      const response = await koi.app.request('/api/auth/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
      expect(response.status).toBe(400)
    })

    it('may contain the characters of an escaped NUL', async () => {
      expect((await koi.logIn(newEmail(), 'pond\\u0000carp')).code).toBe('invalid_credentials')
    })

    it('that break off are not reported as errors of the server', async () => {
      koi.lines.length = 0
      const body = new ReadableStream({ pull: (controller) => controller.error(new Error('aborted')) })
      const response = await koi.app.request('/api/auth/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        duplex: 'half',
      } as RequestInit)
      expect(response.status).toBe(400)
      expect(koi.lines.join('')).not.toContain('"level":"error"')
    })
  })

  describe('stored data', () => {
    it('has no secret in clear, in the database or the log', async () => {
      koi.lines.length = 0
      const email = newEmail()
      const emailCode = await koi.requestCode(email, 'register')
      const { token } = (await tryToRegister(email, emailCode)).data
      await koi.forgetLimits()
      await requestCode(email, 'reset')
      const [mail] = await koi.db.selectFrom('mail').selectAll().where('kind', '=', 'reset-code').execute()
      const hidden = JSON.parse(
        koi.services.secrets.decrypt('mail', mail?.sealed ?? new Uint8Array()).toString(),
      ) as { subject: string }
      const resetCode = hidden.subject.slice(0, 6)
      expect(resetCode).toMatch(/^\d{6}$/)
      expect((await reset(email, resetCode)).status).toBe(200)
      await koi.logIn(email, 'not the password at all')

      const tables = await sql<{ name: string }>`select tablename as name from pg_tables
        where schemaname = 'public'`.execute(koi.db)
      let dump = ''
      for (const { name } of tables.rows) {
        const rows = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(
          koi.db,
        )
        dump += rows.rows.map(({ row }) => row).join('\n')
      }
      expect(dump).toContain(email)
      const log = koi.lines.join('')
      expect(log).toContain('/api/user/register')
      for (const secret of [PASSWORD, OTHER_PASSWORD, 'not the password at all', token]) {
        expect(dump).not.toContain(secret)
        expect(log).not.toContain(secret)
      }
      // Six digits occur by chance in hashes, so only whole words count.
      for (const code of [emailCode, resetCode]) {
        expect(log).not.toMatch(new RegExp(`\\b${code}\\b`))
        expect(dump).not.toMatch(new RegExp(`(?<![0-9a-f.])${code}(?![0-9a-f])`))
      }
      expect(log).not.toContain(email)
    })

    it('is deleted when it is no longer needed', async () => {
      const token = await koi.register(newEmail())
      await requestCode(newEmail(), 'register')
      koi.time.now += 366 * DAY
      await deleteExpired(koi.db, koi.time.now)
      expect(await me(token)).toBe(401)
      for (const table of ['session', 'email_code', 'login_event'] as const) {
        expect(await koi.db.selectFrom(table).selectAll().execute(), table).toEqual([])
      }
    })
  })
}
