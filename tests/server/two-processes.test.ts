import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase, type OpenDatabase } from '#server/db/open-database.ts'
import { seed } from '#server/seed.ts'
import { createLogger } from '#server/base/logger.ts'
import { startPooledPostgres, type PooledPostgres } from '../support/pgbouncer.ts'
import { makeAccountApp, PASSWORD, type Answer, type Call } from './suites/account-app.ts'
import { newWallet, SEPOLIA, type Signer } from './suites/wallet-players.ts'

type Process = Awaited<ReturnType<typeof makeAccountApp>>

const NEW_PASSWORD = 'heron at the other bank'
const DAY_MS = 24 * 60 * 60_000

/** Two apps with their own pools of connections to one PostgreSQL. */
describe('two processes on one database', () => {
  const opened: OpenDatabase[] = []
  let postgres: PooledPostgres
  let first: Process
  let second: Process
  let count = 0

  beforeAll(async () => {
    postgres = await startPooledPostgres()
    for (let n = 0; n < 2; n++) {
      opened.push(await openDatabase({ databaseUrl: postgres.url, dataDir: '' }, createLogger('silent')))
    }
    const [one, two] = opened.map(({ db }) => db)
    if (!one || !two) throw new Error('Two databases were opened')
    await migrate(one, seed)
    first = await makeAccountApp(one, { isAlone: false })
    second = await makeAccountApp(two, { isAlone: false })
  }, 120_000)
  afterAll(async () => {
    await Promise.all(opened.map(({ close }) => close()))
    await postgres.stop()
  })
  beforeEach(async () => {
    await first.forgetLimits()
    await first.readMail()
  })

  const newEmail = () => `player-${++count}@example.test`
  const me = (process: Process, token: string) => process.call('GET', '/user/me', { token })
  const both = async <T>(ask: (process: Process) => Promise<T>) => Promise.all([ask(first), ask(second)])
  /** Sends a call many times at once, in turns to the two. */
  const flood = (times: number, method: string, path: string, call: (n: number) => Call) =>
    Promise.all(
      Array.from({ length: times }, (_, n) => (n % 2 === 0 ? first : second).call(method, path, call(n))),
    )
  const succeeded = (answers: readonly Answer[]) => answers.filter(({ status }) => status === 200)
  const codes = (answers: readonly Answer[]) => [
    ...new Set(answers.map(({ status, code }) => code ?? status)),
  ]
  const laterOnBoth = (ms: number) => {
    for (const process of [first, second]) process.time.now += ms
  }

  it('share sessions, and their end', async () => {
    const email = newEmail()
    const token = await first.register(email)
    const other = (await second.logIn(email)).data.token
    expect((await both((each) => me(each, other))).map(({ status }) => status)).toEqual([200, 200])
    await second.call('POST', '/user/logout', { token: other, body: {} })
    expect((await both((each) => me(each, other))).map(({ status }) => status)).toEqual([401, 401])
    expect((await me(first, token)).status).toBe(200)
  })

  it('accept a code for a new account once', async () => {
    const email = newEmail()
    const emailCode = await first.requestCode(email, 'register')
    const body = { email, emailCode, password: PASSWORD, isAdult: true }
    const answers = await flood(5, 'POST', '/user/register', () => ({ body }))
    expect(succeeded(answers)).toHaveLength(1)
    expect(codes(answers).sort()).toEqual([200, 'email_code_invalid'])
  })

  it('accept a code for a new password once, and end every session with it', async () => {
    const email = newEmail()
    const tokens = [await first.register(email), (await second.logIn(email)).data.token]
    const emailCode = await second.requestCode(email, 'reset')
    const answers = await flood(4, 'POST', '/user/reset-password', (n) => ({
      body: { email, emailCode, password: `${NEW_PASSWORD} ${n}` },
    }))
    expect(succeeded(answers)).toHaveLength(1)
    for (const token of tokens) {
      expect((await both((each) => me(each, token))).map(({ status }) => status)).toEqual([401, 401])
    }
    const winner = answers.findIndex(({ status }) => status === 200)
    expect((await first.logIn(email, `${NEW_PASSWORD} ${winner}`)).status).toBe(200)
  })

  it('count wrong passwords together', async () => {
    const email = newEmail()
    await first.register(email)
    const answers = await flood(40, 'POST', '/auth/login', (n) => ({
      body: { email, password: `guess ${n}` },
      from: `10.1.0.${n}`,
    }))
    expect(answers.filter(({ code }) => code === 'invalid_credentials')).toHaveLength(10)
    expect(answers.filter(({ code }) => code === 'rate_limited')).toHaveLength(30)
  })

  it('count the calls of an address to outside services together', async () => {
    const answers = await flood(300, 'GET', '/wallets', () => ({ from: '10.2.0.1' }))
    expect(succeeded(answers)).toHaveLength(240)
    expect(codes(answers).sort()).toEqual([200, 'rate_limited'])
    expect((await second.call('GET', '/wallets', { from: '10.2.0.2' })).status).toBe(200)
    laterOnBoth(61_000)
    expect((await first.call('GET', '/wallets', { from: '10.2.0.1' })).status).toBe(200)
  })

  it('read the public figures once for both', async () => {
    const figures = (process: Process) => process.call('GET', '/transparency', {})
    const told = await both(figures)
    expect(told.map(({ status }) => status)).toEqual([200, 200])
    laterOnBoth(30_000)
    const later = await both(figures)
    expect(new Set([...told, ...later].map(({ data }) => data['at'])).size).toBe(1)
    const { rows } = await sql<{ epoch: string }>`
      select epoch from job where name = 'public-figures'`.execute(first.db)
    expect(rows).toEqual([{ epoch: '1' }])
  })

  it('count attempts at a code together', async () => {
    const email = newEmail()
    const emailCode = await first.requestCode(email, 'register')
    const wrong = emailCode === '000000' ? '000001' : '000000'
    const body = { email, emailCode: wrong, password: PASSWORD, isAdult: true }
    await flood(6, 'POST', '/user/register', () => ({ body }))
    for (const process of [first, second]) {
      const answer = await process.call('POST', '/user/register', { body: { ...body, emailCode } })
      expect(answer.code).toBe('email_code_invalid')
    }
  })

  it('leave no session of the old password when it changes during a log-in', async () => {
    for (let round = 0; round < 5; round++) {
      const email = newEmail()
      const token = await first.register(email)
      const body = { password: PASSWORD, newPassword: NEW_PASSWORD }
      const [change, ...logins] = await Promise.all([
        first.call('PUT', '/user/password', { token, body }),
        ...Array.from({ length: 4 }, () => second.logIn(email)),
      ])
      expect(change.status).toBe(200)
      for (const { data } of succeeded(logins)) expect((await me(second, data.token)).status).toBe(401)
      expect((await me(second, token)).status).toBe(200)
    }
  })

  it('leave no session and no log-in event when an account is closed during a log-in', async () => {
    for (let round = 0; round < 5; round++) {
      const email = newEmail()
      const token = await first.register(email)
      const { data } = await me(first, token)
      const [close] = await Promise.all([
        first.call('POST', '/user/close', { token, body: { password: PASSWORD, forfeitBalance: true } }),
        ...Array.from({ length: 4 }, (_, n) => second.logIn(email, n % 2 === 0 ? PASSWORD : 'a guess')),
      ])
      expect(close.status).toBe(200)
      const uid = data['uid'] as number
      const sessions = await second.db
        .selectFrom('session')
        .select('id')
        .where('account_id', '=', uid)
        .execute()
      const traces = await second.db
        .selectFrom('login_event')
        .select('address')
        .where('account_id', '=', uid)
        .where('address', '!=', '')
        .execute()
      expect([sessions, traces]).toEqual([[], []])
    }
  })

  it('neither hang nor fail when an account is closed while its password is reset', async () => {
    for (let round = 0; round < 5; round++) {
      const email = newEmail()
      const token = await first.register(email)
      const emailCode = await first.requestCode(email, 'reset')
      const [close, reset] = await Promise.all([
        first.call('POST', '/user/close', { token, body: { password: PASSWORD, forfeitBalance: true } }),
        second.call('POST', '/user/reset-password', { body: { email, emailCode, password: NEW_PASSWORD } }),
      ])
      // Either may come first; the other finds the session, its password or the code gone.
      expect([200, 401, 'password_wrong']).toContain(close.status === 400 ? close.code : close.status)
      expect([200, 400]).toContain(reset.status)
      expect(close.status === 200 || reset.status === 200).toBe(true)
    }
  })

  it('give one of two accounts the address that both want', async () => {
    const wanted = newEmail()
    const tokens = [await first.register(newEmail()), await second.register(newEmail())]
    const codesOf: (string | undefined)[] = []
    for (const token of tokens) {
      await first.forgetLimits()
      await first.call('POST', '/user/email', { token, body: { email: wanted, password: PASSWORD } })
      const mails = await first.readMail()
      codesOf.push(/^\d{6}/.exec(mails.find(({ to }) => to === wanted)?.subject ?? '')?.[0])
    }
    const answers = await flood(6, 'PUT', '/user/email', (n) => {
      const which = n % 2
      return { token: tokens[which] ?? '', body: { email: wanted, emailCode: codesOf[which] } }
    })
    expect(succeeded(answers)).toHaveLength(1)
  })

  it('send each queued mail once', async () => {
    const emails = Array.from({ length: 12 }, newEmail)
    for (const email of emails) {
      await first.forgetLimits()
      await first.call('GET', `/user/email-code?${new URLSearchParams({ email, purpose: 'register' })}`)
    }
    const sent = (await both((each) => each.readMail())).flat()
    expect(sent.map(({ to }) => to).sort()).toEqual([...emails].sort())
  })

  it('raise a limit once, a day after the request, and not during a break from elsewhere', async () => {
    const token = await first.register(newEmail())
    const path = '/user/limits/deposit/day'
    const confirm = () => flood(4, 'POST', `${path}/raise`, () => ({ token, body: {} }))
    const amount = async () => {
      const { data } = await second.call('GET', '/user/responsible-play', { token })
      return (data['limits'] as { amount: string }[])[0]?.amount
    }
    await first.call('PUT', path, { token, body: { amount: '10' } })
    // A cut and a raise at once: in either order, the raise is not in force yet.
    await flood(6, 'PUT', path, (n) => ({ token, body: { amount: n % 2 === 0 ? '5' : '500' } }))
    expect(await amount()).toBe('5.00')
    await first.call('PUT', path, { token, body: { amount: '500' } })
    expect(codes(await confirm())).toEqual(['limit_not_ready'])
    laterOnBoth(DAY_MS)
    const [timeOut, ...confirmed] = await Promise.all([
      first.call('POST', '/user/time-out', { token, body: { hours: 24 } }),
      ...Array.from({ length: 3 }, () => second.call('POST', `${path}/raise`, { token, body: {} })),
    ])
    expect(timeOut.status).toBe(200)
    expect(succeeded(confirmed).length).toBeLessThanOrEqual(1)
    expect(await amount()).toBe(succeeded(confirmed).length === 1 ? '500.00' : '5.00')
    expect(succeeded(await confirm())).toEqual([])
  })

  it('accept a signed message once, and open one account for a wallet', async () => {
    for (let round = 0; round < 5; round++) {
      const wallet = newWallet()
      const ask = async (process: Process) => {
        const body = { address: wallet.address, chainId: SEPOLIA }
        const { data } = await process.call('POST', '/auth/wallet/message', { body })
        const message = data['message'] as string
        return { message, signature: await wallet.sign(message), isAdult: true }
      }
      const [one, two] = await both(ask)
      const answers = await flood(8, 'POST', '/auth/wallet', (n) => ({ body: n % 4 < 2 ? one : two }))
      expect(succeeded(answers)).toHaveLength(2)
      expect(codes(answers).sort()).toEqual([200, 'wallet_message_used'])
      const uids = await Promise.all(
        succeeded(answers).map(async ({ data }) => (await me(second, data.token)).data['uid']),
      )
      expect(new Set(uids).size).toBe(1)
    }
  })

  it('keep a break in force when a wallet logs in while its account is closed', async () => {
    for (let round = 0; round < 5; round++) {
      const wallet = newWallet()
      const sign = async () => {
        const body = { address: wallet.address, chainId: SEPOLIA }
        const { data } = await second.call('POST', '/auth/wallet/message', { body })
        const message = data['message'] as string
        return { message, signature: await wallet.sign(message), isAdult: true }
      }
      const opened = await first.call('POST', '/auth/wallet', { body: await sign() })
      const { token } = opened.data
      await first.call('POST', '/user/time-out', { token, body: { hours: 24 } })
      const bodies = await Promise.all(Array.from({ length: 3 }, sign))
      const [close, ...logins] = await Promise.all([
        first.call('POST', '/user/close', { token, body: { forfeitBalance: true } }),
        ...bodies.map((body) => second.call('POST', '/auth/wallet', { body })),
      ])
      expect(close.status).toBe(200)
      for (const { data } of succeeded(logins)) expect((await me(second, data.token)).status).toBe(401)
      for (const { status, code } of logins) expect(code ?? status).toBeOneOf([200, 'break_active'])
    }
  })

  it('keep one way to log in when both are removed at once', async () => {
    for (let round = 0; round < 5; round++) {
      const wallets = [newWallet(), newWallet()]
      const ask = async (path: string, wallet: Signer, more: Call) => {
        const body = { address: wallet.address, chainId: SEPOLIA }
        const { data } = await first.call('POST', `${path}/message`, { ...more, body })
        const message = data['message'] as string
        const signed = { message, signature: await wallet.sign(message), isAdult: true }
        return first.call('POST', path, { ...more, body: signed })
      }
      const [one, two] = wallets as [Signer, Signer]
      const { token } = (await ask('/auth/wallet', one, {})).data
      expect((await ask('/user/wallets', two, { token })).status).toBe(200)
      const answers = await Promise.all([
        first.call('POST', `/user/wallets/${one.address}/removal`, { token, body: {} }),
        second.call('POST', `/user/wallets/${two.address}/removal`, { token, body: {} }),
      ])
      expect(codes(answers).sort()).toEqual([200, 'last_way_in'])
    }
  })

  it('keep one session for each log-in, even if many come at once', async () => {
    const email = newEmail()
    const token = await first.register(email)
    const { data } = await me(first, token)
    const answers = await flood(8, 'POST', '/auth/login', () => ({ body: { email, password: PASSWORD } }))
    const { rows } = await sql<{ n: string }>`select count(*) as n from session
      where account_id = ${data['uid']}`.execute(second.db)
    expect(Number(rows[0]?.n)).toBe(1 + succeeded(answers).length)
  })
})
