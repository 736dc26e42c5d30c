import { describe, expect, it, vi } from 'vitest'
import { createLineSplitter } from '#verify/split-lines.ts'
import { createLineVerifier, MAX_LINE_LENGTH } from '#verify/verify-lines.ts'
import { csvCell } from '#features/play/history-export.ts'
import { HISTORY_LIMIT, HISTORY_PAGE_SIZE } from '#features/play/demo-engine/local-history.ts'
import { createIdempotencyKey } from '#features/play/idempotency-key.ts'
import type { HistoryFilter, SettledBet } from '#features/play/play-engine.ts'
import {
  COIN,
  evenDice,
  hiddenTiles,
  INSTANT_BETS,
  minesBet,
  freshName,
  readyEngine,
  storedAccount,
  withDatabase,
} from './local-engines.ts'

/** Bets at 1,000, 2,000, 3,000 … ms, of the three games in turn. */
async function playedEngine(count: number) {
  let time = 0
  const engine = await readyEngine(freshName(), { now: () => time })
  const bets: SettledBet[] = []
  const requests = [INSTANT_BETS.dice, INSTANT_BETS.limbo, INSTANT_BETS.plinko]
  for (let index = 0; index < count; index += 1) {
    time += 1_000
    const request = requests[index % 3]?.() ?? evenDice()
    bets.unshift(await engine.place({ ...request, stake: COIN / 10n }))
  }
  return { engine, bets }
}

describe('the history', () => {
  it('is read in pages, latest first, also while bets are added', async () => {
    const { engine, bets } = await playedEngine(HISTORY_PAGE_SIZE + 20)
    const first = await engine.history.page({})
    expect(first.bets).toEqual(bets.slice(0, HISTORY_PAGE_SIZE))
    await engine.place(evenDice())
    const second = await engine.history.page({}, first.next)
    expect(second.bets).toEqual(bets.slice(HISTORY_PAGE_SIZE))
    expect(second.next).toBeUndefined()
  })

  it('can be filtered by game, result, time, multiplier and pair', async () => {
    const { engine, bets } = await playedEngine(60)
    const { revealed } = await engine.seeds.rotate()
    const later = await engine.place(evenDice())
    const hash = revealed?.serverSeedHash ?? ''
    const cases: [HistoryFilter, (bet: SettledBet) => boolean][] = [
      [{ game: 'limbo' }, ({ game }) => game === 'limbo'],
      [{ game: 'mines' }, () => false],
      [{ result: 'won', to: 60_000 }, ({ payout, stake, time }) => payout > stake && time <= 60_000],
      [{ result: 'lost', game: 'dice' }, ({ payout, stake, game }) => payout < stake && game === 'dice'],
      [{ from: 10_000, to: 20_000 }, ({ time }) => time >= 10_000 && time <= 20_000],
      [{ from: 99_000_000 }, () => false],
      [{ minMultiplier: 19_000 }, ({ multiplier }) => multiplier >= 19_000],
      [{ serverSeedHash: hash }, ({ seeds }) => seeds.serverSeedHash === hash],
      [{ serverSeedHash: hash, game: 'plinko' }, (bet) => bet.game === 'plinko'],
    ]
    const all = [later, ...bets]
    for (const [filter, isMatch] of cases) {
      const found: string[] = []
      let cursor: string | undefined
      do {
        const page = await engine.history.page(filter, cursor)
        found.push(...page.bets.map(({ id }) => id))
        cursor = page.next
      } while (cursor !== undefined)
      expect(found, JSON.stringify(filter)).toEqual(all.filter(isMatch).map(({ id }) => id))
    }
  })

  it('drops the oldest bets beyond its limit', async () => {
    const name = freshName()
    const before = await readyEngine(name)
    for (let count = 0; count < 3; count += 1) await before.place(evenDice())
    const account = await storedAccount(name)
    const lastBet = HISTORY_LIMIT + 1
    await withDatabase(name, (database) => database.put('account', { ...account, lastBet }, 'demo'))
    const engine = await readyEngine(name)
    for (let count = 0; count < 99; count += 1) await engine.place(evenDice(COIN / 100n))
    await vi.waitFor(async () => {
      // Cursor of a page that ends before the fourth bet of all.
      expect((await engine.history.page({}, '4')).bets).toEqual([])
    })
    expect((await engine.history.page({})).bets).toHaveLength(HISTORY_PAGE_SIZE)
  })

  it('can be cleared without a change of balance, seeds and open rounds', async () => {
    const engine = await readyEngine()
    await engine.place(evenDice())
    await engine.seeds.rotate()
    await engine.place(minesBet())
    const before = [engine.balance.get(), engine.seeds.current.get(), engine.openRounds.get()]
    await engine.demo.clearHistory()
    expect((await engine.history.page({})).bets).toEqual([])
    expect((await engine.seeds.past()).pairs).toEqual([])
    expect([engine.balance.get(), engine.seeds.current.get(), engine.openRounds.get()]).toEqual(before)
    const bet = await engine.place(evenDice())
    expect((await engine.history.page({})).bets.map(({ id }) => id)).toEqual([bet.id])
  })
})

describe('the exported history', () => {
  async function exported() {
    const name = freshName()
    const engine = await readyEngine(name)
    await engine.seeds.setClientSeed('=1+1, "quoted"')
    const dice = await engine.place(evenDice())
    const limbo = await engine.place(INSTANT_BETS.limbo())
    const plinko = await engine.place(INSTANT_BETS.plinko())
    const { id } = await engine.place(minesBet())
    const [tile = 0] = (await hiddenTiles(name)).gems
    await engine.act(id, { type: 'reveal', tile }, createIdempotencyKey())
    const mines = await engine.cashOut(id, createIdempotencyKey())
    await engine.seeds.rotate()
    const open = await engine.place(evenDice())
    const json = await (await engine.history.export({}, 'json')).text()
    const csv = await (await engine.history.export({}, 'csv')).text()
    return { json, csv, dice, limbo, plinko, mines, open, tile }
  }

  it("is a JSON array with one bet per line, in the verifier's format", async () => {
    const { json, dice, limbo, plinko, mines, open, tile } = await exported()
    const lines = json.trimEnd().split('\n')
    expect([lines[0], lines.at(-1)]).toEqual(['[', ']'])
    const bets = lines.slice(1, -1).map((line) => JSON.parse(line.replace(/,$/, '')) as object)
    expect(bets).toEqual(JSON.parse(json))
    expect(bets).toMatchObject([
      { id: open.id, serverSeed: null },
      { game: 'mines', params: { mines: 3 }, outcome: mines.outcome, opened: [tile] },
      { game: 'plinko', params: { rows: 16, risk: 'high' }, outcome: plinko.outcome.join('') },
      { game: 'limbo', params: { target: 200 }, outcome: limbo.outcome / 100 },
      {
        id: dice.id,
        game: 'dice',
        time: new Date(dice.time).toISOString(),
        serverSeedHash: dice.seeds.serverSeedHash,
        serverSeed: expect.stringMatching(/^[0-9a-f]{64}$/),
        clientSeed: '=1+1, "quoted"',
        nonce: 0,
        params: { side: 'over', target: 5_050 },
        stake: '1',
        multiplier: dice.multiplier / 10_000,
        payout: dice.payout === 0n ? '0' : '2',
        outcome: dice.outcome / 100,
      },
    ])
  })

  it('is a CSV table in which a spreadsheet runs no formula', async () => {
    const { csv, open, dice, mines } = await exported()
    const lines = csv.split('\r\n')
    expect(lines[0]).toBe(
      'id,time,game,serverSeed,serverSeedHash,clientSeed,nonce,params,stake,multiplier,payout,outcome,coin,round,gameHash,salt,free',
    )
    expect(lines).toHaveLength(7)
    expect(lines.at(-1)).toBe('')
    expect(lines[1]).toContain(`${open.id},`)
    expect(lines[1]).toContain(`,dice,,${open.seeds.serverSeedHash},`)
    expect(lines[2]).toContain(`"{""mines"":3}"`)
    expect(lines[2]).toContain(`"[${mines.outcome.join(',')}]"`)
    expect(lines[5]).toContain(`,"'=1+1, ""quoted""",0,"{""side"":""over"",""target"":5050}",1,`)
    expect(lines[5]?.endsWith(`,${dice.outcome / 100},demo,,,,`)).toBe(true)
  })

  it.each(['plain', '=1+1', "'=1", "'", ' led by a space', '"', ',"",', '锦鲤 ＝1', 'a\u2028b'])(
    'is confirmed by the verifier for the client seed %j',
    async (clientSeed) => {
      const engine = await readyEngine()
      await engine.seeds.setClientSeed(clientSeed)
      for (const request of Object.values(INSTANT_BETS)) await engine.place(request())
      const { id } = await engine.place(minesBet(24))
      await engine.act(id, { type: 'reveal', tile: 7 }, createIdempotencyKey())
      await engine.seeds.rotate()
      await engine.place(evenDice())
      for (const format of ['json', 'csv'] as const) {
        const verify = createLineVerifier()
        const text = await (await engine.history.export({}, format)).text()
        const lines = createLineSplitter(MAX_LINE_LENGTH).push(text)
        const answers = lines.flatMap((line) => verify(line ?? '') ?? [])
        expect(answers).toMatchObject([
          { error: expect.stringContaining('not revealed') },
          ...['mines', ...Object.keys(INSTANT_BETS).toReversed()].map((game) => ({ game, matches: true })),
        ])
      }
    },
  )

  it('without bets is an empty list, or only the header', async () => {
    const engine = await readyEngine()
    expect(JSON.parse(await (await engine.history.export({}, 'json')).text())).toEqual([])
    const csv = await engine.history.export({}, 'csv')
    expect((await csv.text()).split('\r\n')).toHaveLength(2)
    expect(csv.type).toBe('text/csv')
  })

  it.each([
    ['plain', 'plain'],
    ['=SUM(A1)', "'=SUM(A1)"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@x', "'@x"],
    ["'=1", "''=1"],
    ['a,b', '"a,b"'],
    [null, ''],
    [1.98, '1.98'],
  ])('writes the cell %j as %s', (value, cell) => {
    expect(csvCell(value)).toBe(cell)
  })
})
