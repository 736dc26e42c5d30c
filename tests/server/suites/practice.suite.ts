import { encodeFunctionData, erc20Abi, parseEther, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeKey, signBytes, signTransfer } from '#features/practice/practice-keys.ts'
import { createApp } from '#server/app.ts'
import { accountEndpoints } from '#server/endpoints.ts'
import type { Config } from '#server/config/config.ts'
import { deleteExpired } from '#server/accounts/cleanup.ts'
import { openAccountApp, PASSWORD } from './account-app.ts'
import type { TestBackend } from './test-backend.ts'
import { SEPOLIA } from './wallet-players.ts'

const USDT = 1_000_000n
const GRANTED = 10_000n * USDT

interface Mail {
  readonly kind: string
  readonly to: string
  readonly code: string | null
  readonly text: string
}

export function practiceSuite(backend: TestBackend): void {
  describe('practice mail', () => {
    let koi: Awaited<ReturnType<typeof openAccountApp>>
    beforeAll(async () => {
      koi = await openAccountApp(backend)
    }, 60_000)
    beforeEach(() => koi.forgetLimits())

    /** A browser that keeps its cookies. */
    function openBrowser() {
      let cookie = ''
      const call = async (
        method: string,
        path: string,
        { body, token }: { body?: unknown; token?: string } = {},
      ) => {
        const response = await koi.app.request(`http://localhost/api${path}`, {
          method,
          headers: {
            'x-forwarded-for': '198.51.100.7',
            ...(cookie !== '' && { cookie }),
            ...(token !== undefined && { 'access-token': token }),
            ...(body !== undefined && { 'content-type': 'application/json' }),
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        })
        const set = response.headers.get('set-cookie')
        if (set !== null) cookie = set.split(';')[0] ?? ''
        const { data } = (await response.json()) as { data: never }
        return { status: response.status, data: data as Record<string, never>, set }
      }
      const mails = async () => (await call('GET', '/practice/mail')).data as unknown as Mail[]
      const ask = async (email: string, purpose: string) => {
        await koi.forgetLimits()
        return call('GET', `/user/email-code?${new URLSearchParams({ email, purpose, locale: 'en-US' })}`)
      }
      const register = async (email: string) => {
        await ask(email, 'register')
        const emailCode = (await mails()).find(({ to }) => to === email)?.code
        const body = { email, password: PASSWORD, emailCode, isAdult: true }
        return (await call('POST', '/user/register', { body })).data['token'] as unknown as string
      }
      return { call, mails, ask, register }
    }

    it('shows a code only to the browser that asked for it', async () => {
      const [mine, other] = [openBrowser(), openBrowser()]
      const { set } = await mine.ask('first@koi.example', 'register')
      expect(set).toMatch(/^koi_practice_browser=[\w-]{43}; .*HttpOnly/)
      expect(set).toContain('SameSite=Strict')
      expect(await mine.mails()).toMatchObject([
        { kind: 'register-code', to: 'first@koi.example', code: expect.stringMatching(/^\d{6}$/) as string },
      ])
      await other.ask('second@koi.example', 'register')
      expect((await other.mails()).map(({ to }) => to)).toEqual(['second@koi.example'])
      expect(await openBrowser().mails()).toEqual([])
    })

    it("opens nobody's account to a stranger who asks for a new password", async () => {
      const [mine, stranger] = [openBrowser(), openBrowser()]
      // Also if it was requested before the account existed.
      await stranger.ask('carp@koi.example', 'register')
      await mine.register('carp@koi.example')
      await stranger.ask('carp@koi.example', 'reset')
      const seen = (await stranger.mails()).map(({ kind }) => kind)
      expect(seen).toEqual(['register-code'])
      expect((await mine.mails()).map(({ kind }) => kind)).toEqual(
        expect.arrayContaining(['reset-code', 'welcome', 'register-code']),
      )
      // An address without an account looks the same to them.
      await stranger.ask('nobody@koi.example', 'reset')
      expect((await stranger.mails()).map(({ kind }) => kind)).toEqual(seen)
    })

    it('is hidden from browsers whose sessions were ended', async () => {
      const [mine, thief] = [openBrowser(), openBrowser()]
      const email = 'ended@koi.example'
      await mine.register(email)
      await koi.forgetLimits()
      await thief.call('POST', '/auth/login', { body: { email, password: PASSWORD } })
      expect((await thief.mails()).length).toBeGreaterThan(0)
      await mine.ask(email, 'reset')
      const emailCode = (await mine.mails())[0]?.code
      await mine.call('POST', '/user/reset-password', {
        body: { email, emailCode, password: 'another carp in the pond' },
      })
      expect(await thief.mails()).toEqual([])
    })

    it('is hidden from a browser whose session was ended from elsewhere, and from no other', async () => {
      const [mine, thief] = [openBrowser(), openBrowser()]
      const email = 'ended-one@koi.example'
      const token = await mine.register(email)
      await koi.forgetLimits()
      await thief.call('POST', '/auth/login', { body: { email, password: PASSWORD } })
      expect((await thief.mails()).length).toBeGreaterThan(0)
      const sessions = (await mine.call('GET', '/user/sessions', { token })).data as unknown as {
        id: string
        isCurrent: boolean
      }[]
      const theirs = sessions.find(({ isCurrent }) => !isCurrent)
      await mine.call('DELETE', `/user/sessions/${theirs?.id}`, { token })
      expect(await thief.mails()).toEqual([])
      // Later mail is hidden, too.
      await thief.ask(email, 'reset')
      expect(await thief.mails()).toEqual([])
      // Players who end their own session still read the mail that lets them in again.
      const own = sessions.find(({ isCurrent }) => isCurrent)
      await mine.call('DELETE', `/user/sessions/${own?.id}`, { token })
      expect((await mine.mails())[0]?.kind).toBe('reset-code')
    })

    describe("does not give a player another player's mailbox", () => {
      let nth = 0
      /** A player, and another name of their mailbox. */
      const newVictim = async () => {
        const name = `victim${++nth}`
        const token = await openBrowser().register(`${name}@koi.example`)
        return { token, name, other: `${name}+x@koi.example` }
      }
      const register = async (email: string) => {
        const stranger = openBrowser()
        await stranger.ask(email, 'register')
        const emailCode = (await stranger.mails())[0]?.code
        const body = { email, password: PASSWORD, emailCode, isAdult: true }
        return stranger.call('POST', '/user/register', { body })
      }
      const change = async (token: string, email: string) => {
        await koi.forgetLimits()
        await koi.call('POST', '/user/email', { token, body: { email, password: PASSWORD } })
        const mail = (await koi.readMail()).find(({ to }) => to === email)
        const emailCode = /^\d{6}/.exec(mail?.subject ?? '')?.[0]
        return koi.call('PUT', '/user/email', { token, body: { email, emailCode } })
      }
      const limitsOf = async (token: string) => {
        const { data } = await koi.call('GET', '/user/responsible-play', { token })
        return data as unknown as { break: object | null }
      }

      it('by registering', async () => {
        const { token, other } = await newVictim()
        expect((await register(other)).status).toBe(409)
        expect((await limitsOf(token)).break).toBeNull()
      })

      it('by changing the address', async () => {
        const { other, name } = await newVictim()
        const stranger = await openBrowser().register(`stranger${nth}@koi.example`)
        expect(await change(stranger, other)).toMatchObject({ status: 409, code: 'email_taken' })
        expect((await change(stranger, `${name}er@koi.example`)).status).toBe(200)
      })

      it('even if the other player gave it up', async () => {
        const { token, other, name } = await newVictim()
        expect((await change(token, `${name}-new@koi.example`)).status).toBe(200)
        expect((await register(other)).status).toBe(409)
        expect((await register(`${name}@koi.example`)).status).toBe(409)
      })

      it('but a player can use all its names, and open a new account when they have none', async () => {
        const { token, other } = await newVictim()
        expect((await change(token, other)).status).toBe(200)
        const body = { password: PASSWORD, forfeitBalance: true }
        expect((await koi.call('POST', '/user/close', { token, body })).status).toBe(200)
        expect((await register(other)).status).toBe(200)
      })
    })

    it('keeps at most 20 visible, encrypted, for a week', async () => {
      const mine = openBrowser()
      for (let n = 0; n < 22; n += 1) await mine.ask(`many${n}@koi.example`, 'register')
      const mails = await mine.mails()
      expect(mails).toHaveLength(20)
      expect(mails[0]?.to).toBe('many21@koi.example')
      const rows = await koi.db.selectFrom('practice_mail').select('sealed').execute()
      const codes = mails.map(({ code }) => code ?? '')
      expect(rows.some(({ sealed }) => codes.some((code) => Buffer.from(sealed).includes(code)))).toBe(false)
      await deleteExpired(koi.db, koi.time.now + 8 * 24 * 60 * 60_000)
      expect(await mine.mails()).toEqual([])
    })

    it.each([
      ['real money', { mode: 'live', smtpUrl: 'smtp://mail.example' }],
      ['practice money with SMTP', { mode: 'practice', smtpUrl: 'smtp://mail.example' }],
    ] as const)('does not exist for %s', async (_, settings) => {
      const config = { ...koi.services.config, trustProxy: true, ...settings } as Config
      const services = { ...koi.services, config }
      const app = createApp({
        db: koi.db,
        clock: services.clock,
        config,
        staticDir: null,
        logger: (await import('#server/base/logger.ts')).createLogger('silent'),
        endpoints: accountEndpoints(services),
      })
      const answerOf = async (path: string) => {
        const answer = await app.request(`http://localhost/api${path}`)
        return [answer.status, await answer.text(), answer.headers.get('set-cookie')]
      }
      expect(await answerOf('/practice/mail')).toEqual(await answerOf('/practice/nothing-at-all'))
      expect((await answerOf('/practice/mail'))[0]).toBe(404)
      const before = await koi.db.selectFrom('practice_mail').select('id').execute()
      await koi.forgetLimits()
      const asked = await app.request(
        'http://localhost/api/user/email-code?email=live@koi.example&purpose=register&locale=en-US',
      )
      expect([asked.status, asked.headers.get('set-cookie')]).toEqual([200, null])
      expect(await koi.db.selectFrom('practice_mail').select('id').execute()).toEqual(before)
      const document = await (await app.request('http://localhost/api/openapi.json')).text()
      expect(document.includes('/practice/mail')).toBe(settings.mode === 'practice')
    })
  })

  describe('a practice chain for wallets', () => {
    let koi: Awaited<ReturnType<typeof openAccountApp>>
    let house: string
    let usdt: string
    let nth = 0
    beforeAll(async () => {
      koi = await openAccountApp(backend)
      const chain = koi.chains.find(({ chainId }) => chainId === SEPOLIA)
      house = chain?.recipient ?? ''
      usdt = chain?.tokens.find(({ coin }) => coin === 'usdt-ethereum')?.contract ?? ''
    }, 60_000)

    const rpc = async (method: string, params: unknown[], from = `198.51.100.${10 + (nth++ % 200)}`) => {
      const response = await koi.app.request(`http://localhost/api/rpc/${SEPOLIA}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      })
      return (await response.json()) as { result?: string; error?: { code: number; message: string } }
    }
    const transferData = (to: string, amount: bigint) =>
      encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to as Hex, amount] })
    const held = async (address: string) => {
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [address as Hex] })
      return BigInt((await rpc('eth_call', [{ to: usdt, data }, 'latest'])).result ?? '')
    }
    const send = (raw: string, from?: string) => rpc('eth_sendRawTransaction', [raw], from)
    const pay = ({ key }: { key: string }, nonce: number, more: object = {}) =>
      signTransfer(key, {
        chainId: SEPOLIA,
        nonce,
        to: usdt as Hex,
        value: 0n,
        data: transferData(house, 25n * USDT),
        ...more,
      })

    it('has a wallet that signs as viem does', async () => {
      const { key, address } = makeKey()
      const account = privateKeyToAccount(key as Hex)
      expect(account.address).toBe(address)
      const text = '0x48c3a9' as const
      expect(await signBytes(key, text)).toBe(await account.signMessage({ message: { raw: text } }))
      for (const nonce of [0, 1, 300]) {
        const transaction = {
          chainId: SEPOLIA,
          nonce,
          gas: 100_000n,
          maxFeePerGas: 0n,
          maxPriorityFeePerGas: 0n,
          to: house as Hex,
          value: BigInt(nonce) * 7n,
          data: '0x' as const,
        }
        const { chainId, to, value, data } = transaction
        expect(await signTransfer(key, { chainId, nonce, to, value, data })).toBe(
          await account.signTransaction({ ...transaction, type: 'eip1559' }),
        )
      }
    })

    it('takes a signed transfer once, in the order of nonces, within the balance of the address', async () => {
      const wallet = makeKey()
      expect(await held(wallet.address)).toBe(GRANTED)
      expect(await send(await pay(wallet, 1))).toMatchObject({ error: { message: 'nonce too high' } })
      const raw = await pay(wallet, 0)
      const { result: hash } = await send(raw)
      expect(hash).toMatch(/^0x[0-9a-f]{64}$/)
      // A repeat has the same hash.
      expect(await send(raw)).toMatchObject({ result: hash })
      expect(await held(wallet.address)).toBe(GRANTED - 25n * USDT)
      expect(await rpc('eth_getTransactionCount', [wallet.address, 'pending'])).toMatchObject({
        result: '0x1',
      })
      const twin = await pay(wallet, 0, { data: transferData(house, 26n * USDT) })
      expect(await send(twin)).toMatchObject({ error: { message: 'nonce too low' } })
      const tooMuch = await pay(wallet, 1, { data: transferData(house, GRANTED) })
      expect(await send(tooMuch)).toMatchObject({ error: { message: 'insufficient funds for transfer' } })
      const chain = koi.chains.find(({ chainId }) => chainId === SEPOLIA)
      expect(await chain?.source.transaction(hash ?? '')).toMatchObject({
        from: wallet.address.toLowerCase(),
        to: usdt,
        nonce: 0,
      })
      const other = makeKey()
      const gift = await pay(wallet, 1, { to: other.address as Hex, value: parseEther('2'), data: '0x' })
      expect((await send(gift)).result).toBeDefined()
      expect(await rpc('eth_getBalance', [other.address, 'latest'])).toMatchObject({
        result: `0x${parseEther('7').toString(16)}`,
      })
    })

    it.each<[string, (wallet: { key: string }) => Promise<string>, RegExp]>([
      ['for another chain', (wallet) => pay(wallet, 0, { chainId: 1 }), /chain id/],
      [
        'to a contract it does not have',
        (wallet) => pay(wallet, 0, { to: `0x${'12'.repeat(20)}` }),
        /only moves/,
      ],
      ['that is not a transfer', (wallet) => pay(wallet, 0, { data: '0x12345678' }), /only moves/],
      ['of coin and token at once', (wallet) => pay(wallet, 0, { value: 1n }), /only moves/],
      ['without a signature', async () => '0x02c0', /not a signed/],
      ['that is too long', async () => `0x${'00'.repeat(1_001)}`, /invalid params/],
    ])('refuses a transaction %s', async (_, make, why) => {
      const { error } = await send(await make({ key: generatePrivateKey() }))
      expect(error?.message).toMatch(why)
    })

    it('limits transactions from one address', async () => {
      const answers = await Promise.all(Array.from({ length: 31 }, () => send('0x02c0', '203.0.113.9')))
      expect(answers.filter(({ error }) => error?.code === -32_005)).toHaveLength(1)
    })
  })
}
