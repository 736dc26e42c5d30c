import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/db/tables.ts'
import { balancesOf } from '#server/ledger/balances.ts'
import { openProviderSession } from '#server/providers/provider-players.ts'
import { repeats } from '../../core.ts'
import { faultsOf, giveMoney } from '../../support/books.ts'
import { createPlayers, type Player, type Players } from '../../support/players.ts'
import {
  hub88Body,
  hub88Driver,
  softswissBody,
  softswissDriver,
  type Driver,
} from '../../support/provider-drivers.ts'
import { TEST_SEED } from '../../support/test-seed.ts'
import type { TestBackend } from './test-backend.ts'

const COIN = 'usdt-tron'
const USDT = 1_000_000n

interface At {
  readonly user: string
  readonly token: string
}
type Fields = Record<string, unknown>
interface Asked {
  readonly path: string
  readonly body: Fields
}

const deep = (depth: number): unknown => {
  let value: unknown = 1
  for (let n = 0; n < depth; n += 1) value = n % 2 === 0 ? [value] : { value }
  return value
}

const HOSTILE = fc.oneof(
  fc.constantFrom<unknown>(
    ...[null, true, false, '', ' ', '0', '-1', '1e3', 0, -0, -1, 0.1, 1.5, 1e21, 1e308, 2 ** 53, -(2 ** 53)],
    ...[
      Number.MAX_SAFE_INTEGER,
      2 ** 31,
      1e15,
      [],
      {},
      [[]],
      ['x'],
      { $ne: null },
      { toString: 1 },
      deep(500),
    ],
    ...[
      '\u0000',
      '\ud800',
      '\u202e',
      '\ufeff',
      '😀'.repeat(50),
      'é'.repeat(100),
      'x'.repeat(101),
      '__proto__',
    ],
    ...["' or 1=1 --", '%', '\\', '"', '../bet', 'RS_OK', 'null', 'constructor'],
  ),
  fc.string({ unit: 'binary', maxLength: 110 }),
  fc.double(),
  fc.maxSafeInteger(),
  fc.jsonValue({ maxDepth: 3 }),
)

type Mutation =
  | { readonly type: 'none' | 'drop' | 'twice' | 'nest'; readonly at: number }
  | { readonly type: 'set'; readonly at: number; readonly value: unknown }
  | { readonly type: 'add'; readonly name: string; readonly value: unknown }
  | { readonly type: 'bytes'; readonly bytes: Uint8Array }
  | { readonly type: 'path'; readonly path: string }

const AT = fc.nat({ max: 40 })
const MUTATION: fc.Arbitrary<Mutation> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ type: fc.constant('none' as const), at: AT }) },
  { weight: 8, arbitrary: fc.record({ type: fc.constant('set' as const), at: AT, value: HOSTILE }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constantFrom('drop' as const, 'twice' as const, 'nest' as const),
      at: AT,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('add' as const),
      name: fc.constantFrom('__proto__', 'constructor', 'amount ', 'bet', 'is_free'),
      value: HOSTILE,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('bytes' as const), bytes: fc.uint8Array({ maxLength: 60 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('path' as const),
      path: fc.constantFrom(
        '',
        '/',
        '/bet',
        '/transaction',
        '/transaction/bet/',
        '/../bets',
        '/transaction/%62et',
        '/play/1',
      ),
    }),
  },
)

/** Some whose sums are more than the books can hold. */
const AMOUNT = fc.oneof(
  { weight: 6, arbitrary: fc.nat({ max: 300 }).map((each) => BigInt(each) * 100_000n) },
  { weight: 1, arbitrary: fc.constant(9_007_199_254_740_990n) },
)

const PART = fc.record({
  kind: fc.nat({ max: 7 }),
  amount: AMOUNT,
  before: fc.nat({ max: 30 }),
  mutations: fc.array(MUTATION, { minLength: 1, maxLength: 2 }),
})

/** All places of the body that have a value, as paths of names. */
const placesOf = (value: unknown, path: readonly string[] = []): (readonly string[])[] =>
  typeof value !== 'object' || value === null
    ? [path]
    : [
        ...(path.length > 0 ? [path] : []),
        ...Object.entries(value).flatMap(([name, each]) => placesOf(each, [...path, name])),
      ]

/** Writes JSON itself where an object cannot say it, as with a name that is there twice. */
function mutated({ path, body }: Asked, mutations: readonly Mutation[]): { path: string; bytes: Buffer } {
  const whole = structuredClone(body)
  let [to, bytes, twice]: [string, Buffer | null, string] = [path, null, '']
  for (const mutation of mutations) {
    const { type } = mutation
    if (type === 'bytes') bytes = Buffer.from(mutation.bytes)
    else if (type === 'path') to = mutation.path
    else if (type === 'add')
      Object.defineProperty(whole, mutation.name, {
        value: structuredClone(mutation.value),
        enumerable: true,
        configurable: true,
        writable: true,
      })
    else if (type !== 'none') {
      const places = placesOf(whole)
      const place = places[mutation.at % places.length] ?? []
      const name = place.at(-1) ?? ''
      const holder = place
        .slice(0, -1)
        .reduce<unknown>((value, each) => (value as Fields)[each], whole) as Fields
      // A copy, because the same value may be set within itself.
      if (type === 'set') holder[name] = structuredClone(mutation.value)
      else if (type === 'drop') delete holder[name]
      else if (type === 'nest') holder[name] = { [name]: holder[name] }
      else
        twice = `${JSON.stringify(name)}:${JSON.stringify(holder[name] ?? null)},${JSON.stringify(name)}:-1,`
    }
  }
  return { path: to, bytes: bytes ?? Buffer.from(`{${twice}${JSON.stringify(whole).slice(1)}`) }
}

const PROTOCOLS = [
  ['Hub88', 'hub', hub88Driver, hub88Asked],
  ['SOFTSWISS', 'soft', softswissDriver, softswissAsked],
] as const

interface Meant extends At {
  readonly kind: number
  readonly amount: bigint
  readonly id: string
  readonly of: string
  readonly round: string
}

const fieldsOf = (body: Buffer) => JSON.parse(body.toString()) as Fields

function hub88Asked({ kind, of, ...said }: Meant): Asked {
  const refers = { reference_transaction_uuid: of }
  switch (kind) {
    case 0:
      return { path: '/user/info', body: fieldsOf(hub88Body(said)) }
    case 1:
      return { path: '/user/balance', body: fieldsOf(hub88Body(said)) }
    case 2:
    case 3:
    case 4:
      return { path: '/transaction/bet', body: fieldsOf(hub88Body(said)) }
    case 5:
      return { path: '/transaction/rollback', body: fieldsOf(hub88Body(said, refers)) }
    default:
      return { path: '/transaction/win', body: fieldsOf(hub88Body(said, refers)) }
  }
}

function softswissAsked({ kind, of, id, amount, ...said }: Meant): Asked {
  const [bet, win] = [
    { action: 'bet', action_id: id, amount: Number(amount) },
    { action: 'win', action_id: `${id} win`, amount: Number(amount) },
  ]
  const back = { action: 'rollback', action_id: `${id} back`, original_action_id: of }
  const actions = [[], [bet], [bet], [bet, win], [win], [back], [bet, win, back], [back, back]][kind] ?? []
  const path = kind === 5 || kind === 7 ? '/rollback' : '/play'
  return { path, body: fieldsOf(softswissBody({ ...said, closes: kind === 3 }, actions)) }
}

/** Any call with a right signature is answered, and what is refused moves nothing. */
export function providerFuzzSuite(backend: TestBackend): void {
  describe('hostile calls of a provider', () => {
    let db: Database
    let players: Players

    beforeAll(async () => {
      db = await backend.fresh()
      players = await createPlayers(db)
      for (const provider of ['hub', 'soft']) {
        const name = JSON.stringify({ en: 'Wheel', zh: '转盘' }) as never
        const game = { provider, code: 'wheel', name, category: 'shows' as const, edge_bps: 400, is_on: true }
        await db
          .insertInto('provider_game')
          .values({ ...game, listed_at: new Date(players.time.now) })
          .execute()
      }
    })
    afterAll(() => players.play.close())

    it.each(PROTOCOLS.map(([protocol, provider, open, asked]) => ({ protocol, provider, open, asked })))(
      'by the protocol of $protocol are answered, and move nothing when they are refused',
      async ({ provider, open, asked }) => {
        const driver: Driver = open(
          { db, clock: players.services.clock, rates: { isStale: () => false } },
          provider,
        )
        const sessions: { player: Player; at: At }[] = []
        for (let n = 0; n < 3; n += 1) {
          const player = await players.newPlayer()
          await giveMoney(db, { player: player.uid, coin: COIN, amount: 100n * USDT }, players.time.now)
          const of = { provider, player: player.uid, coin: COIN, game: 'wheel', now: players.time.now }
          sessions.push({ player, at: await openProviderSession(db, of) })
        }
        const held = async () =>
          Promise.all(
            sessions.map(async ({ player }) => JSON.stringify(await balancesOf(db, player.uid), replacer)),
          )
        const ids: string[] = [randomUUID()]
        const rounds = [randomUUID(), randomUUID()]
        let before = await held()
        const oneOf = <T>(list: readonly T[], n: number) => list[n % list.length] as T
        await fc.assert(
          fc.asyncProperty(PART, async ({ kind, amount, before: nth, mutations }) => {
            const id = nth % 5 === 0 ? oneOf(ids, nth) : randomUUID()
            ids.push(id)
            const { at } = oneOf(sessions, nth)
            const meant = {
              ...at,
              kind,
              id,
              of: oneOf(ids, ids.length - 1 - (nth % 4)),
              round: oneOf(rounds, nth),
              amount,
            }
            const call = mutated(asked(meant), mutations)
            const { status, text } = await driver.raw(call.path, call.bytes)
            expect(status).toBeLessThan(500)
            const answer = JSON.parse(text) as { readonly status?: string; readonly code?: number }
            const after = await held()
            const isRefused =
              answer.status === undefined ? answer.code !== undefined : answer.status !== 'RS_OK'
            if (isRefused) expect(after).toEqual(before)
            before = after
          }),
          { seed: TEST_SEED, numRuns: repeats(250, 5_000), endOnFailure: true },
        )
      },
      repeats(30_000, 300_000),
    )

    it('leave books without a fault', async () => {
      expect(await faultsOf(db)).toEqual([])
    })
  })
}

const replacer = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)
