import { describe, expect, it } from 'vitest'
import type { AnyBet } from '#contract/play.ts'
import { canonicalJson } from '#fair/canonical-json.ts'
import { HISTORY_HEADER } from '#verify/history-csv.ts'
import { parseReceipt, type SignedReceipt } from '#fair/receipt.ts'
import { checkReceiptOfBet, checkSignedPayment } from '#verify/receipt-of-bet.ts'
import { flatBet, verifyBet } from '#verify/verify-bet.ts'
import { createLineVerifier } from '#verify/verify-lines.ts'
import { createProofVerifier } from '#verify/verify-proofs.ts'
import { checkReceipts } from '#features/play/receipts/check-receipts.ts'
import { createExport, exportedBet } from '#features/play/history-export.ts'
import { readBet, readCrashBet } from '#features/play/server-engine/wire-bets.ts'
import { verifyFile } from '../../src/verifier/verify-file.ts'
import { PLAY_GAMES } from '#rules/play-games.ts'
import type { OpenRound } from '#server/play/play-record.ts'
import { createPlannedHouse, type PlannedHouse } from '../support/planned-house.ts'
import { verifyWithNode } from '../fair/receipt-house.ts'

const PARAMS: { readonly [G in (typeof PLAY_GAMES)[number]]: readonly object[] } = {
  dice: [{ side: 'over', target: 5_050 }],
  limbo: [{ target: 150 }],
  plinko: [{ rows: 8, risk: 'low' }],
  mines: [{ mines: 3, tiles: [1, 7] }, { mines: 3 }],
  keno: [{ risk: 'low', picks: [1, 2, 3, 4] }],
  wheel: [{ segments: 10, risk: 'low' }],
  hilo: [{}, { startCard: '7D' }],
  'pond-reels': [{}],
}

type Facts = AnyBet & { readonly [field: string]: unknown }

/** Rounds take some steps and are cashed out where possible. One of them lapses. */
function playRound(house: PlannedHouse, begun: OpenRound, place: number): void {
  let round: ReturnType<PlannedHouse['bet']> = begun
  const steps =
    begun.game === 'mines'
      ? [3, 11].map((tile) => ({ type: 'reveal', tile }))
      : [{ type: 'skip' }, { type: 'guess', guess: 'x' }, { type: 'skip' }]
  for (const step of place % 5 === 0 ? [] : steps) {
    if ('payout' in round) return
    const guess = ['higher-or-same', 'lower-or-same', 'higher', 'lower']
    const asked = step.type === 'guess' ? guess.map((each) => ({ ...step, guess: each })) : [step]
    const open: OpenRound = round
    for (const each of asked) {
      try {
        round = house.step(open, each)
        break
      } catch {
        // Some guesses are impossible at some cards.
      }
    }
  }
  if (!('payout' in round)) house.step(round, place % 5 === 0 ? 'lapse' : 'cash-out')
}

/** Bets of each seeded game in the format of `GET /bets`, revealed, with their receipts by bet id. */
function playedBets(isRevealed = true) {
  const house = createPlannedHouse()
  const ways = Object.entries(PARAMS).flatMap(([game, list]) => list.map((params) => ({ game, params })))
  for (const { game, params } of ways) {
    for (let place = 0; place < 12; place += 1) {
      const bet = house.bet(game, params)
      if (!('payout' in bet)) playRound(house, bet, place)
    }
  }
  if (isRevealed) house.rotate()
  const receiptsOf = (id: string) =>
    house.receipts().filter(({ receipt }) => receipt.includes(`"bet":"${id}"`))
  return { house, receiptsOf, bets: house.bets() as readonly Facts[] }
}

const exported = (bet: AnyBet, receipts: readonly SignedReceipt[] = []): Promise<string> => {
  const file = createExport('json')
  file.addSigned([{ bet: readBet(bet as never, () => 6), receipts }])
  return file.finish().text()
}
async function rowOf(bet: AnyBet): Promise<string> {
  const file = createExport('csv')
  file.add([readBet(bet as never, () => 6)])
  return (await file.finish().text()).split('\r\n')[1] ?? ''
}

const isWin = ({ payout }: AnyBet) => Number(payout) > 0
const times = (multiplier: number) => ({ multiplier, payout: String(multiplier) })

/** Frauds that earlier checks did not see. */
const ATTACKS: readonly (readonly [name: string, of: (bet: AnyBet) => boolean, (bet: AnyBet) => object])[] = [
  ['a win that pays nothing', isWin, () => times(0)],
  ['a multiplier cut by a tenth', isWin, ({ multiplier }) => times(Math.floor(multiplier * 9_000) / 10_000)],
  ['a payout that is not stake times multiplier', isWin, () => ({ payout: '0.7' })],
  ['a payout of one unit less', isWin, ({ payout }) => ({ payout: (Number(payout) - 1e-6).toFixed(6) })],
  ['a loss that pays 900 times', (bet) => !isWin(bet), () => times(900)],
]

/** `true` if the payment of the bet is wrong. */
const isBlamed = (bet: unknown) => verifyBet(bet).paymentFault !== undefined

describe('the payment check of all seeded games', () => {
  const { bets, receiptsOf, house } = playedBets()

  it('accepts what the house paid, in every format', async () => {
    const games = new Set(bets.map(({ game }) => game))
    expect(games).toEqual(new Set(PLAY_GAMES))
    for (const game of games) {
      expect(bets.filter((bet) => bet.game === game).some(isWin), game).toBe(true)
      expect(bets.filter((bet) => bet.game === game).every(isWin), game).toBe(
        // Every bucket of Plinko pays something.
        game === 'plinko',
      )
    }
    for (const bet of bets) {
      expect(verifyBet(bet)).toEqual({ game: bet.game, outcome: bet.outcome, matches: true })
      const [, line = ''] = (await exported(bet)).split('\n')
      expect(verifyBet(JSON.parse(line))).toMatchObject({ matches: true })
      expect(isBlamed(JSON.parse(line)), line).toBe(false)
      const verifyLine = createLineVerifier()
      verifyLine(HISTORY_HEADER)
      expect(verifyLine(await rowOf(bet))).toEqual({ game: bet.game, outcome: bet.outcome, matches: true })
      for (const { receipt } of receiptsOf(bet.id)) {
        expect(() => checkReceiptOfBet(parseReceipt(receipt), bet)).not.toThrow()
        expect(() => checkReceiptOfBet(parseReceipt(receipt), JSON.parse(line) as never)).not.toThrow()
      }
    }
  })

  it.each(ATTACKS)('rejects %s in every format', async (_, isMeant, change) => {
    const seen = new Set<string>()
    for (const bet of bets.filter(isMeant)) {
      const forged: Facts = { ...bet, ...change(bet) }
      // Fields that CSV lacks can make another multiplier right, but not the payout.
      seen.add(bet.game)
      expect(isBlamed(forged), JSON.stringify(forged)).toBe(true)
      const [, line = ''] = (await exported(forged)).split('\n')
      expect(isBlamed(JSON.parse(line)), line).toBe(true)
      // The fault shows before the seed is revealed, too.
      expect(isBlamed({ ...forged, seeds: { ...forged.seeds, serverSeed: null } })).toBe(true)

      // The house has signed the wrong payment.
      const signed = receiptsOf(bet.id).map((each) => {
        const fields = JSON.parse(each.receipt) as { payout?: string }
        if (fields.payout === undefined) return each
        const { multiplier, payout } = forged
        return house.signText(canonicalJson({ ...fields, multiplier: `${multiplier}`, payout }))
      })
      const last = parseReceipt(signed.at(-1)?.receipt ?? '')
      expect(() => checkSignedPayment(last)).toThrow(expect.objectContaining({ fault: 'payment' }) as Error)
      for (const serverSeed of ['known', null]) {
        const seeds = serverSeed === null ? { ...forged.seeds, serverSeed } : forged.seeds
        const { verdict } = await checkReceipts({
          bet: readBet({ ...forged, seeds } as never, () => 6),
          receipts: signed,
          keys: [house.key],
          verify: verifyWithNode,
          chain: { withHash: () => undefined, after: () => [] },
        })
        expect(verdict, bet.game).toMatchObject({ status: 'failed', fault: 'payment' })
      }
    }
    expect(seen.size).toBeGreaterThan(6)
  })

  it('rejects every forgery in CSV', async () => {
    for (const [, isMeant, change] of ATTACKS) {
      // CSV has no guesses of Hilo, so another multiplier may be right.
      for (const game of PLAY_GAMES.filter((each) => each !== 'hilo')) {
        const bet = bets.find((each) => each.game === game && isMeant(each))
        if (!bet) continue
        const verifyLine = createLineVerifier()
        verifyLine(HISTORY_HEADER)
        const row = await rowOf({ ...bet, ...change(bet) })
        // Without its opened tiles, a Mines win that pays nothing looks like a loss.
        const isHidden = game === 'mines' && Number((change(bet) as { multiplier?: number }).multiplier) === 0
        if (!isHidden) expect(verifyLine(row), row).toHaveProperty('paymentFault')
      }
    }
  })

  it('rejects steps that differ from the signed ones', () => {
    for (const bet of bets.filter(({ steps }) => (steps?.length ?? 0) > 1)) {
      const receipt = parseReceipt(receiptsOf(bet.id).at(-1)?.receipt ?? '')
      const fewer = { ...bet, steps: bet.steps?.slice(1) }
      expect(() => checkReceiptOfBet(receipt, fewer)).toThrow('steps')
      expect(() => checkReceiptOfBet(receipt, { ...bet, endedBy: 'other' })).toThrow('endedBy')
    }
  })

  it("takes the fields of a bet in the API's format from the bet, never from its seeds", () => {
    const [bet] = bets
    if (!bet) throw new Error('No bet')
    expect(flatBet(bet)).toMatchObject({ nonce: 0, outcome: bet.outcome })
    const sly = {
      ...bet,
      outcome: -1,
      seeds: { ...bet.seeds, outcome: bet.outcome, payout: '7', game: 'limbo' },
    }
    expect(flatBet(sly)).toMatchObject({ outcome: -1, payout: bet.payout, game: bet.game })
    // Seeds beside the bet do not replace nested ones.
    expect(flatBet({ ...bet, serverSeed: 'other', seeds: { clientSeed: 'x', nonce: 0 } })).not.toHaveProperty(
      'serverSeed',
    )
  })
})

const paid = (multiplier: string) => ({ multiplier, payout: multiplier })

describe('bets without receipts', () => {
  const { bets, receiptsOf, house } = playedBets()
  const verify = async (values: readonly unknown[]) => {
    const proofs = createProofVerifier(verifyWithNode)
    const verifyLine = createLineVerifier(proofs)
    const lines = values.map((value) => JSON.stringify(value))
    const answers = lines.flatMap((line) => verifyLine(line) ?? [])
    const last = await proofs.finish()
    const report = await verifyFile(new Blob([lines.join('\n')]), { onBytes: () => undefined })
    expect(report.bets).toEqual(proofs.bets())
    return { answers, last, bets: report.bets }
  }
  const none = { right: 0, wrong: 0, sealed: 0, void: 0, unsigned: 0 }
  const keys = { receiptKeys: [house.key] }
  const [first, second] = bets
  if (!first || !second) throw new Error('No bets')
  const signed = (bet: Facts) => ({ ...bet, receipts: receiptsOf(bet.id) })

  it('count as unsigned, and never as right', async () => {
    expect((await verify([first, second])).bets).toEqual({ ...none, unsigned: 2 })
    expect((await verify([first, second])).last).toEqual([{ bets: 2, unsigned: 2 }])
    const some = await verify([keys, signed(first), second])
    expect(some.bets).toEqual({ ...none, right: 1, unsigned: 1 })
    expect(some.last.at(-1)).toEqual({ bets: 2, unsigned: 1 })
    expect((await verify([keys, signed(first), signed(second)])).last).toMatchObject([{ receipts: 2 }])
    // A copy without a receipt does not use the receipt of the signed one.
    expect((await verify([keys, signed(first), first])).bets).toEqual({ ...none, right: 1, unsigned: 1 })
    const wrong = { ...first, payout: '7' }
    expect((await verify([wrong])).bets).toEqual({ ...none, wrong: 1 })
    const hidden = { ...first, seeds: { ...first.seeds, serverSeed: null } } as Facts
    expect((await verify([keys, signed(hidden)])).bets).toEqual({ ...none, sealed: 1 })
    expect((await verify([hidden])).bets).toEqual({ ...none, unsigned: 1 })
    // The demonstration signs nothing, so its unsigned bets are not reported.
    const demo = await verify([{ ...first, coin: 'demo' }])
    expect([demo.last, demo.bets]).toEqual([[], { ...none, unsigned: 1 }])
  })

  it('cannot hide a signed value by leaving out a field', async () => {
    const fields = JSON.parse(receiptsOf(first.id)[0]?.receipt ?? '{}') as object
    // The signed result is a loss and the seeds give a win, or the other way round.
    const isLoss = Number(first.outcome) > 50.5
    const other = isLoss ? { outcome: 1, ...paid('0') } : { outcome: 99, ...paid('2') }
    const receipts = [house.signText(canonicalJson({ ...fields, ...other }))]
    const { outcome: _, multiplier: __, payout: ___, ...rest } = first
    expect((await verify([keys, { ...rest, receipts }])).last).toMatchObject([
      { fault: 'bet' },
      { verified: 0 },
    ])
    // A server seed other than the signed one, without its hash.
    const { serverSeedHash: ____, ...seeds } = { ...first.seeds, serverSeed: 'other' } as Record<
      string,
      unknown
    >
    const drawn = verifyBet({ ...rest, seeds })
    const lie = { ...rest, seeds, outcome: drawn.outcome, receipts: receiptsOf(first.id) }
    expect((await verify([keys, lie])).last).toMatchObject([{ fault: 'bet' }, { verified: 0 }])
  })

  it('are missing receipts when the file claims to be complete', async () => {
    const { serverSeedHash } = first.seeds as { serverSeedHash: string }
    for (const allReceiptsOf of ['chain', { serverSeedHash }]) {
      const { last } = await verify([keys, { allReceiptsOf }, signed(first), second])
      expect(last).toMatchObject([{ fault: 'missing' }, { receipts: 1 }, { bets: 2, unsigned: 1 }])
    }
    const other = { allReceiptsOf: { serverSeedHash: 'ab' } }
    expect((await verify([keys, other, signed(first), second])).last).toMatchObject([{ receipts: 1 }, {}])
  })

  it('do not hide a signed wrong payment, even when only its receipt is there', async () => {
    const [own] = receiptsOf(first.id)
    const forged = house.signText(
      canonicalJson({ ...(JSON.parse(own?.receipt ?? '{}') as object), payout: '77' }),
    )
    expect((await verify([keys, forged])).last).toMatchObject([{ fault: 'payment' }, { verified: 0 }])
  })
})

describe('a bet of Crash', () => {
  it('is compared with its signed parts, which must be paid by the curve', () => {
    const house = createPlannedHouse()
    const bet = house.crashBet()
    house.crashEnd(bet, 'half')
    house.crashEnd(bet, 'crash')
    const [shown] = house.bets()
    const receipt = parseReceipt(house.receipts().at(-1)?.receipt ?? '')
    if (!shown) throw new Error('No bet')
    for (const form of [
      shown,
      flatBet({ ...shown }),
      { ...exportedBet(readCrashBet(shown as never, () => 6)) },
    ])
      expect(() => checkReceiptOfBet(receipt, form)).not.toThrow()
    expect(() => checkReceiptOfBet(receipt, { ...shown, steps: [] })).toThrow('steps')
    const text = JSON.parse(house.receipts().at(-1)?.receipt ?? '{}') as object
    for (const change of [{ payout: '5' }, { multiplier: '3', payout: '3' }, { endedBy: 'cash-out' }]) {
      const forged = parseReceipt(canonicalJson({ ...text, ...change }))
      expect(() => checkSignedPayment(forged)).toThrow(expect.objectContaining({ fault: 'payment' }) as Error)
    }
  })
})
