import { randomUUID } from 'node:crypto'
import { Kysely } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { API_BASE } from '#contract/api-base.ts'
import { PLAY_GAMES } from '#rules/play-games.ts'
import { migrate } from '#server/db/migrate.ts'
import { pgliteDialect } from '#server/db/pglite-dialect.ts'
import type { Database, Tables } from '#server/db/tables.ts'
import { balancesOf } from '#server/ledger/balances.ts'
import { seed } from '#server/seed.ts'
import { faultsOf, giveMoney } from '../support/books.ts'
import { GAME_PARAMS } from '../support/game-params.ts'
import { openPGlite } from '../support/pglite.ts'
import { createPlayers, type Player, type Players } from '../support/players.ts'
import { beginPair } from '../support/seed-pair.ts'

type Game = (typeof PLAY_GAMES)[number]

const COIN = 'usdt-tron'

/** JSON texts, because objects cannot express all of them. */
const NO_STAKES = [
  ...[
    '"0"',
    '"-1"',
    '"+1"',
    '"1e3"',
    '" 1"',
    '"1 "',
    '"1."',
    '".5"',
    '"01"',
    '"0.0000000"',
    '"NaN"',
    '"Infinity"',
  ],
  ...[
    '"0x10"',
    '"1,5"',
    '"１"',
    '"1_0"',
    '"1.0000001"',
    '"0.00000001"',
    '"1000000000000"',
    '"1\\u0000"',
    '""',
  ],
  ...['1', 'null', 'true', '["1"]', '{"$ne":null}', `"${'9'.repeat(5_000)}"`],
]
/** Valid amounts that are refused as stakes. */
const REFUSED_STAKES = [
  ['"0.009999"', 'stake_too_small'],
  ['"0.000001"', 'stake_too_small'],
  ['"1000.000001"', 'stake_too_large'],
  ['"999999999999"', 'stake_too_large'],
  ['"999999999999.999999"', 'stake_too_large'],
  ['"1000"', 'insufficient_funds'],
] as const
const NO_KEYS = [
  ...[
    '""',
    '"1"',
    'null',
    '7',
    '[]',
    '{}',
    `"${'a'.repeat(5_000)}"`,
    '"5f0c6b0e-8a53-4c5e-9d6f-0d8a8f8f4a1"',
  ],
  ...[
    '"5f0c6b0e8a534c5e9d6f0d8a8f8f4a11"',
    '"{5f0c6b0e-8a53-4c5e-9d6f-0d8a8f8f4a11}"',
    '"5f0c6b0e-8a53-4c5e-9d6f-0d8a8f8f4a11\\n"',
  ],
  ...['"\' or 1=1 --"', '"5f0c6b0e-8a53-4c5e-9d6f-0d8a8f8f4a11\\u0000"'],
]
const NO_OBJECTS = ['null', '7', '"{}"', '[]', '[[{}]]', 'true']
const NO_PARAMS: Readonly<Record<Game, readonly string[]>> = {
  dice: [
    ...['{}', '{"side":"over"}', '{"side":"over","target":"5050"}', '{"side":"over","target":5050.5}'],
    ...['{"side":"over","target":-1}', '{"side":"over","target":1e400}', '{"side":"over","target":10001}'],
    ...[
      '{"side":"OVER","target":5050}',
      '{"side":["over"],"target":5050}',
      '{"__proto__":{"side":"over","target":5050}}',
    ],
    ...['{"side":"over","target":[5050]}', '{"side":"over","target":9007199254740993}'],
  ],
  limbo: [
    '{}',
    '{"target":100}',
    '{"target":1600001}',
    '{"target":1.5}',
    '{"target":"200"}',
    '{"target":null}',
    '{"target":[200]}',
  ],
  mines: [
    ...['{}', '{"mines":0}', '{"mines":25}', '{"mines":-0}', '{"mines":"3"}', '{"mines":3,"tiles":[]}'],
    ...[
      '{"mines":3,"tiles":[0,0]}',
      '{"mines":3,"tiles":[0,-0]}',
      '{"mines":3,"tiles":[25]}',
      '{"mines":3,"tiles":[-1]}',
    ],
    ...['{"mines":3,"tiles":"0"}', '{"mines":3,"tiles":{"0":1,"length":1}}', '{"mines":24,"tiles":[0,1]}'],
    ...[
      '{"mines":3,"tiles":[0.5]}',
      `{"mines":3,"tiles":[${Array.from({ length: 9_000 }, () => 1).join()}]}`,
      '{"mines":3,"tiles":[null]}',
    ],
  ],
  plinko: [
    '{}',
    '{"rows":7,"risk":"low"}',
    '{"rows":17,"risk":"low"}',
    '{"rows":"8","risk":"low"}',
    '{"rows":8,"risk":"constructor"}',
    '{"rows":8.5,"risk":"low"}',
  ],
  hilo: [
    '{"startCard":"XX"}',
    '{"startCard":7}',
    '{"startCard":""}',
    '{"startCard":null}',
    '{"startCard":["7D"]}',
    '{"startCard":"7d"}',
    '{"startCard":"toString"}',
  ],
  keno: [
    ...[
      '{}',
      '{"risk":"low","picks":[]}',
      '{"risk":"low","picks":[40]}',
      '{"risk":"low","picks":[-1]}',
      '{"risk":"low","picks":[1,1]}',
    ],
    ...[
      '{"risk":"low","picks":[0,1,2,3,4,5,6,7,8,9,10]}',
      '{"risk":"low","picks":"3"}',
      '{"risk":"hasOwnProperty","picks":[3]}',
    ],
    ...[
      '{"risk":"low","picks":[0,-0]}',
      '{"risk":"low","picks":[3.5]}',
      '{"risk":"low","picks":{"0":3,"length":1}}',
    ],
  ],
  wheel: [
    '{}',
    '{"segments":11,"risk":"low"}',
    '{"segments":0,"risk":"low"}',
    '{"segments":"10","risk":"low"}',
    '{"segments":10,"risk":"__proto__"}',
    '{"segments":60,"risk":"low"}',
  ],
  // It has no parameters.
  'pond-reels': [],
}

describe('hostile bets, steps and auto-plays are refused, and nothing moves', () => {
  let db: Database
  let players: Players
  let player: Player

  beforeAll(async () => {
    db = new Kysely<Tables>({ dialect: pgliteDialect(await openPGlite()) })
    await migrate(db, seed)
    players = await createPlayers(db)
  })
  beforeEach(async () => {
    player = await players.newPlayer()
    await giveMoney(db, { player: player.uid, coin: COIN, amount: 100_000_000n }, players.time.now)
    await beginPair(player)
  })
  afterAll(async () => {
    await players.play.close()
    await db.destroy()
  })

  /** @returns the code of the refusal */
  async function send(path: string, body: string): Promise<string> {
    const response = await players.app.request(API_BASE + path, {
      method: 'POST',
      headers: { ...player.headers, 'access-token': player.token, 'content-type': 'application/json' },
      body,
    })
    expect(response.status, `${path} ${body.slice(0, 200)}`).toBeLessThan(500)
    const answer = (await response.json()) as { code?: string; data?: { round?: { id: string } } }
    opened = answer.data?.round?.id
    return answer.code ?? 'ok'
  }
  let opened: string | undefined

  const betText = ({
    key = `"${randomUUID()}"`,
    game = '"dice"',
    coin = `"${COIN}"`,
    stake = '"1"',
    params = JSON.stringify(GAME_PARAMS.dice.params),
    more = '',
  } = {}) =>
    `{"idempotencyKey":${key},"game":${game},"coin":${coin},"stake":${stake},"params":${params}${more}}`
  const bet = (asked: Parameters<typeof betText>[0]) => send('/bets', betText(asked))

  /** Everything that a bet could change. */
  async function standing() {
    const { rights, ...state } = await players.stateOf(player.uid)
    const rows = await db
      .selectFrom('auto_play')
      .select(['id', 'done', 'ended'])
      .where('account_id', '=', player.uid)
      .execute()
    return { state, held: await balancesOf(db, player.uid), bonuses: rights.bonuses, rows }
  }

  /** @param attempts each returns the code of its refusal */
  async function expectNothing(attempts: readonly (readonly [string, () => Promise<string>, string?])[]) {
    const before = await standing()
    for (const [name, attempt, code] of attempts) {
      const answer = await attempt()
      if (code === undefined)
        expect(['bad_request', 'bad_params', 'bad_step', 'not_found'], name).toContain(answer)
      else expect(answer, name).toBe(code)
    }
    expect(await standing()).toEqual(before)
  }

  it('as stakes', async () => {
    await expectNothing([
      ...NO_STAKES.map((stake) => [stake.slice(0, 40), () => bet({ stake })] as const),
      ...REFUSED_STAKES.map(([stake, code]) => [stake, () => bet({ stake }), code] as const),
    ])
  })

  it.each(PLAY_GAMES)('as parameters of %s', async (game) => {
    const params = [...NO_OBJECTS, ...NO_PARAMS[game]]
    await expectNothing(
      params.map(
        (each) => [each.slice(0, 80), () => bet({ game: JSON.stringify(game), params: each })] as const,
      ),
    )
    // Unknown parameters are ignored and not stored.
    const { params: own } = GAME_PARAMS[game]
    const more = JSON.stringify({ ...own, payout: '9', outcome: 1, constructor: 1, uid: 1 })
    expect(await bet({ game: JSON.stringify(game), params: more })).toBe('ok')
    const { state } = await standing()
    expect(state.nonce).toBe(1)
    for (const round of state.rounds) expect(round.params).toEqual(own)
  })

  it('as games and coins', async () => {
    const names = [
      '"crash"',
      '"__proto__"',
      '"constructor"',
      '""',
      'null',
      '["dice"]',
      '"Dice"',
      '"dice "',
      '"dice\\u0000"',
    ]
    const coins = [
      '"btc"',
      '"usdt-tron\\u0000"',
      '"USDT-TRON"',
      '"toString-x"',
      'null',
      '["usdt-tron"]',
      '""',
    ]
    await expectNothing([
      ...names.map((game) => [game, () => bet({ game })] as const),
      ...coins.map((coin) => [coin, () => bet({ coin })] as const),
    ])
  })

  it('as keys', async () => {
    await expectNothing(NO_KEYS.map((key) => [key.slice(0, 60), () => bet({ key })] as const))
    // A UUID in capital letters is the same key, and a key belongs to one request.
    const key = randomUUID()
    expect(await bet({ key: `"${key}"` })).toBe('ok')
    const taken = await standing()
    expect(await bet({ key: `"${key.toUpperCase()}"` })).toBe('ok')
    expect(await bet({ key: `"${key}"`, stake: '"1.000000"' })).toBe('ok')
    expect(await bet({ key: `"${key}"`, stake: '"1.000001"' })).toBe('key_reused')
    expect(await bet({ key: `"${key}"`, params: '{"side":"under","target":5050}' })).toBe('key_reused')
    expect(await standing()).toEqual(taken)
    expect(taken.state.nonce).toBe(1)
  })

  it('as steps of an unknown auto-play', async () => {
    const steps = [
      'null',
      '{}',
      '{"id":"1"}',
      '{"id":1,"step":1}',
      '{"id":"0","step":1}',
      '{"id":"1","step":0}',
    ]
    const wrong = [
      '{"id":"1","step":1.5}',
      '{"id":"-1","step":1}',
      '{"id":"1e9","step":1}',
      '{"id":"999999999999999999999","step":1}',
    ]
    await expectNothing([
      ...[...steps, ...wrong].map((each) => [each, () => bet({ more: `,"autoPlay":${each}` })] as const),
      ['of nobody', () => bet({ more: ',"autoPlay":{"id":"999999","step":1}' }), 'not_found'],
      ['far away', () => bet({ more: ',"autoPlay":{"id":"999999","step":9007199254740991}' }), 'not_found'],
    ])
  })

  it('as steps of a round', async () => {
    expect(await bet({ game: '"mines"', params: '{"mines":1}' })).toBe('ok')
    const id = opened ?? ''
    const step = (text: string, key = `"${randomUUID()}"`) =>
      send(`/rounds/${id}/steps`, `{"idempotencyKey":${key},"step":${text}}`)
    const steps = [
      ...[
        '{}',
        '{"type":"reveal"}',
        '{"type":"reveal","tile":25}',
        '{"type":"reveal","tile":-1}',
        '{"type":"reveal","tile":"3"}',
      ],
      ...[
        '{"type":"reveal","tile":1e400}',
        '{"type":"reveal","tile":0.5}',
        '{"type":["reveal"],"tile":3}',
        '{"type":"cash-out"}',
      ],
      ...['{"__proto__":{"type":"reveal","tile":3}}', '{"type":"skip"}', '{"type":"guess","guess":"higher"}'],
    ]
    const ids = [
      '0',
      '-1',
      '1e3',
      '999999999',
      '99999999999999999999',
      '%00',
      `${id}%20`,
      `0${id}`,
      'x'.repeat(3_000),
    ]
    await expectNothing([
      ...[...NO_OBJECTS, ...steps].map((each) => [each, () => step(each)] as const),
      ...NO_KEYS.map((key) => [key.slice(0, 60), () => step('{"type":"reveal","tile":3}', key)] as const),
      ...ids.flatMap((each) => [
        [
          `step of ${each.slice(0, 30)}`,
          () =>
            send(
              `/rounds/${each}/steps`,
              `{"idempotencyKey":"${randomUUID()}","step":{"type":"reveal","tile":3}}`,
            ),
        ] as const,
        [
          `end of ${each.slice(0, 30)}`,
          () => send(`/rounds/${each}/cash-out`, `{"idempotencyKey":"${randomUUID()}"}`),
        ] as const,
      ]),
      [
        'nothing to cash out',
        () => send(`/rounds/${id}/cash-out`, `{"idempotencyKey":"${randomUUID()}"}`),
        'bad_step',
      ],
      [
        'seen what was not there',
        () =>
          send(
            `/rounds/${id}/steps`,
            `{"idempotencyKey":"${randomUUID()}","step":{"type":"reveal","tile":3},"after":7}`,
          ),
        'bad_step',
      ],
    ])
    // Minus zero is the tile 0, and counts once.
    const key = `"${randomUUID()}"`
    expect(await step('{"type":"reveal","tile":-0}', key)).toBe('ok')
    expect(await step('{"type":"reveal","tile":0}', key)).toBe('ok')
    expect(['bad_step', 'round_settled']).toContain(await step('{"type":"reveal","tile":0}'))
  })

  it('as auto-plays', async () => {
    const start = (fields: Readonly<Record<string, string>>) => {
      const own = {
        idempotencyKey: `"${randomUUID()}"`,
        game: '"dice"',
        coin: `"${COIN}"`,
        count: 'null',
        highestStake: '"1"',
        stopOnLoss: 'null',
        stopOnProfit: 'null',
        stopOnSingleWin: 'null',
        ...fields,
      }
      return send(
        '/auto-plays',
        `{${Object.entries(own)
          .map(([name, text]) => `"${name}":${text}`)
          .join()}}`,
      )
    }
    const amounts = ['highestStake', 'stopOnLoss', 'stopOnProfit', 'stopOnSingleWin'].flatMap((field) =>
      NO_STAKES.filter((stake) => stake !== 'null').map(
        (stake) => [`${field} ${stake.slice(0, 40)}`, () => start({ [field]: stake })] as const,
      ),
    )
    const counts = ['0', '-1', '1.5', '"5"', '1000001', '1e400', '[]', 'true']
    const games = ['"roulette"', '"__proto__"', 'null', '"dice "']
    await expectNothing([
      ...amounts,
      ...counts.map((count) => [`count ${count}`, () => start({ count })] as const),
      ...games.map((game) => [`game ${game}`, () => start({ game })] as const),
      ...NO_KEYS.map((key) => [`key ${key.slice(0, 60)}`, () => start({ idempotencyKey: key })] as const),
      ['no highest stake', () => start({ highestStake: 'null' })],
      ['coin', () => start({ coin: '"usdt-nowhere"' })],
    ])
    expect(await start({})).toBe('ok')
    await expectNothing([['a second one', () => start({}), 'auto_play_open']])
  })

  it('and the books still agree', async () => {
    expect(await faultsOf(db)).toEqual([])
  })
})
