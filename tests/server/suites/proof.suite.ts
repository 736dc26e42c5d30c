import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  beginPasskey,
  beginTotp,
  changePassword,
  closeAccount,
  confirmTotp,
  exportAccount,
  getSecurity,
  removePasskey,
  removeTotp,
  renewRecoveryCodes,
  requestEmailChange,
} from '#contract/account.ts'
import { beginPasskeyLogin, loginWithPasskey } from '#contract/auth.ts'
import type { BodyOf, Endpoint } from '#contract/endpoint.ts'
import { beginPasskeyProof } from '#contract/proof.ts'
import { beginWalletLink, unlinkWallet } from '#contract/wallet.ts'
import {
  addWithdrawalAddress,
  getWithdrawalTerms,
  requestWithdrawal,
  setWithdrawalWhitelist,
} from '#contract/withdrawals.ts'
import type { Database } from '#server/db/tables.ts'
import { addPasskeyTo, callWith, confirmWith } from '../../support/passkey-proof.ts'
import { PASSWORD, type Player } from '../../support/players.ts'
import type { CeremonyOptions, Lies } from '../../support/software-authenticator.ts'
import { openWithdrawalWorld, type WithdrawalWorld } from '../../support/withdrawal-world.ts'
import type { TestBackend } from './test-backend.ts'
import { createWalletPlayers, newWallet, SEPOLIA } from './wallet-players.ts'

const STEP_MS = 30_000
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const password = PASSWORD

export function proofSuite(backend: TestBackend): void {
  describe('proof', () => runProofSuite(backend))
}

function runProofSuite(backend: TestBackend): void {
  let db: Database
  let world: WithdrawalWorld
  let player: Player

  beforeAll(async () => {
    db = await backend.fresh()
    world = await openWithdrawalWorld(db)
  })
  beforeEach(async () => {
    await db.deleteFrom('rate_limit').execute()
    player = await world.richPlayer(100n)
    world.players.time.now = Math.ceil(world.players.time.now / STEP_MS) * STEP_MS + STEP_MS * 20
  })

  const withdrawal = (more: object = {}) => ({
    coin: 'usdt-tron',
    chain: 'tron-practice',
    amount: '50',
    fee: '1',
    idempotencyKey: randomUUID(),
    address: world.someAddress(),
    ...more,
  })
  const address = () => ({ chain: 'tron-practice', address: world.someAddress(), label: '' })
  const asks = async ({ call }: Pick<Player, 'call'> = player) => (await call(getSecurity)).data.asks

  async function switchTotpOn() {
    const { secret } = (await player.call(beginTotp, { body: { password } })).data
    const codeAt = (steps = 0) =>
      TOTP.generate({
        secret: Secret.fromBase32(secret),
        timestamp: world.players.time.now + steps * STEP_MS,
      })
    const { recoveryCodes } = (await player.call(confirmTotp, { body: { code: codeAt() } })).data
    world.players.time.now += 2 * STEP_MS
    return { codeAt, recoveryCodes }
  }

  /** Headers of somebody else who has a session of the account. */
  const intruder = async () => ({ 'access-token': await player.session(), 'x-forwarded-for': '203.0.113.9' })

  /** Every call that needs a proof, with its other parameters. */
  const PROVEN: [string, Endpoint, () => { params?: Record<string, string>; body?: object }][] = [
    ['a withdrawal', requestWithdrawal, () => ({ body: withdrawal() })],
    ['an address of the book', addWithdrawalAddress, () => ({ body: address() })],
    ['the whitelist', setWithdrawalWhitelist, () => ({ body: { isOn: false } })],
    ['a new passkey', beginPasskey, () => ({})],
    ['the end of a passkey', removePasskey, () => ({ params: { id: 'abc' } })],
    ['a new password', changePassword, () => ({ body: { newPassword: 'another long passphrase' } })],
    ['another address', requestEmailChange, () => ({ body: { email: 'thief@evil.example' } })],
    ['a new second step', beginTotp, () => ({})],
    ['the end of the second step', removeTotp, () => ({})],
    ['new recovery codes', renewRecoveryCodes, () => ({})],
    [
      'a new wallet',
      beginWalletLink,
      () => ({ body: { address: newWallet().address.toLowerCase(), chainId: SEPOLIA } }),
    ],
    ['the end of a wallet', unlinkWallet, () => ({ params: { address: newWallet().address.toLowerCase() } })],
    ['all that is held about the player', exportAccount, () => ({})],
    ['the end of the account', closeAccount, () => ({ body: { forfeitBalance: true } })],
  ]
  const send = (
    endpoint: Endpoint,
    input: { params?: Record<string, string>; body?: object },
    more: object,
  ) =>
    // Any of these endpoints refuses with one of these codes.
    player.call(endpoint as typeof removePasskey, { ...input, body: { ...input.body, ...more } })

  describe('every call that moves money or changes a way to log in needs', () => {
    it.each(PROVEN)('the password: %s', async (_, endpoint, input) => {
      expect((await send(endpoint, input(), {})).code).toBe('password_wrong')
      expect((await send(endpoint, input(), { password: 'wrong', passkey: undefined })).code).toBe(
        'password_wrong',
      )
    })

    it.each(PROVEN)('a code if there is a second step: %s', async (_, endpoint, input) => {
      const { codeAt } = await switchTotpOn()
      expect((await send(endpoint, input(), { password })).code).toBe('totp_required')
      expect((await send(endpoint, input(), { password, code: codeAt(3) })).code).toBe('totp_invalid')
      expect((await send(endpoint, input(), { password: 'wrong', code: codeAt() })).code).toBe(
        'password_wrong',
      )
    })

    it.each(PROVEN)('a passkey if there is one: %s', async (_, endpoint, input) => {
      await addPasskeyTo(player, password)
      expect((await send(endpoint, input(), { password })).code).toBe('passkey_required')
      expect((await send(endpoint, input(), { password, code: '123456' })).code).toBe('passkey_required')
      for (const passkey of [{}, { id: 'abc', rawId: 'abc', type: 'public-key', response: {} }]) {
        expect((await send(endpoint, input(), { password, passkey })).code).toBe('passkey_invalid')
      }
    })
  })

  describe('a proof by passkey', () => {
    it('withdraws as announced, after one password, before the browser asks', async () => {
      const { authenticator } = await addPasskeyTo(player, password)
      const [terms] = (await player.call(getWithdrawalTerms)).data
      expect(terms?.asks).toEqual({ password: true, code: false, passkey: true, heldUntil: null })
      const body = { confirms: 'ab'.repeat(32) }
      expect((await player.call(beginPasskeyProof, { body })).code).toBe('password_wrong')
      const done = await callWith(player, authenticator, requestWithdrawal, { body: withdrawal() }, password)
      expect(done.data).toMatchObject({ status: 'queued', amount: '50' })
    })

    it("needs one of the account's own passkeys, and is not offered to accounts without one", async () => {
      const body = { confirms: 'ab'.repeat(32), password }
      expect((await player.call(beginPasskeyProof, { body })).code).toBe('conflict')
      const { id } = await addPasskeyTo(player, password)
      expect((await player.call(beginPasskeyProof, { body })).data.options).toMatchObject({
        rpId: 'koi.example',
        userVerification: 'required',
        timeout: 5 * MINUTE_MS,
        allowCredentials: [{ id, type: 'public-key', transports: ['internal', 'hybrid'] }],
      })
    })

    it.each<[string, object]>([
      ['another amount', { amount: '51' }],
      ['another address', { address: 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC' }],
      ['another key', { idempotencyKey: randomUUID() }],
    ])('is valid for the confirmed request, not for %s', async (_, more) => {
      const { authenticator } = await addPasskeyTo(player, password)
      const body = withdrawal()
      const passkey = await confirmWith(player, authenticator, requestWithdrawal, { body }, { password })
      const other = await player.call(requestWithdrawal, { body: { ...body, ...more, passkey } })
      expect(other.code).toBe('passkey_invalid')
      expect((await player.call(requestWithdrawal, { body: { ...body, passkey } })).code).toBe('ok')
    })

    it('is valid for one call, one session, one account, and five minutes', async () => {
      const { authenticator } = await addPasskeyTo(player, password)
      const body = { isOn: true }
      const confirm = () => confirmWith(player, authenticator, setWithdrawalWhitelist, { body }, { password })
      const first = await confirm()
      const headers = await intruder()
      const elsewhere = await player.call(setWithdrawalWhitelist, {
        headers,
        body: { ...body, passkey: first },
      })
      expect(elsewhere.code).toBe('passkey_invalid')
      const stranger = await world.richPlayer(100n)
      await addPasskeyTo(stranger, password)
      const foreign = await stranger.call(setWithdrawalWhitelist, { body: { ...body, passkey: first } })
      expect(foreign.code).toBe('passkey_invalid')
      const twice = await Promise.all(
        [1, 2].map(() => player.call(setWithdrawalWhitelist, { body: { ...body, passkey: first } })),
      )
      expect(twice.map(({ code }) => code).sort()).toEqual(['ok', 'passkey_invalid'])
      const late = await confirm()
      world.players.time.now += 5 * MINUTE_MS
      expect((await player.call(setWithdrawalWhitelist, { body: { ...body, passkey: late } })).code).toBe(
        'passkey_invalid',
      )
    })

    it('does not log in, and a log-in does not prove', async () => {
      const { authenticator } = await addPasskeyTo(player, password)
      const { headers } = player
      const { options } = (await world.players.call(beginPasskeyLogin, { headers, body: {} })).data
      const entering = authenticator.get(options as unknown as CeremonyOptions)
      expect((await player.call(beginTotp, { body: { passkey: entering } })).code).toBe('passkey_invalid')
      const passkey = await confirmWith(player, authenticator, beginTotp, { body: {} }, { password })
      const entered = await world.players.call(loginWithPasskey, { headers, body: { response: passkey } })
      expect(entered.code).toBe('passkey_invalid')
      expect((await player.call(beginTotp, { body: { passkey } })).code).toBe('ok')
    })

    it.each<[string, Lies]>([
      ['at another origin', { origin: 'https://evil.test' }],
      ['for another site', { rpId: 'evil.test' }],
      ['without a verified user', { userVerified: false }],
      ['with a counter that went back', { counter: 1 }],
      ['for another account', { userHandle: Buffer.alloc(32).toString('base64url') }],
    ])('is refused %s', async (_, lies) => {
      const { authenticator } = await addPasskeyTo(player, password)
      const passkey = await confirmWith(player, authenticator, beginTotp, { body: {} }, { password, lies })
      expect((await player.call(beginTotp, { body: { passkey } })).code).toBe('passkey_invalid')
    })

    it('withdraws once when the same request is sent several times at once', async () => {
      const { authenticator } = await addPasskeyTo(player, password)
      const body: BodyOf<typeof requestWithdrawal> = withdrawal()
      const passkey = await confirmWith(player, authenticator, requestWithdrawal, { body }, { password })
      const answers = await Promise.all(
        Array.from({ length: 4 }, () => player.call(requestWithdrawal, { body: { ...body, passkey } })),
      )
      expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
      expect(await world.held(player)).toEqual({ available: 50n, pending: 50n })
    })

    it('suffices where there is a second step, and so does a code', async () => {
      const { authenticator } = await addPasskeyTo(player, password)
      const { secret } = (await callWith(player, authenticator, beginTotp, { body: {} }, password)).data
      const code = () =>
        TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: world.players.time.now })
      await player.call(confirmTotp, { body: { code: code() } })
      world.players.time.now += STEP_MS
      expect(await asks()).toEqual({ password: true, code: true, passkey: true, heldUntil: null })
      const body = withdrawal({ amount: '10' })
      expect((await player.call(requestWithdrawal, { body: { ...body, password } })).code).toBe(
        'totp_required',
      )
      expect((await callWith(player, authenticator, requestWithdrawal, { body }, password)).code).toBe('ok')
      const other = withdrawal({ amount: '11', password, code: code() })
      expect((await player.call(requestWithdrawal, { body: other })).code).toBe('ok')
    })

    it('replaces the fresh log-in of an account without a password', async () => {
      const wallets = createWalletPlayers(world.players)
      const walletPlayer = await wallets.newWalletPlayer()
      const { authenticator } = await addPasskeyTo(walletPlayer)
      await world.players.wait(11 * MINUTE_MS)
      const email = `passkey${walletPlayer.uid}@koi.example`
      expect((await walletPlayer.call(requestEmailChange, { body: { email } })).code).toBe(
        'login_again_required',
      )
      const done = await callWith(walletPlayer, authenticator, requestEmailChange, { body: { email } })
      expect(done.code).toBe('ok')
    })
  })

  describe('removing a passkey needs', () => {
    it('the passkey itself, and then nothing waits', async () => {
      const { authenticator, id } = await addPasskeyTo(player, password)
      const input = { params: { id }, body: {} }
      expect((await callWith(player, authenticator, removePasskey, input, password)).data.passkeys).toEqual(
        [],
      )
      expect(await asks()).toEqual({ password: true, code: false, passkey: false, heldUntil: null })
      expect((await world.ask(player)).code).toBe('ok')
    })

    it('or the password if it is lost; then every call that needs a proof is refused for a day', async () => {
      const { id } = await addPasskeyTo(player, password)
      const isLost = true
      expect((await player.call(removePasskey, { params: { id }, body: { isLost } })).code).toBe(
        'password_wrong',
      )
      expect((await player.call(removePasskey, { params: { id }, body: { isLost, password } })).code).toBe(
        'ok',
      )
      expect(await player.mails()).toContain('passkey-removed')
      const heldUntil = new Date(world.players.time.now + 24 * HOUR_MS).toISOString()
      expect(await asks()).toEqual({ password: true, code: false, passkey: false, heldUntil })
      for (const [name, endpoint, input] of PROVEN) {
        if (endpoint === removePasskey || endpoint === unlinkWallet) continue
        await db.deleteFrom('rate_limit').execute()
        expect([name, (await send(endpoint, input(), { password })).code]).toEqual([name, 'proof_waits'])
      }
      await world.players.wait(24 * HOUR_MS - 1)
      await db.deleteFrom('rate_limit').execute()
      expect((await world.ask(player)).code).toBe('proof_waits')
      await world.players.wait(1)
      expect((await world.ask(player)).code).toBe('ok')
      expect((await asks()).heldUntil).toBeNull()
    })

    it('and money waits a day after a change of address, even with a code', async () => {
      const { codeAt } = await switchTotpOn()
      const changed = new Date(world.players.time.now + 24 * HOUR_MS)
      await db
        .updateTable('account')
        .set({ money_held_until: changed })
        .where('id', '=', player.uid)
        .execute()
      const ask = () => player.call(requestWithdrawal, { body: withdrawal({ password, code: codeAt() }) })
      expect((await ask()).code).toBe('withdrawal_waits')
      const [terms] = (await player.call(getWithdrawalTerms)).data
      expect(terms?.waitsUntil).toBe(changed.toISOString())
      await world.players.wait(24 * HOUR_MS)
      expect((await ask()).code).toBe('ok')
    })

    it('more than the claim that it is lost where there is a second step', async () => {
      const { codeAt } = await switchTotpOn()
      const body = { password, code: codeAt() }
      expect((await player.call(beginPasskey, { body })).code).toBe('ok')
      const lost = { params: { id: 'abc' }, body: { password, isLost: true as const } }
      expect((await player.call(removePasskey, lost)).code).toBe('totp_required')
    })

    it('another passkey as long as there is one', async () => {
      const { authenticator, id } = await addPasskeyTo(player, password)
      const begun = await callWith(player, authenticator, beginPasskey, { body: {} }, password)
      expect(begun.code).toBe('ok')
      await db
        .insertInto('passkey')
        .values({
          id: `second-${player.uid}`,
          account_id: player.uid,
          public_key: Buffer.alloc(3),
          counter: '0',
          transports: [],
          name: '',
          is_synced: false,
          created_at: new Date(),
          last_used_at: null,
        })
        .execute()
      const lost = { params: { id: `second-${player.uid}` }, body: { password, isLost: true as const } }
      expect((await player.call(removePasskey, lost)).code).toBe('ok')
      expect((await world.ask(player)).code).toBe('passkey_required')
      const done = await callWith(player, authenticator, requestWithdrawal, { body: withdrawal() }, password)
      expect([done.code, id]).toEqual(['ok', expect.any(String)])
    })
  })

  describe('a proof by code', () => {
    it('is used up by a successful call, not by a refused one', async () => {
      const { codeAt, recoveryCodes } = await switchTotpOn()
      for (const code of [codeAt(), recoveryCodes[0] ?? '']) {
        expect((await world.ask(player, { code, amount: '5000' })).code).toBe('insufficient_funds')
        expect((await world.ask(player, { code, amount: '10' })).code).toBe('ok')
        expect((await world.ask(player, { code, amount: '10' })).code).toBe('totp_invalid')
      }
    })

    it('can be guessed 20 times a day from one session, and the player still has their own attempts', async () => {
      const { codeAt } = await switchTotpOn()
      const headers = await intruder()
      const guess = async (n: number) => {
        await db.deleteFrom('rate_limit').where('key', 'like', 'within-%').execute()
        const body = { isOn: true, password, code: String(n).padStart(6, '0') }
        return (await player.call(setWithdrawalWhitelist, { headers, body })).code
      }
      const guesses: string[] = []
      for (let n = 0; n < 22; n++) guesses.push(await guess(n))
      expect(guesses).toEqual([...Array(20).fill('totp_invalid'), 'rate_limited', 'rate_limited'])
      expect((await player.mails()).filter((kind) => kind === 'wrong-codes')).toHaveLength(1)
      expect((await world.ask(player, { code: codeAt() })).code).toBe('ok')
    })

    it('cannot be guessed more often with parallel guesses', async () => {
      await switchTotpOn()
      await db.deleteFrom('rate_limit').execute()
      const guesses = await Promise.all(
        Array.from({ length: 12 }, (_, n) =>
          player.call(setWithdrawalWhitelist, { body: { isOn: true, password, code: `00000${n % 10}` } }),
        ),
      )
      expect(guesses.map(({ code }) => code).sort()).toEqual([
        ...Array(2).fill('rate_limited'),
        ...Array(10).fill('totp_invalid'),
      ])
    })

    it('uses up no attempt when it is right, and causes no mail', async () => {
      const { codeAt } = await switchTotpOn()
      for (let n = 0; n < 8; n++) {
        await db.deleteFrom('rate_limit').where('key', 'like', 'within-%').execute()
        const body = { isOn: n % 2 === 0, password, code: codeAt() }
        expect((await player.call(setWithdrawalWhitelist, { body })).code).toBe('ok')
        world.players.time.now += STEP_MS
      }
      expect(await player.mails()).not.toContain('wrong-codes')
    })

    it('gives back only its own attempt when a missing lock prevented the check', async () => {
      const { codeAt } = await switchTotpOn()
      const tries = async () => {
        const rows = await db
          .selectFrom('rate_limit')
          .select('points')
          .where('key', 'like', 'code-%')
          .execute()
        return rows.map(({ points }) => points)
      }
      const renew = (code: string) => player.call(renewRecoveryCodes, { body: { password, code } })
      for (const n of [3, 4]) expect((await renew(codeAt(n))).code).toBe('totp_invalid')
      expect(await tries()).toEqual([2, 2])
      await sql`create function no_lock() returns trigger language plpgsql as
        $$ begin raise exception 'canceling statement due to lock timeout' using errcode = '55P03'; end $$`.execute(
        db,
      )
      await sql`create trigger no_lock before insert on recovery_code execute function no_lock()`.execute(db)
      try {
        expect((await renew(codeAt())).code).toBe('unavailable')
        // The attempt is given back after the answer.
        await pause(100)
        expect(await tries()).toEqual([2, 2])
      } finally {
        await sql`drop function no_lock cascade`.execute(db)
      }
      expect((await renew(codeAt())).code).toBe('ok')
    })

    it("is used up in the intruder's session, and not in the player's", async () => {
      const headers = await intruder()
      const ask = (more: object) =>
        player.call(setWithdrawalWhitelist, { body: { isOn: true, password: 'wrong' }, ...more })
      const tried: string[] = []
      for (let n = 0; n < 11; n++) tried.push((await ask({ headers })).code)
      expect(tried.at(-1)).toBe('rate_limited')
      expect((await ask({})).code).toBe('password_wrong')
    })
  })
}
