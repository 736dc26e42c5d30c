import { TOTP, Secret } from 'otpauth'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  addPasskey,
  beginPasskey,
  beginTotp,
  confirmTotp,
  getSecurity,
  listLogins,
  removePasskey,
  removeTotp,
  renewRecoveryCodes,
} from '#contract/account.ts'
import { beginPasskeyLogin, login, loginWithPasskey } from '#contract/auth.ts'
import { getUser } from '#contract/user.ts'
import { writeLoginEvent } from '#server/accounts/login-events.ts'
import type { Database } from '#server/db/tables.ts'
import { createLogger } from '#server/base/logger.ts'
import { callWith } from '../../support/passkey-proof.ts'
import { createPlayers, ORIGIN, PASSWORD, type Player, type Players } from '../../support/players.ts'
import { createAuthenticator, type CeremonyOptions, type Lies } from '../../support/software-authenticator.ts'
import type { TestBackend } from './test-backend.ts'

const STEP_MS = 30_000
const MINUTE_MS = 60_000
const CALLER = { origin: ORIGIN, device: null, logger: createLogger('silent') }

/** Uses real codes and real signatures. */
export function securitySuite(backend: TestBackend): void {
  describe('security', () => runSecuritySuite(backend))
}

function runSecuritySuite(backend: TestBackend): void {
  let db: Database
  let players: Players
  let player: Player

  beforeAll(async () => {
    db = await backend.fresh()
    players = await createPlayers(db)
  })
  beforeEach(async () => {
    player = await players.newPlayer()
    // The start of a time step, so that no test runs into the next one.
    players.time.now = Math.ceil(players.time.now / STEP_MS) * STEP_MS + STEP_MS * 20
  })

  const isLive = async (token: string) =>
    (await players.call(getUser, { headers: { 'access-token': token } })).status === 200

  describe('the second step', () => {
    const password = PASSWORD
    const logIn = (code?: string) =>
      players.call(login, {
        headers: player.headers,
        body: { email: player.email, password, ...(code !== undefined && { code }) },
      })
    const codeOf = (secret: string, steps = 0) =>
      TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: players.time.now + steps * STEP_MS })
    const nextStep = () => (players.time.now += STEP_MS)

    async function switchOn() {
      const { secret } = (await player.call(beginTotp, { body: { password } })).data
      const { recoveryCodes } = (await player.call(confirmTotp, { body: { code: codeOf(secret) } })).data
      nextStep()
      nextStep()
      return { secret, recoveryCodes }
    }

    it('is off until a code is confirmed', async () => {
      const { secret, uri } = (await player.call(beginTotp, { body: { password } })).data
      expect(secret).toMatch(/^[A-Z2-7]{32}$/)
      expect(uri).toContain(
        `otpauth://totp/Koi:${encodeURIComponent(player.email)}?issuer=Koi&secret=${secret}`,
      )
      expect((await logIn()).code).toBe('ok')
      expect((await player.call(confirmTotp, { body: { code: '000000' } })).code).toBe('totp_invalid')
      expect((await player.call(getSecurity)).data).toMatchObject({ hasTotp: false, recoveryCodesLeft: 0 })
      expect((await player.call(confirmTotp, { body: { code: codeOf(secret) } })).code).toBe('ok')
      expect((await player.call(getSecurity)).data).toMatchObject({ hasTotp: true, recoveryCodesLeft: 10 })
      expect(await player.mails()).toContain('totp-on')
      expect((await logIn()).code).toBe('totp_required')
    })

    it('needs the password to begin, and a secret to confirm', async () => {
      expect((await player.call(beginTotp, { body: { password: 'wrong' } })).code).toBe('password_wrong')
      expect((await player.call(confirmTotp, { body: { code: '123456' } })).code).toBe('conflict')
      const { recoveryCodes } = await switchOn()
      expect((await player.call(beginTotp, { body: { password } })).code).toBe('totp_required')
      const proof = { password, code: recoveryCodes[0] }
      expect((await player.call(beginTotp, { body: proof })).code).toBe('conflict')
      expect((await player.call(confirmTotp, { body: { code: '123456' } })).code).toBe('conflict')
    })

    it('keeps the secret encrypted and the recovery codes hashed', async () => {
      const { secret, recoveryCodes } = await switchOn()
      const account = await db
        .selectFrom('account')
        .select('totp_secret')
        .where('id', '=', player.uid)
        .executeTakeFirstOrThrow()
      const plain = Buffer.from(Secret.fromBase32(secret).bytes)
      expect(Buffer.from(account.totp_secret ?? []).includes(plain)).toBe(false)
      expect(new Set(recoveryCodes).size).toBe(10)
      for (const code of recoveryCodes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/)
    })

    it('accepts codes one time step early or late, and no more', async () => {
      const { secret } = await switchOn()
      for (const steps of [-2, 2]) expect((await logIn(codeOf(secret, steps))).code).toBe('totp_invalid')
      for (const steps of [-1, 0, 1]) expect((await logIn(codeOf(secret, steps))).code).toBe('ok')
    })

    it('refuses a used code, and one older than the last', async () => {
      const { secret } = await switchOn()
      expect((await logIn(codeOf(secret))).code).toBe('ok')
      expect((await logIn(codeOf(secret))).code).toBe('totp_invalid')
      expect((await logIn(codeOf(secret, -1))).code).toBe('totp_invalid')
      nextStep()
      expect((await logIn(codeOf(secret))).code).toBe('ok')
    })

    it('refuses the code that switched it on', async () => {
      const { secret } = (await player.call(beginTotp, { body: { password } })).data
      await player.call(confirmTotp, { body: { code: codeOf(secret) } })
      expect((await logIn(codeOf(secret))).code).toBe('totp_invalid')
    })

    it('lets in one of several parallel log-ins with the same code', async () => {
      const { secret, recoveryCodes } = await switchOn()
      const code = codeOf(secret)
      const codes = (await Promise.all([logIn(code), logIn(code), logIn(code)])).map((each) => each.code)
      expect(codes.sort()).toEqual(['ok', 'totp_invalid', 'totp_invalid'])
      const recovery = recoveryCodes[0] ?? ''
      const again = await Promise.all([logIn(recovery), logIn(recovery), logIn(recovery)])
      expect(again.map((each) => each.code).sort()).toEqual(['ok', 'totp_invalid', 'totp_invalid'])
      expect((await player.call(getSecurity)).data.recoveryCodesLeft).toBe(9)
    })

    it('accepts each recovery code once, however it is typed', async () => {
      const { recoveryCodes } = await switchOn()
      const [first = '', second = ''] = recoveryCodes
      const typed = first.toLowerCase().replace('-', ' ').replace(/0/g, 'o').replace(/1/g, 'l')
      expect((await logIn(typed)).code).toBe('ok')
      expect((await logIn(first)).code).toBe('totp_invalid')
      expect(await player.mails()).toContain('recovery-code-used')
      expect((await logIn(second)).code).toBe('ok')
      expect((await player.call(getSecurity)).data.recoveryCodesLeft).toBe(8)
    })

    it("refuses another player's codes", async () => {
      const { secret, recoveryCodes } = await switchOn()
      player = await players.newPlayer()
      await switchOn()
      expect((await logIn(codeOf(secret))).code).toBe('totp_invalid')
      expect((await logIn(recoveryCodes[0])).code).toBe('totp_invalid')
    })

    it('ends other sessions when it is switched on, renewed or switched off', async () => {
      let other = await player.session()
      const { secret, recoveryCodes } = await switchOn()
      expect([await isLive(other), await isLive(player.token)]).toEqual([false, true])

      other = await player.session()
      const body = { password, code: codeOf(secret) }
      const renewed = (await player.call(renewRecoveryCodes, { body })).data.recoveryCodes
      expect([await isLive(other), await isLive(player.token)]).toEqual([false, true])
      expect((await logIn(recoveryCodes[0])).code).toBe('totp_invalid')
      expect((await logIn(renewed[0])).code).toBe('ok')

      other = await player.session()
      expect((await player.call(removeTotp, { body })).code).toBe('totp_invalid')
      const off = await player.call(removeTotp, { body: { password, code: renewed[1] ?? '' } })
      expect(off.data).toMatchObject({ hasTotp: false, recoveryCodesLeft: 0 })
      expect([await isLive(other), await isLive(player.token)]).toEqual([false, true])
      expect((await logIn()).code).toBe('ok')
      expect(await player.mails()).toEqual(
        expect.arrayContaining(['totp-on', 'recovery-codes-renewed', 'totp-off']),
      )
      nextStep()
      const gone = await player.call(removeTotp, { body: { password, code: codeOf(secret) } })
      expect(gone.code).toBe('conflict')
    })

    it('limits guesses', async () => {
      await switchOn()
      const codes: string[] = []
      for (let n = 0; n < 12; n++) {
        const body = { password, code: String(n).padStart(6, '0') }
        codes.push((await player.call(removeTotp, { body })).code)
      }
      expect(codes.at(-1)).toBe('rate_limited')
      expect(codes.filter((code) => code === 'totp_invalid').length).toBeLessThanOrEqual(10)
    })

    it('limits guesses at log-in, even with the right password', async () => {
      const { secret } = await switchOn()
      const tried: string[] = []
      for (let n = 0; n < 7; n++) {
        tried.push((await logIn()).code, (await logIn(n % 2 ? `00000${n}` : `AAAAA-AAAA${n}`)).code)
      }
      expect(tried.slice(0, 10)).toEqual(Array(5).fill(['totp_required', 'totp_invalid']).flat())
      expect(tried.slice(10)).toEqual(Array(4).fill('rate_limited'))
      expect((await logIn(codeOf(secret))).code).toBe('rate_limited')
    })

    it('limits slow guesses, too, but lets in its player from a known address', async () => {
      const { secret } = await switchOn()
      const tried: string[] = []
      for (let n = 0; n < 32; n++) {
        await db.deleteFrom('rate_limit').where('key', 'like', 'login-%').execute()
        tried.push((await logIn(String(n).padStart(6, '0'))).code)
      }
      expect(tried).toEqual([...Array(30).fill('totp_invalid'), ...Array(2).fill('rate_limited')])
      // The password alone uses up no attempt, and tells no more than before.
      expect((await logIn()).code).toBe('totp_required')
      const { headers } = player
      const caller = { ...CALLER, address: headers['x-forwarded-for'], userAgent: headers['user-agent'] }
      const event = { method: 'password', outcome: 'ok', caller, now: players.time.now } as const
      await writeLoginEvent(db, player.uid, event)
      expect((await logIn(codeOf(secret))).code).toBe('ok')
    })
  })

  describe('passkeys', () => {
    const asked = (answer: { options: Record<string, unknown> }) =>
      answer.options as unknown as CeremonyOptions

    const begin = async () => asked((await player.call(beginPasskey, { body: { password: PASSWORD } })).data)
    const add = (response: Record<string, unknown>, name = 'My phone') =>
      player.call(addPasskey, { body: { response, name } })
    const beginLogin = async () =>
      asked((await players.call(beginPasskeyLogin, { headers: player.headers, body: {} })).data)
    const logIn = (response: Record<string, unknown>) =>
      players.call(loginWithPasskey, { headers: player.headers, body: { response } })

    async function addedAuthenticator(counts = true) {
      const authenticator = createAuthenticator(ORIGIN, { counts })
      const added = await add(authenticator.create(await begin()))
      expect(added.code).toBe('ok')
      return authenticator
    }

    it('are requested with the password, stored by the authenticator, for a verified user', async () => {
      expect((await player.call(beginPasskey, { body: { password: 'wrong' } })).code).toBe('password_wrong')
      const options = await begin()
      expect(options).toMatchObject({
        rp: { id: 'koi.example', name: 'Koi' },
        attestation: 'none',
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        timeout: 5 * MINUTE_MS,
      })
      expect(Buffer.from(options.user?.id ?? '', 'base64url')).toHaveLength(32)
      expect(await begin()).toMatchObject({ user: options.user })
    })

    it('are added with a name, listed, excluded from being added again, and removed', async () => {
      const other = await player.session()
      const authenticator = createAuthenticator(ORIGIN)
      const asked = await begin()
      expect(asked).not.toHaveProperty('excludeCredentials.0')
      const { passkeys } = (await add(authenticator.create(asked), '')).data
      expect(passkeys).toMatchObject([{ name: 'Firefox · Linux', lastUsedAt: null, isSynced: false }])
      expect([await isLive(other), await isLive(player.token)]).toEqual([false, true])
      const id = passkeys[0]?.id ?? ''
      const again = await callWith(player, authenticator, beginPasskey, { body: {} }, PASSWORD)
      expect(again.data.options).toMatchObject({ excludeCredentials: [{ id }] })

      const body = { password: PASSWORD, isLost: true } as const
      const stranger = await players.newPlayer()
      expect((await stranger.call(removePasskey, { params: { id }, body })).code).toBe('not_found')
      const third = await player.session()
      expect((await player.call(removePasskey, { params: { id }, body })).data.passkeys).toEqual([])
      expect([await isLive(third), await isLive(player.token)]).toEqual([false, true])
      expect((await player.call(removePasskey, { params: { id }, body })).code).toBe('not_found')
      expect((await logIn(authenticator.get(await beginLogin()))).code).toBe('passkey_invalid')
      expect(await player.mails()).toEqual(['passkey-added', 'passkey-removed'])
    })

    it.each<[string, Lies]>([
      ['made at another origin', { origin: 'https://koi.example.evil.test' }],
      ['made for another site', { rpId: 'evil.test' }],
      ['for another challenge', { challenge: 'bm90IHRoZSBjaGFsbGVuZ2U' }],
      ['without a verified user', { userVerified: false }],
      ['not stored by the authenticator', { rk: false }],
      ['with an unrequested attestation', { format: 'android-safetynet' }],
    ])('are refused if they are %s', async (_, lies) => {
      const response = createAuthenticator(ORIGIN).create(await begin(), lies)
      expect(await add(response)).toMatchObject({ status: 400, code: 'passkey_invalid' })
      expect((await player.call(getSecurity)).data.passkeys).toEqual([])
    })

    it('have names of one line', async () => {
      const answer = createAuthenticator(ORIGIN, { counts: true }).create(await begin())
      expect((await add(answer, 'Key\r\n\r\nCall +1 555 0100')).code).toBe('bad_request')
    })

    it("are refused when the challenge is old, used, or another player's", async () => {
      const options = await begin()
      const authenticator = createAuthenticator(ORIGIN)
      const stranger = await players.newPlayer()
      const body = { response: authenticator.create(options), name: '' }
      expect((await stranger.call(addPasskey, { body })).code).toBe('passkey_invalid')
      const both = await Promise.all([add(authenticator.create(options)), add(authenticator.create(options))])
      expect(both.map(({ code }) => code).sort()).toEqual(['ok', 'passkey_invalid'])
      player = await players.newPlayer()
      const late = authenticator.create(await begin())
      players.time.now += 5 * MINUTE_MS
      expect((await add(late)).code).toBe('passkey_invalid')
    })

    it.each([{}, { id: 'x', rawId: 'x', type: 'public-key', response: {} }, { response: null }, { id: [] }])(
      'are refused when the answer is %j',
      async (response) => {
        expect((await add(response)).code).toBe('passkey_invalid')
        expect((await logIn(response)).code).toBe('passkey_invalid')
      },
    )

    it('are refused when their bytes are not authenticator data', async () => {
      const response = createAuthenticator(ORIGIN).create(await begin())
      for (const bytes of [Buffer.alloc(0), Buffer.alloc(40_000, 0x81), Buffer.from('a1', 'hex')]) {
        const attestationObject = bytes.toString('base64url') || 'AA'
        const broken = { ...response, response: { ...response.response, attestationObject } }
        expect((await add(broken)).code).toBe('passkey_invalid')
      }
    })

    it('log in without a name, and count as both steps', async () => {
      const authenticator = await addedAuthenticator()
      await db
        .updateTable('account')
        .set({ totp_secret: Buffer.alloc(48), totp_confirmed_at: new Date(players.time.now) })
        .where('id', '=', player.uid)
        .execute()
      const options = await beginLogin()
      expect(options).toMatchObject({ rpId: 'koi.example', userVerification: 'required' })
      expect(options).not.toHaveProperty('allowCredentials.0')
      const { token } = (await logIn(authenticator.get(options))).data
      expect(await isLive(token)).toBe(true)
      const [event] = (await player.call(listLogins)).data
      expect(event).toMatchObject({ method: 'passkey', outcome: 'ok' })
      const [passkey] = (await player.call(getSecurity)).data.passkeys
      expect(passkey?.lastUsedAt).toBe(new Date(players.time.now).toISOString())
      expect((await logIn(authenticator.get(await beginLogin()))).code).toBe('ok')
    })

    it('log in again and again if they are synced and have no counter', async () => {
      const authenticator = await addedAuthenticator(false)
      for (let n = 0; n < 2; n++) expect((await logIn(authenticator.get(await beginLogin()))).code).toBe('ok')
      expect((await player.call(getSecurity)).data.passkeys[0]?.isSynced).toBe(true)
    })

    it.each<[string, Lies]>([
      ['at another origin', { origin: 'https://evil.test' }],
      ['over http', { origin: 'http://koi.example' }],
      ['for another site', { rpId: 'evil.test' }],
      ['without a verified user', { userVerified: false }],
      ['with a counter that went back', { counter: 1 }],
      ['with a counter that dropped to zero', { counter: 0 }],
      ['for another account', { userHandle: Buffer.alloc(32).toString('base64url') }],
    ])('do not log in %s', async (_, lies) => {
      const authenticator = await addedAuthenticator()
      expect(await logIn(authenticator.get(await beginLogin(), lies))).toMatchObject({
        status: 400,
        code: 'passkey_invalid',
      })
      const [event] = (await player.call(listLogins)).data
      expect(event).toMatchObject({ method: 'passkey', outcome: 'refused' })
    })

    it('do not log in with a signature of other data', async () => {
      const authenticator = await addedAuthenticator()
      const [first, second] = [await beginLogin(), await beginLogin()]
      const { signature } = authenticator.get(first).response
      const answer = authenticator.get(second)
      expect((await logIn({ ...answer, response: { ...answer.response, signature } })).code).toBe(
        'passkey_invalid',
      )
    })

    it('log in once for each challenge, within five minutes', async () => {
      const authenticator = await addedAuthenticator()
      const options = await beginLogin()
      const answers = [authenticator.get(options), authenticator.get(options)]
      const codes = (await Promise.all(answers.map(logIn))).map(({ code }) => code)
      expect(codes.sort()).toEqual(['ok', 'passkey_invalid'])
      const invented = authenticator.get({ ...options, challenge: 'aW52ZW50ZWQ' })
      expect((await logIn(invented)).code).toBe('passkey_invalid')
      const late = authenticator.get(await beginLogin())
      players.time.now += 5 * MINUTE_MS
      expect((await logIn(late)).code).toBe('passkey_invalid')
      player = await players.newPlayer()
      const forNew = await begin()
      expect((await logIn(authenticator.get({ ...forNew, rpId: 'koi.example' }))).code).toBe(
        'passkey_invalid',
      )
    })

    it('let in one of two copies that answer with the same counter', async () => {
      const authenticator = await addedAuthenticator()
      const [first, second] = [await beginLogin(), await beginLogin()]
      const answers = [authenticator.get(first, { counter: 7 }), authenticator.get(second, { counter: 7 })]
      const codes = (await Promise.all(answers.map(logIn))).map(({ code }) => code)
      expect(codes.sort()).toEqual(['ok', 'passkey_invalid'])
    })

    it('do not log in to a closed account', async () => {
      const authenticator = await addedAuthenticator()
      await db
        .updateTable('account')
        .set({ closed_at: new Date(), email: null, password_hash: null, password_changed_at: null })
        .where('id', '=', player.uid)
        .execute()
      expect((await logIn(authenticator.get(await beginLogin()))).code).toBe('passkey_invalid')
    })

    it('belong to the origin of the request when practice mode has no configured origin', async () => {
      const local = await createPlayers(db, { PUBLIC_ORIGIN: '' })
      player = { ...player, call: (endpoint, input) => local.call(endpoint, withToken(input)) }
      const options = await begin()
      expect(options.rp?.id).toBe('localhost')
      expect((await add(createAuthenticator(ORIGIN).create(options))).code).toBe('passkey_invalid')
      const authenticator = createAuthenticator('http://localhost')
      expect((await add(authenticator.create(await begin()))).code).toBe('ok')
    })

    const withToken = <T extends object>(input: T | undefined) => ({
      ...input,
      headers: { ...player.headers, 'access-token': player.token },
    })
  })
}
