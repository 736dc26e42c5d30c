import { randomBytes } from 'node:crypto'
import { userInfo } from 'node:os'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { API_BASE } from '#contract/api-base.ts'
import { getProfile } from '#contract/account.ts'
import { act, ACTIONS, decideProposal, listProposals, type ActionName } from '#contract/operator/actions.ts'
import { OPERATOR_API } from '#contract/operator/api.ts'
import { getLogCheck, listLog, startLogCheck } from '#contract/operator/log.ts'
import { inviteOperator, listOperators, removeOperator } from '#contract/operator/operators.ts'
import { findPlayers } from '#contract/operator/players.ts'
import { ROLES, type Role } from '#contract/operator-roles.ts'
import {
  acceptInvitation,
  beginConfirmation,
  beginInvitation,
  beginOperatorLogin,
  confirmSession,
  endOperatorSession,
  getOperatorSession,
  logInOperator,
  OPERATOR_TOKEN_HEADER,
} from '#contract/operator/session.ts'
import { createLogger } from '#server/base/logger.ts'
import { checkOperatorLog } from '#server/books/operator-log.ts'
import type { Database } from '#server/db/tables.ts'
import { createLogCheck } from '#server/operators/check-log.ts'
import { createPlayers } from '../../support/players.ts'
import {
  CONSOLE_ORIGIN,
  openOperatorWorld,
  type OperatorWorld,
  type TestOperator,
} from '../../support/operator-world.ts'
import { createAuthenticator } from '../../support/software-authenticator.ts'
import { USDT } from '../../support/withdrawal-world.ts'
import type { TestBackend } from './test-backend.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const WHY = { why: 'a test' }
const RESPONSE = { response: {} }
const NOBODY = 'A'.repeat(43)

interface Row {
  /** Everybody means: also who is not logged in. */
  readonly roles: readonly Role[] | 'everybody'
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
}

const ALL: readonly Role[] = ROLES
const MONEY: readonly Role[] = ['finance', 'risk', 'owner']
const uid = { params: { uid: '1' } }
const id = { params: { id: '999999' } }
const slug = { params: { slug: 'no-game' } }

/** Who may do what: by hand, so that a change of the contract's own table shows. */
const TABLE: Readonly<Record<string, Row>> = {
  'POST /operator/session/challenge': { roles: 'everybody', body: {} },
  'POST /operator/session': { roles: 'everybody', body: RESPONSE },
  'GET /operator/session': { roles: ALL },
  'DELETE /operator/session': { roles: ALL },
  'POST /operator/session/confirmation/challenge': { roles: ALL, body: {} },
  'POST /operator/session/confirmation': { roles: ALL, body: RESPONSE },
  'POST /operator/invitations/challenge': { roles: 'everybody', body: { token: NOBODY } },
  'POST /operator/invitations': { roles: 'everybody', body: { token: NOBODY, ...RESPONSE } },
  'GET /operator/today': { roles: ALL },
  'GET /operator/players': { roles: ALL },
  'GET /operator/players/:uid': { roles: ALL, ...uid },
  'GET /operator/players/:uid/payments': { roles: ALL, ...uid },
  'GET /operator/players/:uid/movements': { roles: MONEY, ...uid },
  'GET /operator/players/:uid/bets': { roles: MONEY, ...uid },
  'GET /operator/players/:uid/rewards': { roles: MONEY, ...uid },
  'POST /operator/players/:uid/end-sessions': {
    roles: ['support', 'risk', 'owner'],
    params: { uid: '999999' },
    body: WHY,
  },
  'GET /operator/withdrawals': { roles: MONEY },
  'GET /operator/withdrawals/:id': { roles: MONEY, ...id },
  'POST /operator/withdrawals/:id/challenge': {
    roles: MONEY,
    ...id,
    body: {
      decision: 'approve',
      shown: { coin: 'usdt-tron', chain: 'tron-practice', amount: '1', address: 'T' },
    },
  },
  'POST /operator/withdrawals/:id/votes': {
    roles: MONEY,
    ...id,
    body: { decision: 'approve', ...WHY, ...RESPONSE },
  },
  'GET /operator/games': { roles: ALL },
  'GET /operator/games/:slug/days': { roles: ALL, ...slug },
  'PUT /operator/games/:slug/pause': { roles: ['risk', 'owner'], ...slug, body: { isPaused: true, ...WHY } },
  // Each action has its roles, below.
  'POST /operator/actions': {
    roles: ['finance', 'owner'],
    body: { action: 'code stop', words: ['999999'], options: {}, ...WHY },
  },
  'GET /operator/proposals': { roles: MONEY },
  'POST /operator/proposals/:id': { roles: MONEY, ...id, body: { isAgreed: true, ...WHY } },
  'GET /operator/promotions': { roles: ALL },
  'GET /operator/codes': { roles: ALL },
  'GET /operator/providers': { roles: MONEY },
  'GET /operator/chains': { roles: MONEY },
  'GET /operator/arrivals': { roles: MONEY },
  'GET /operator/arrivals/search': { roles: MONEY, query: { search: `0x${'ab'.repeat(20)}` } },
  'GET /operator/operators': { roles: ['owner'] },
  'POST /operator/operators': { roles: ['owner'], body: { name: ' ', role: 'support', ...WHY } },
  'DELETE /operator/operators/:id': { roles: ['owner'], ...id, body: WHY },
  'GET /operator/log': { roles: ['risk', 'owner'] },
  'GET /operator/log/check': { roles: ['risk', 'owner'] },
  'POST /operator/log/check': { roles: ['risk', 'owner'] },
}

const OF_ACTIONS: Readonly<Record<ActionName, readonly Role[]>> = {
  'promotion add': ['finance', 'owner'],
  'promotion end': ['finance', 'owner'],
  'code create': ['finance', 'owner'],
  'code stop': ['finance', 'owner'],
  'rounds give': ['finance', 'owner'],
  'news send': ['finance', 'owner'],
  'debt settle': ['risk', 'owner'],
  'provider on': ['risk', 'owner'],
  'provider off': ['risk', 'owner'],
}

const CODE = { name: 'A code', until: '2027-01-31T00:00:00Z', coin: 'usdt-tron' }
/** 10 × 100 dollars are exactly the limit. */
const FITS = { ...CODE, money: '100', uses: '10' }
const ROUNDS = {
  game: 'dice',
  coin: 'usdt-tron',
  stake: '200',
  rounds: '10',
  params: '{"side":"over","target":5050}',
}
const TOO_MUCH = { ...CODE, money: '100', uses: '11' }

export function operatorsSuite(backend: TestBackend): void {
  describe('operators of the console', () => {
    let db: Database
    let world: OperatorWorld

    beforeEach(async () => {
      db = await backend.fresh()
      world = await openOperatorWorld(db)
    })

    const linesOf = async () =>
      (await db.selectFrom('admin_action').selectAll().orderBy('line').execute()).map(
        ({ action, by_name, kind }) => [kind, by_name, action],
      )

    describe('accounts', () => {
      it('begin with an invitation of the command line, a passkey, and a session of 8 hours', async () => {
        const alice = await world.newOperator('owner', 'Alice')
        const { data } = await alice.call(getOperatorSession)
        expect(data).toEqual({
          operator: { id: alice.id, name: 'Alice', role: 'owner' },
          expiresAt: '2026-06-01T20:00:00.000Z',
        })
        world.time.now += 8 * HOUR_MS - 1
        expect((await alice.call(getOperatorSession)).code).toBe('ok')
        world.time.now += 1
        expect((await alice.call(getOperatorSession)).status).toBe(401)
        expect((await alice.logIn()).code).toBe('ok')
        expect((await alice.call(getOperatorSession)).code).toBe('ok')
        await alice.call(endOperatorSession)
        expect((await alice.call(getOperatorSession)).status).toBe(401)
        expect(await linesOf()).toEqual([
          ['change', 'Mei', 'operator invite'],
          ['change', 'Alice', 'operator join'],
          ['change', 'Alice', 'operator log-in'],
          ['change', 'Alice', 'operator log-out'],
        ])
      })

      it('have no secret in the database', async () => {
        const invitation = await world.invite('Bob', 'support')
        const alice = await world.newOperator('owner')
        for (const table of ['operator_invitation', 'operator_session', 'admin_action'] as const) {
          const text = JSON.stringify(await db.selectFrom(table).selectAll().execute())
          expect(text).not.toContain(invitation)
          expect(text).not.toContain(alice.token)
        }
      })

      it('take an invitation once, within 24 hours, and answer alike whatever is wrong with it', async () => {
        const open = (token: string) => world.call(beginInvitation, { body: { token } })
        const token = await world.invite('Bob', 'support')
        const authenticator = createAuthenticator(CONSOLE_ORIGIN)
        const accept = async () => {
          const { data } = await open(token)
          return world.call(acceptInvitation, {
            body: { token, response: authenticator.create(data.options as never) },
          })
        }
        const answers = [await open(NOBODY)]
        const first = await accept()
        expect(first.code).toBe('ok')
        answers.push(await open(token))
        const late = await world.invite('Carol', 'support')
        world.time.now += 24 * HOUR_MS
        answers.push(await open(late))
        const replaced = await world.invite('Dan', 'support')
        await world.invite('Dan', 'risk')
        answers.push(await open(replaced))
        expect(answers.map(({ status, message }) => [status, message])).toEqual(
          answers.map(() => [404, answers[0]?.message]),
        )
        await expect(world.invite('bob', 'owner')).rejects.toThrow(
          'There is, or was, an operator of this name',
        )
      })

      it('of two that accept one invitation at once, make one', async () => {
        const other = await openOperatorWorld(await backend.openAnother(), world.time)
        const token = await world.invite('Bob', 'support')
        const answers = await Promise.all(
          [world, other].map(async (process) => {
            const { data } = await process.call(beginInvitation, { body: { token } })
            const response = createAuthenticator(CONSOLE_ORIGIN).create(data.options as never)
            return process.call(acceptInvitation, { body: { token, response } })
          }),
        )
        expect(answers.map(({ code }) => code).sort()).toEqual(['not_found', 'ok'])
        expect(await db.selectFrom('operator_passkey').selectAll().execute()).toHaveLength(1)
      })

      it('refuse a passkey of another site, without a verified user, forged, or used again', async () => {
        const alice = await world.newOperator('owner')
        const refused = async (lies: object) => {
          const { data } = await world.call(beginOperatorLogin, { body: {} })
          const response = alice.authenticator.get(data as never, lies)
          return (await world.call(logInOperator, { body: { response } })).code
        }
        expect(await refused({ origin: 'https://koi.example' })).toBe('passkey_invalid')
        expect(await refused({ rpId: 'koi.example' })).toBe('passkey_invalid')
        expect(await refused({ userVerified: false })).toBe('passkey_invalid')
        expect(await refused({ challenge: randomBytes(32).toString('base64url') })).toBe('passkey_invalid')
        expect(await refused({ counter: 1 })).toBe('passkey_invalid')
        expect(await refused({ userHandle: 'AAAA' })).toBe('passkey_invalid')
        const { data } = await world.call(beginOperatorLogin, { body: {} })
        const response = alice.authenticator.get(data as never)
        expect((await world.call(logInOperator, { body: { response } })).code).toBe('ok')
        expect((await world.call(logInOperator, { body: { response } })).code).toBe('passkey_invalid')
      })

      it('are limited in their tries by address', async () => {
        const tries = async (from: string) => {
          const codes = []
          for (let n = 0; n < 61; n++)
            codes.push((await world.call(beginOperatorLogin, { body: {}, from })).code)
          return codes
        }
        expect((await tries('203.0.113.9')).at(-1)).toBe('rate_limited')
        expect((await world.call(beginOperatorLogin, { body: {}, from: '203.0.113.10' })).code).toBe('ok')
      })

      it('are limited at a port of their own whatever address a caller there claims', async () => {
        const own = await openOperatorWorld(db, world.time, { OPERATOR_PORT: '8090' })
        const codes = []
        for (let n = 0; n < 61; n++)
          codes.push((await own.call(beginOperatorLogin, { body: {}, from: `203.0.113.${n}` })).code)
        expect(codes.at(-1)).toBe('rate_limited')
      })

      it('end at once when they are removed; the last owner stays', async () => {
        const [alice, bob] = [await world.newOperator('owner'), await world.newOperator('finance')]
        const remove = async (by: TestOperator, { id: removed }: TestOperator) => {
          await by.confirm()
          return by.call(removeOperator, { params: { id: removed }, body: WHY })
        }
        expect((await remove(alice, alice)).code).toBe('conflict')
        expect((await remove(alice, bob)).code).toBe('ok')
        expect((await bob.call(getOperatorSession)).status).toBe(401)
        expect((await bob.logIn()).code).toBe('passkey_invalid')
        const carol = await world.newOperator('owner')
        await Promise.all([alice.confirm(), carol.confirm()])
        const both = await Promise.all(
          [alice, carol].map((by, n, all) =>
            by.call(removeOperator, { params: { id: all[1 - n]?.id ?? '' }, body: WHY }),
          ),
        )
        expect(both.filter(({ code }) => code === 'ok')).toHaveLength(1)
      })

      it('are invited by an owner, listed, and taken back', async () => {
        const alice = await world.newOperator('owner', 'Alice')
        await alice.confirm()
        const { data } = await alice.call(inviteOperator, { body: { name: 'Bob', role: 'risk', ...WHY } })
        expect(data.path).toMatch(/^\/operator\/join#[\w-]{43}$/)
        const listed = (await alice.call(listOperators)).data
        const { fingerprint } = alice
        expect(fingerprint).toMatch(/^(?:[0-9a-f]{4}-){5}[0-9a-f]{4}$/)
        expect(listed).toMatchObject([
          { name: 'Alice', invitedUntil: null, fingerprint },
          { name: 'Bob', role: 'risk', joinedAt: null, invitedUntil: data.until, fingerprint: null },
        ])
        const joined = await db
          .selectFrom('admin_action')
          .select('what')
          .where('action', '=', 'operator join')
          .executeTakeFirstOrThrow()
        expect(joined.what).toMatchObject({ fingerprint })
        await alice.call(removeOperator, { params: { id: listed[1]?.id ?? '' }, body: WHY })
        const token = data.path.split('#')[1] ?? ''
        expect((await world.call(beginInvitation, { body: { token } })).status).toBe(404)
      })

      it('need their passkey again for what makes or ends operators: a token alone is not enough', async () => {
        const alice = await world.newOperator('owner')
        const bob = await world.newOperator('owner')
        const invited = () =>
          alice.call(inviteOperator, { body: { name: `New ${world.time.now}`, role: 'risk', ...WHY } })
        expect((await invited()).code).toBe('confirmation_needed')
        const removal = { params: { id: bob.id }, body: WHY }
        expect((await alice.call(removeOperator, removal)).code).toBe('confirmation_needed')
        const begun = (await alice.call(beginConfirmation, { body: {} })).data as never
        const confirm = (by: TestOperator, response: unknown) =>
          by.call(confirmSession, { body: { response } })
        // The answers are of another operator, for another session, and used before.
        expect((await confirm(alice, bob.authenticator.get(begun))).code).toBe('passkey_invalid')
        const other = (await bob.call(beginConfirmation, { body: {} })).data as never
        expect((await confirm(alice, alice.authenticator.get(other))).code).toBe('passkey_invalid')
        const again = (await alice.call(beginConfirmation, { body: {} })).data as never
        const answer = alice.authenticator.get(again)
        expect((await confirm(alice, answer)).code).toBe('ok')
        expect((await confirm(alice, answer)).code).toBe('passkey_invalid')
        expect((await invited()).code).toBe('ok')
        world.time.now += 5 * MINUTE_MS + 1
        expect((await invited()).code).toBe('confirmation_needed')
      })

      it('take the invitations with them that they have made, whenever that was', async () => {
        const [alice, bob] = [
          await world.newOperator('owner', 'Alice'),
          await world.newOperator('owner', 'Bob'),
        ]
        await bob.confirm()
        const { data } = await bob.call(inviteOperator, { body: { name: 'Second', role: 'owner', ...WHY } })
        const token = data.path.split('#')[1] ?? ''
        await alice.confirm()
        await alice.call(removeOperator, { params: { id: bob.id }, body: WHY })
        expect((await world.call(beginInvitation, { body: { token } })).status).toBe(404)
        const [line] = (await alice.call(listLog, { query: { action: 'operator remove' } })).data.lines
        expect(line?.what).toMatchObject({ name: 'Bob', invitations: ['Second'] })
      })

      it('are made on devices that have no operator yet', async () => {
        const alice = await world.newOperator('owner')
        const token = await world.invite('Second', 'owner')
        const { options } = (await world.call(beginInvitation, { body: { token } })).data
        const passkeys = await db.selectFrom('operator_passkey').select('id').execute()
        expect(options).toMatchObject({ excludeCredentials: passkeys })
        expect(passkeys).toHaveLength(1)
        expect(alice.id).toBeDefined()
      })

      it('have names without invisible letters, and without those of two alphabets that look alike', async () => {
        const invite = (name: string) => world.invite(name, 'support')
        for (const name of ['\u0410lice', 'Ali\u200bce', 'Bo\u3164', 'Bo\u0007'])
          await expect(invite(name), JSON.stringify(name)).rejects.toThrow(/cannot be read/)
        await invite('Ａｌｉｃｅ')
        const names = await db.selectFrom('operator').select('name').execute()
        expect(names).toEqual([{ name: 'Alice' }])
      })

      it('and players know nothing of each other', async () => {
        const alice = await world.newOperator('owner')
        const players = await createPlayers(db, { OPERATOR_ORIGIN: CONSOLE_ORIGIN })
        const player = await players.newPlayer()
        const session = await db.selectFrom('session').select('token_hash').executeTakeFirstOrThrow()
        expect(session).toBeDefined()
        expect((await players.call(getProfile, { headers: { 'access-token': alice.token } })).status).toBe(
          401,
        )
        expect(
          (await players.call(getProfile, { headers: { [OPERATOR_TOKEN_HEADER]: alice.token } })).status,
        ).toBe(401)
        for (const header of [OPERATOR_TOKEN_HEADER, 'access-token']) {
          const headers = { [header]: player.token }
          expect((await world.call(getOperatorSession, { headers })).status).toBe(401)
        }
        // A player's app has no such address.
        for (const { method, path } of OPERATOR_API) {
          const response = await players.app.request(API_BASE + path.replace(/:\w+/g, '1'), { method })
          expect([path, response.status]).toEqual([path, 404])
        }
        await players.play.close()
      })
    })

    describe('roles', () => {
      it('are written down for every call', () => {
        expect(Object.keys(TABLE)).toEqual(OPERATOR_API.map(({ method, path }) => `${method} ${path}`))
        expect(Object.keys(OF_ACTIONS)).toEqual(Object.keys(ACTIONS))
      })

      it('may do what the table says and no more, each tried with each call', async () => {
        const operators = await Promise.all(ROLES.map((role) => world.newOperator(role)))
        const wrong: string[] = []
        for (const endpoint of OPERATOR_API) {
          const name = `${endpoint.method} ${endpoint.path}`
          const row = TABLE[name]
          if (!row) throw new Error(`No row for ${name}`)
          const { roles, ...input } = row
          const ask = async (token?: string) => {
            await world.forgetLimits()
            return world.call(endpoint, { ...(input as object), ...(token !== undefined && { token }) })
          }
          const stranger = await ask()
          if ((stranger.status === 401) !== (roles !== 'everybody'))
            wrong.push(`${name}: nobody ${stranger.status}`)
          for (const operator of operators) {
            const { status, message } = await ask(operator.token)
            const isAllowed = roles === 'everybody' || roles.includes(operator.role)
            if (status >= 500 || status === 401 || message.includes('no such address'))
              wrong.push(`${name}: ${operator.role} ${status} ${message}`)
            if ((status === 403) === isAllowed) wrong.push(`${name}: ${operator.role} ${status}`)
            if (name === 'DELETE /operator/session') await operator.logIn()
          }
        }
        for (const [action, roles] of Object.entries(OF_ACTIONS)) {
          for (const operator of operators) {
            const body = { action: action as ActionName, words: [], options: {}, ...WHY }
            const { status } = await operator.call(act, { body })
            if (status >= 500 || (status === 403) === roles.includes(operator.role))
              wrong.push(`${action}: ${operator.role} ${status}`)
          }
        }
        expect(wrong).toEqual([])
      })
    })

    describe('the log', () => {
      /** At the end of the check that runs. */
      const checked = async (by: TestOperator) => {
        const state = async () => (await by.call(getLogCheck)).data
        await expect.poll(async () => (await state()).running).toBeNull()
        return state()
      }

      it('has a line for each read and change, chained from the first', async () => {
        const risk = await world.newOperator('risk', 'Rita')
        await risk.call(listProposals)
        expect((await linesOf()).at(-1)).toEqual(['read', 'Rita', 'proposals read'])
        await world.admin('promotion', 'list')
        expect((await linesOf()).at(-1)).toEqual(['read', 'Mei', 'promotion list'])
        const { data } = await risk.call(listLog, { query: { by: 'ri', kind: 'changes' } })
        expect(data.lines.map(({ action }) => action)).toEqual(['operator join'])
        expect((await linesOf()).at(-1)).toEqual(['read', 'Rita', 'log read'])
        await risk.call(startLogCheck)
        const { last } = await checked(risk)
        expect(last).toMatchObject({ lines: 6, sealed: null, faults: [] })
        const lines = await db.selectFrom('admin_action').select('hash').orderBy('line', 'desc').execute()
        expect(last?.head).toBe(Buffer.from(lines[0]?.hash ?? []).toString('hex'))
        // Asking how far it is writes no line: pages do so each second.
        expect(await linesOf()).toHaveLength(6)
      })

      it('tells operators of the console from names of the command line', async () => {
        const risk = await world.newOperator('risk', 'Rita')
        await world.admin('promotion', 'list', [], {}, 'Rita')
        const linesFrom = async (from: 'console' | 'machine') =>
          (await risk.call(listLog, { query: { by: 'rita', action: 'promotion', from } })).data.lines
        expect(await linesFrom('console')).toEqual([])
        expect(await linesFrom('machine')).toMatchObject([{ by: 'Rita', machineUser: userInfo().username }])
        // No letter of a search stands for others.
        expect((await risk.call(listLog, { query: { by: '%' } })).data.lines).toEqual([])
      })

      it('keeps who was shown, and no text of a search that names a person', async () => {
        const risk = await world.newOperator('risk')
        const players = await createPlayers(db)
        const player = await players.newPlayer()
        const { email } = await db.selectFrom('account').select('email').executeTakeFirstOrThrow()
        if (email === null) throw new Error('The player has no mailbox')
        await risk.call(findPlayers, { query: { search: email } })
        await risk.call(findPlayers, { query: { search: email.slice(0, 3) } })
        await risk.call(findPlayers, { query: { search: String(player.uid) } })
        await world.admin('player', 'find', [email])
        const kept = await db
          .selectFrom('admin_action')
          .select('what')
          .where('kind', '=', 'read')
          .orderBy('line')
          .execute()
        expect(kept.map(({ what }) => what)).toEqual([
          { query: { searched: 'e-mail address' }, players: [player.uid] },
          { query: { searched: 'name' }, players: [player.uid] },
          { query: { searched: 'number', search: String(player.uid) }, players: [player.uid] },
          { query: { searched: 'e-mail address' }, players: [player.uid] },
        ])
        await players.play.close()
      })

      it('is checked in slices, and a fault between two of them is found', async () => {
        const risk = await world.newOperator('risk')
        for (let n = 0; n < 7; n++) await risk.call(listProposals)
        const forged = async (line: number) =>
          db.transaction().execute(async (trx) => {
            await sql`set local session_replication_role = replica`.execute(trx)
            await sql`delete from admin_action where line = ${line}`.execute(trx)
          })
        const told: number[] = []
        const check = () => checkOperatorLog(db, { slice: 3, tell: (checked) => told.push(checked) })
        expect((await check()).faults).toEqual([])
        expect(told).toEqual([0, 3, 6])
        await forged(4)
        expect((await check()).faults).toMatchObject([{ where: expect.stringMatching(/^line 5 .* line 3$/) }])
        await forged(9)
        expect((await check()).faults.map(({ where }) => where)).toContainEqual(
          'the head says 9 lines, and the last one is 8',
        )
      })

      it('gives a check up that takes too long, and keeps what the one before has found', async () => {
        await world.newOperator('risk')
        const check = createLogCheck({ db, clock: () => world.time.now, longestMs: 0 })
        await check.start(createLogger('silent'))
        await expect.poll(check.state).toEqual({ running: null, hasFailed: true, last: null })
      })

      it.runIf(backend.name === 'PostgreSQL')(
        'is checked once at a time, beside all calls, which are answered meanwhile',
        async () => {
          const risk = await world.newOperator('risk')
          const other = await backend.openAnother()
          let release = () => {}
          const held = new Promise<void>((resolve) => (release = resolve))
          let isLocked = () => {}
          const locked = new Promise<void>((resolve) => (isLocked = resolve))
          const holding = other.transaction().execute(async (trx) => {
            await sql`lock table seal in access exclusive mode`.execute(trx)
            isLocked()
            await held
          })
          await locked
          const started = await Promise.all(Array.from({ length: 4 }, () => risk.call(startLogCheck)))
          expect(started.map(({ data }) => data.running === null)).toEqual([false, false, false, false])
          expect((await risk.call(listProposals)).code).toBe('ok')
          const { rows } = await sql<{ n: string }>`
            select count(*) as n from pg_stat_activity
            where wait_event_type = 'Lock' and datname = current_database()`.execute(other)
          expect(Number(rows[0]?.n)).toBe(1)
          release()
          await holding
          expect((await checked(risk)).last?.faults).toEqual([])
        },
      )

      it('leaves unanswered what cannot be written', async () => {
        const risk = await world.newOperator('risk')
        await sql`alter table admin_action add constraint full_disk check (line < 3)`.execute(db)
        const answer = await risk.call(listProposals)
        expect(answer.status).toBe(500)
        await sql`alter table admin_action drop constraint full_disk`.execute(db)
        expect((await risk.call(listProposals)).code).toBe('ok')
      })

      it('has no gaps when two processes write at once', async () => {
        const other = await openOperatorWorld(await backend.openAnother(), world.time)
        const risk = await world.newOperator('risk')
        await Promise.all(
          Array.from({ length: 20 }, (_, n) =>
            (n % 2 ? world : other).call(listProposals, { token: risk.token }),
          ),
        )
        expect((await checkOperatorLog(db)).faults).toEqual([])
        const { lines } = await db.selectFrom('admin_log_head').select('lines').executeTakeFirstOrThrow()
        expect(lines).toBe('22')
      })

      it('is changed by nobody without the triggers', async () => {
        await world.newOperator('risk')
        await expect(db.updateTable('admin_action').set({ why: 'x' }).execute()).rejects.toThrow(
          /append-only/,
        )
        await expect(db.deleteFrom('admin_action').execute()).rejects.toThrow(/append-only/)
        await expect(db.updateTable('admin_log_head').set({ lines: '0' }).execute()).rejects.toThrow(
          /append-only/,
        )
      })
    })

    describe('four eyes', () => {
      let alice: TestOperator
      let bob: TestOperator
      beforeEach(async () => {
        alice = await world.newOperator('finance', 'Alice')
        bob = await world.newOperator('owner', 'Bob')
      })

      const create = (by: TestOperator, options: Record<string, string>) =>
        by.call(act, { body: { action: 'code create', words: [], options, ...WHY } })
      const codes = () => db.selectFrom('gift_code').selectAll().execute()
      const proposed = async (options: Record<string, string> = TOO_MUCH) => {
        const { data } = await create(alice, options)
        if (data.state !== 'proposed') throw new Error('It was done at once')
        return data.proposal
      }
      const decide = async (by: TestOperator, proposal: string, isAgreed = true) => {
        await by.confirm()
        return by.call(decideProposal, { params: { id: proposal }, body: { isAgreed, ...WHY } })
      }

      it('are needed above the limit only', async () => {
        const { data } = await create(alice, FITS)
        expect(data).toMatchObject({ state: 'done', rows: [{ name: 'A code', uses: 10 }] })
        await proposed()
        expect(await codes()).toHaveLength(1)
      })

      it('do it once another operator agrees, with both names in the log, and no code in clear', async () => {
        const proposal = await proposed({ ...TOO_MUCH, text: 'KOI-2026-GIFT' })
        expect((await bob.call(listProposals)).data).toMatchObject([
          { id: proposal, by: 'Alice', usd: '1100', state: 'open', isOwn: false, options: { money: '100' } },
        ])
        const stored = JSON.stringify(await db.selectFrom('operator_proposal').selectAll().execute())
        expect(stored).not.toContain('KOI-2026-GIFT')
        expect((await decide(bob, proposal)).data).toMatchObject({ state: 'done', rows: [{ uses: 11 }] })
        expect((await decide(bob, proposal)).code).toBe('conflict')
        expect(await codes()).toHaveLength(1)
        const [last] = (await bob.call(listLog, { query: { action: 'code create' } })).data.lines
        expect(last).toMatchObject({ by: 'Bob', what: { proposal: { by: 'Alice' } } })
      })

      it('are never those of one operator, nor of one whose role may not do it', async () => {
        const proposal = await proposed()
        expect((await decide(alice, proposal)).code).toBe('forbidden')
        expect((await decide(alice, proposal, false)).code).toBe('forbidden')
        const risk = await world.newOperator('risk')
        expect((await decide(risk, proposal)).code).toBe('forbidden')
        expect(await codes()).toEqual([])
        expect((await decide(bob, proposal, false)).data.state).toBe('rejected')
        expect((await decide(bob, proposal)).code).toBe('conflict')
      })

      it('do it once when two agree at once, on two processes', async () => {
        const other = await openOperatorWorld(await backend.openAnother(), world.time)
        const carol = await world.newOperator('owner', 'Carol')
        const proposal = await proposed()
        const input = { params: { id: proposal }, body: { isAgreed: true, ...WHY } }
        await Promise.all([bob.confirm(), carol.confirm()])
        const answers = await Promise.all([
          bob.call(decideProposal, input),
          other.call(decideProposal, { ...input, token: carol.token }),
        ])
        expect(answers.map(({ code }) => code).sort()).toEqual(['conflict', 'ok'])
        expect(await codes()).toHaveLength(1)
      })

      it('let fail what cannot be done any more, and what a removed operator has proposed', async () => {
        const tooLate = await proposed({ ...TOO_MUCH, until: '2026-06-01T13:00:00Z' })
        world.time.now += 2 * HOUR_MS
        expect((await decide(bob, tooLate)).data).toMatchObject({ state: 'failed' })
        const orphan = await proposed()
        await bob.confirm()
        await bob.call(removeOperator, { params: { id: alice.id }, body: WHY })
        expect((await decide(bob, orphan)).data).toMatchObject({ state: 'failed' })
        expect(await codes()).toEqual([])
      })

      it('are also decided at the command line', async () => {
        const proposal = await proposed()
        expect(await world.admin('proposal', 'list')).toMatchObject([{ id: proposal, state: 'open' }])
        expect(await world.admin('proposal', 'agree', [proposal])).toMatchObject([
          { proposal, state: 'done' },
          { uses: 11 },
        ])
        await expect(world.admin('proposal', 'agree', [proposal])).rejects.toThrow('was decided before')
      })

      it('and no call of the console reads a file of the server', async () => {
        const answerTo = (words: string[]) =>
          bob.call(act, { body: { action: 'news send', words, options: {}, ...WHY } })
        expect(await answerTo(['/etc/passwd'])).toMatchObject({
          code: 'conflict',
          message: expect.stringMatching('takes no'),
        })
        expect((await answerTo([])).message).toMatch(/^json cannot be read/)
      })

      it('see what is really done: what an action does not take is refused', async () => {
        for (const name of ['words', 'proposal', 'usd', 'json']) {
          const answer = await create(alice, { ...TOO_MUCH, [name]: 'x' })
          expect([name, answer.code, answer.message]).toEqual([
            name,
            'conflict',
            `code create takes no ${name}.`,
          ])
        }
        const body = { action: 'rounds give' as const, words: ['all'], options: ROUNDS, ...WHY }
        const players = await createPlayers(db)
        await players.newPlayer()
        await players.play.close()
        expect((await alice.call(act, { body })).data.state).toBe('proposed')
        expect((await bob.call(listProposals)).data).toMatchObject([
          { words: ['all'], options: ROUNDS, json: null, usd: '2000' },
        ])
      })

      it('are needed for the sum of a day, also when two are made at once on two processes', async () => {
        const other = await openOperatorWorld(await backend.openAnother(), world.time)
        const half = { ...FITS, uses: '5' }
        const body = { action: 'code create' as const, words: [], options: half, ...WHY }
        expect((await create(alice, half)).data.state).toBe('done')
        const both = await Promise.all(
          [world, other].map((process) => process.call(act, { body, token: alice.token })),
        )
        expect(both.map(({ data }) => data.state).sort()).toEqual(['done', 'proposed'])
        expect((await create(bob, FITS)).data.state).toBe('done')
        world.time.now += 24 * HOUR_MS
        await alice.logIn()
        expect((await create(alice, FITS)).data.state).toBe('done')
      })

      it('need the passkey again, and are no operator and a second self', async () => {
        const proposal = await proposed()
        const input = { params: { id: proposal }, body: { isAgreed: true, ...WHY } }
        expect((await bob.call(decideProposal, input)).code).toBe('confirmation_needed')
        const { data } = await create(bob, TOO_MUCH)
        const own = data.state === 'proposed' ? data.proposal : ''
        const second = await world.newOperator('owner', 'Second', bob)
        expect((await decide(second, own)).code).toBe('operator_too_new')
        const third = await world.newOperator('finance', 'Third', second)
        expect((await decide(third, own)).code).toBe('operator_too_new')
        expect((await decide(second, proposal)).data.state).toBe('done')
        const { data: theirs } = await create(third, TOO_MUCH)
        const ofThird = theirs.state === 'proposed' ? theirs.proposal : ''
        expect((await decide(bob, ofThird)).code).toBe('operator_too_new')
        // One hour before it is 7 days.
        world.time.now += 7 * 24 * HOUR_MS - HOUR_MS
        await Promise.all([bob.logIn(), second.logIn()])
        const late = await create(bob, TOO_MUCH)
        const lateOne = late.data.state === 'proposed' ? late.data.proposal : ''
        expect((await decide(second, lateOne)).code).toBe('operator_too_new')
        world.time.now += HOUR_MS
        expect((await decide(second, lateOne)).data.state).toBe('done')
      })

      it('are needed for a debt above the limit, which holds back the withdrawals of its player', async () => {
        await db
          .insertInto('provider_debt')
          .values({
            bucket: 1,
            account_id: 1,
            provider: 'hub',
            transaction_id: '4711',
            coin: 'usdt-tron',
            amount: `${1_001n * USDT}`,
            at: new Date(world.time.now),
            settled_at: null,
            action_id: null,
          })
          .execute()
        const body = { action: 'debt settle' as const, words: ['hub/4711'], options: {}, ...WHY }
        expect((await bob.call(act, { body })).data.state).toBe('proposed')
        const debt = await db.selectFrom('provider_debt').select('settled_at').executeTakeFirst()
        expect(debt).toEqual({ settled_at: null })
      })

      it('end after 7 days without a decision', async () => {
        const proposal = await proposed()
        world.time.now += 7 * 24 * HOUR_MS
        await bob.logIn()
        expect((await bob.call(listProposals)).data).toMatchObject([{ id: proposal, state: 'expired' }])
        expect((await decide(bob, proposal)).code).toBe('conflict')
        await expect(world.admin('proposal', 'agree', [proposal])).rejects.toThrow(/within 7 days/)
      })

      it('do not do what is worth a tenth more by then', async () => {
        const proposal = await proposed()
        const price = (usd: string) =>
          db.updateTable('coin').set({ price_usd: usd }).where('id', '=', 'usdt-tron').execute()
        await price('1.11')
        const answer = await decide(bob, proposal)
        expect(answer.code).toBe('worth_risen')
        expect(answer.message).toContain('1221')
        expect(await codes()).toEqual([])
        await price('1.1')
        expect((await decide(bob, proposal)).data.state).toBe('done')
      })
    })
  })
}
