import { describe, expect, it } from 'vitest'
import { FAIR_GAMES } from '#rules/fair-games.ts'
import { HISTORY_HEADER } from '#verify/history-csv.ts'
import { payoutOf } from '#fair/multiplier.ts'
import { plinkoMultiplier } from '#rules/plinko/plinko.ts'
import { hashServerSeed } from '#fair/seeds.ts'
import { createLineSplitter } from '#verify/split-lines.ts'
import { createLineVerifier } from '#verify/verify-lines.ts'
import { createExport } from '#features/play/history-export.ts'
import type { SettledBet } from '#features/play/play-engine.ts'
import { BAD_LINES } from './bad-lines.ts'
import { KNOWN_BETS } from './known-bets.ts'

const SEED = '0f6e8aba300b7f1217ee46606773cf6046b524f74505cf2124ffe181ad6b9dbf'
const DICE = { game: 'dice', serverSeed: SEED, clientSeed: 'aR3kRBVn', nonce: 3 }
const NOT_REVEALED = {
  error: 'the server seed of this bet is not revealed yet: rotate the seed pair first',
}

const answers = (lines: readonly string[]) => lines.map(createLineVerifier())
const answer = (bet: unknown) => answers([JSON.stringify(bet)])[0]

describe('the verifier of bets, one JSON object a line', () => {
  it('answers in order, whatever is between them', () => {
    const lines = BAD_LINES.flatMap(({ line }) => [line, JSON.stringify(DICE)])
    const got = answers(['{"game":"dice"', ...lines]).slice(1)
    got.forEach((one, index) => {
      const expected = index % 2 ? { game: 'dice', outcome: 59.67 } : { error: expect.any(String) as string }
      expect(one, BAD_LINES[Math.floor(index / 2)]?.name).toEqual(expected)
    })
  })

  it.each([
    [
      'params may be missing or null',
      [
        { ...DICE, params: null },
        { ...DICE, params: undefined },
      ],
      59.67,
    ],
    ['other fields do not matter', [{ ...DICE, params: { target: 'x' }, toString: 1, id: [] }], 59.67],
    ['the committed hash is checked', [{ ...DICE, serverSeedHash: hashServerSeed(SEED) }], 59.67],
  ])('reads %s', (_, bets, outcome) => {
    for (const bet of bets) expect(answer(bet)).toEqual({ game: 'dice', outcome })
  })

  it('accepts Windows line ends and a byte order mark', () => {
    const line = `${JSON.stringify(DICE)}\r`
    const dice = { game: 'dice', outcome: 59.67 }
    expect(answers([`\uFEFF${line}`, line])).toEqual([dice, dice])
  })

  it('accepts blank lines at the start of an exported file', () => {
    const [blank, header] = answers(['', HISTORY_HEADER])
    expect(blank).toEqual({ error: 'the line is not a JSON object' })
    expect(header).toBeUndefined()
  })

  it.each([
    ['', 'serverSeed is empty'],
    [7, 'serverSeed must be a text'],
  ])('treats a server seed %j as missing', (serverSeed, error) => {
    expect(answer({ ...DICE, serverSeed })).toEqual({ error })
  })

  it('draws as many hilo cards as requested', () => {
    const hilo = KNOWN_BETS.find(({ game }) => game === 'hilo')
    const list = answer({ ...hilo, outcome: undefined, params: { cards: 9 } })
    expect(list).toEqual({ game: 'hilo', outcome: expect.arrayContaining(['AH']) as unknown })
    expect(list && 'outcome' in list && list.outcome).toHaveLength(9)
    expect(answer({ ...hilo, outcome: ['AH'], params: { cards: 1 } })).toMatchObject({ matches: true })
  })

  it('puts a chosen start card of hilo before the drawn cards', () => {
    const hilo = KNOWN_BETS.find(({ game }) => game === 'hilo')
    const started = (params: object, outcome?: unknown) =>
      answer({ ...hilo, outcome, params: { startCard: '10C', ...params } })
    expect(started({ cards: 2 })).toEqual({ game: 'hilo', outcome: ['10C', 'AH'] })
    expect(started({})).toEqual({ game: 'hilo', outcome: ['10C'] })
    expect(started({ cards: 2 }, ['10C', 'AH'])).toMatchObject({ matches: true })
    expect(started({ cards: 2 }, ['10D', 'AH'])).toMatchObject({ matches: false })
  })

  it('answers bets of every game', () => {
    const params = { rows: 8, segments: 10 }
    for (const game of FAIR_GAMES) {
      const bet = { ...DICE, game, params, gameHash: 'a', salt: 'b' }
      expect(answer(bet), game).toEqual({ game, outcome: expect.anything() as unknown })
    }
  })

  it('says if a recorded outcome is right', () => {
    for (const bet of KNOWN_BETS) {
      expect(answer(bet)).toEqual({ game: bet.game, outcome: bet.outcome, matches: true })
      for (const outcome of [1, 'R', [], [1], {}, [bet.outcome], false]) {
        expect(answer({ ...bet, outcome })).toMatchObject({ outcome: bet.outcome, matches: false })
      }
      expect(answer({ ...bet, outcome: null })).not.toHaveProperty('matches')
    }
  })

  it('reports a seed that is not revealed, and one that does not match its commitment', () => {
    const hidden = { ...DICE, serverSeedHash: hashServerSeed(SEED) }
    for (const serverSeed of [null, '', undefined]) {
      expect(answer({ ...hidden, serverSeed })).toEqual(NOT_REVEALED)
    }
    expect(answer({ ...DICE, serverSeedHash: hashServerSeed('other') })).toEqual({
      error: 'serverSeedHash is not the SHA-256 of serverSeed',
    })
  })
})

describe('the exported history', () => {
  const seeds = (clientSeed: string, serverSeed: string | null = SEED) => ({
    serverSeedHash: hashServerSeed(SEED),
    serverSeed,
    clientSeed,
    nonce: 3,
  })
  const settled = {
    time: 0,
    stake: 100n,
    multiplier: 0,
    payout: 0n,
    coin: 'demo',
    symbol: 'DEMO',
    decimals: 8,
    isDemo: true,
  }
  const dice = (
    id: string,
    clientSeed: string,
    outcome: number,
    serverSeed: string | null = SEED,
  ): SettledBet => ({
    ...settled,
    id,
    game: 'dice',
    params: { side: 'over', target: 5_050 },
    outcome,
    ...(outcome > 5_050 && { multiplier: 20_000, payout: 200n }),
    seeds: seeds(clientSeed, serverSeed),
  })
  const plinkoOutcome = answer({ ...DICE, game: 'plinko', params: { rows: 8 } })
  const path = plinkoOutcome && 'outcome' in plinkoOutcome ? String(plinkoOutcome.outcome) : ''
  const plinko = { rows: 8, risk: 'low' } as const
  const way = Array.from(path, (step) => (step === 'L' ? 'L' : 'R'))
  const paid = plinkoMultiplier(plinko, way)
  const bets: SettledBet[] = [
    dice('1', 'aR3kRBVn', 5_967),
    dice('2', 'aR3kRBVn', 5_968),
    dice('3', 'aR3kRBVn', 5_967, null),
    dice('4', '=1+1, "锦鲤" : 🎏', 0),
    dice('5', "'quoted'", 0),
    {
      ...settled,
      id: '6',
      game: 'plinko',
      params: plinko,
      outcome: way,
      multiplier: paid,
      payout: payoutOf(settled.stake, paid),
      seeds: seeds('aR3kRBVn'),
    },
  ]
  const outcomeOf = (clientSeed: string) => answer({ ...DICE, clientSeed })
  const expected = [
    { game: 'dice', outcome: 59.67, matches: true },
    { game: 'dice', outcome: 59.67, matches: false },
    NOT_REVEALED,
    { ...outcomeOf('=1+1, "锦鲤" : 🎏'), matches: false },
    { ...outcomeOf("'quoted'"), matches: false },
    { game: 'plinko', outcome: path, matches: true },
  ]

  it.each(['json', 'csv'] as const)('is verified in the format of the app: %s', async (format) => {
    for (const count of [bets.length, 1, 0]) {
      const file = createExport(format)
      file.add(bets.slice(0, count))
      const lines = (await file.finish().text()).split('\n')
      const got = answers(lines.slice(0, -1)).filter((one) => one !== undefined)
      expect(got).toEqual(expected.slice(0, count))
    }
  })

  it('is verified in the format without coins', () => {
    const header =
      'id,time,game,serverSeed,serverSeedHash,clientSeed,nonce,params,stake,multiplier,payout,outcome'
    const row = `1,t,dice,${SEED},${hashServerSeed(SEED)},aR3kRBVn,3,"{""side"":""over"",""target"":5050}",1,2,2,59.67`
    const current = `${row},DEMO`
    expect(answers([header, row])).toEqual([undefined, { game: 'dice', outcome: 59.67, matches: true }])
    expect(answers([HISTORY_HEADER, current])).toEqual(answers([header, row]))
  })

  it('continues after a bad row', () => {
    const row = `1,t,dice,${SEED},${hashServerSeed(SEED)},aR3kRBVn,3,"{""side"":""over""}",1,0,0,59.67`
    const bad = [
      row.replace('"{', '{'),
      '1,2,3',
      row.replace('""over""', 'over'),
      row.replace(',3,', ',-3,'),
      row.replace(',3,', ',,'),
      row.replace(',3,', ',1e3,'),
      row.replace(SEED, 'other'),
    ]
    expect(answers([HISTORY_HEADER, row, ...bad, row])).toEqual([
      undefined,
      { game: 'dice', outcome: 59.67, matches: true },
      ...bad.map(() => ({ error: expect.any(String) as string })),
      { game: 'dice', outcome: 59.67, matches: true },
    ])
  })
})

describe('splitting a text into lines', () => {
  const split = (pieces: readonly string[], maxLength = 100) => {
    const splitter = createLineSplitter(maxLength)
    return [...pieces.flatMap((piece) => splitter.push(piece)), ...splitter.end()]
  }

  it('does not depend on how the text arrives', () => {
    const text = 'one\n\ntwo\r\n\u2028three\nfour'
    const lines = ['one', '', 'two\r', '\u2028three', 'four']
    for (let size = 1; size <= text.length; size += 1) {
      const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, i) =>
        text.slice(i * size, (i + 1) * size),
      )
      expect(split(pieces)).toEqual(lines)
    }
    expect(split(['a\n'])).toEqual(['a'])
    expect(split([''])).toEqual([])
  })

  it('drops a line that is too long, and nothing else', () => {
    const long = 'x'.repeat(60)
    expect(split(['a\n', long, long, long, '\nb\n', long, long])).toEqual(['a', undefined, 'b', undefined])
    expect(split(['x'.repeat(100), '\n'])).toEqual(['x'.repeat(100)])
  })
})
