import { describe, expect, test, vi } from 'vitest'
import type { CrashBet, CrashEvent, CrashSnapshot } from '#contract/crash.ts'
import { createCrashChain, crashOutcome } from '#rules/crash/crash.ts'
import { crashAxis } from '#features/play/crash/crash-axis.ts'
import { crashFrame } from '#features/play/crash/crash-frame.ts'
import { countResults } from '#features/play/crash/crash-results.ts'
import { crashTags } from '#features/play/crash/crash-tags.ts'
import { followMotions, stillMs, stillSkyMs } from '#features/play/crash/flight-motion.ts'
import { curvePath, headingAt, placeAt } from '#features/play/crash/flight-path.ts'
import { verifyCrashRound } from '#features/play/crash/crash-proof.ts'
import { ownResult } from '#features/play/crash/own-result.ts'
import { followMoments } from '#features/play/session/play-moments.ts'
import { crashSlotState } from '#features/play/crash/crash-slot-state.ts'
import {
  clockOffset,
  offsetAfter,
  withBets,
  withEvent,
  withSnapshot,
} from '#features/play/server-engine/crash-events.ts'
import { QUICKNET_1000 } from '../fair/quicknet-rounds.ts'
import { crashTimeOf } from '#rules/crash/crash-curve.ts'
import { createStore } from '#lib/store.ts'

const WORDS = {
  betting: 'betting',
  locked: 'locked',
  starting: 'starting',
  crashed: 'crashed',
  refunded: 'refunded',
  waiting: 'waiting',
  second: 's',
}
const ROUND = {
  id: '12',
  game: 5,
  chain: 'a'.repeat(64),
  status: 'running',
  gameHash: null,
  salt: null,
  point: null,
  startAt: 1_000,
  bets: 0,
  staked: '0',
  paid: '0',
  locksAt: null,
  listed: [],
} satisfies CrashSnapshot['round']
const SNAPSHOT: CrashSnapshot = {
  now: 0,
  seq: 4,
  round: ROUND,
  mine: [],
  last: [],
  latency: null,
  voids: 0,
}
const VIEW = { round: ROUND, mine: [], last: [], latency: null, voids: 0 }
const BET: CrashBet = {
  id: '3',
  key: crypto.randomUUID(),
  round: '12',
  coin: 'usdt-tron',
  stake: '10',
  autoAt: null,
  capAt: 100,
  status: 'placed',
  cashOuts: [],
  payout: '0',
}
const round = (change: Partial<CrashSnapshot['round']>) => ({ ...VIEW, round: { ...ROUND, ...change } })

describe("the player's own result", () => {
  const engine = { balance: createStore({ coin: 'usdt-tron', decimals: 6 }) } as never
  const came = (point: number | null, status: 'settled' | 'void', bet: Partial<CrashBet>) =>
    ownResult({ ...round({ status, point }), mine: [{ ...BET, ...bet }] }, engine)

  test('says why a stake came back: a void round, or a lost leader', () => {
    const back = { status: 'refunded', payout: '10' } as const
    expect(came(null, 'void', back)).toMatchObject({ back: 'void', stake: 10_000_000n, payout: 10_000_000n })
    expect(came(1.2, 'settled', back)).toMatchObject({ back: 'lost-leader', payout: 10_000_000n })
  })

  test('counts the paid part of a bet whose rest came back', () => {
    const paid = { status: 'settled', payout: '20' } as const
    expect(came(3.5, 'settled', paid)).toMatchObject({ back: undefined, payout: 20_000_000n })
  })
})

describe('the figure of a round', () => {
  test('is where the clock says, and stands at the point once it is known', () => {
    const running = crashFrame(VIEW, 1_000 + crashTimeOf(231) + 0.01, WORDS)
    expect(running).toEqual({ figure: '2.31×', words: '' })
    expect(crashFrame(VIEW, 700, WORDS)).toEqual({ figure: '1.00×', words: 'starting' })
    const over = crashFrame(round({ status: 'settled', point: 1.5 }), 999_999, WORDS)
    expect(over).toEqual({ figure: '1.50×', words: 'crashed' })
  })

  test('counts down to the lock, and never below 0', () => {
    const view = round({ status: 'betting', locksAt: 5_000 })
    expect(crashFrame(view, 800, WORDS).figure).toBe('4.2 s')
    expect(crashFrame(view, 9_000, WORDS).figure).toBe('0.0 s')
  })
})

describe('the flight', () => {
  const box = { width: 300, height: 200 }

  test('has axes that grow with it and leave room for its tip', () => {
    expect(crashAxis(0)).toEqual({ spanMs: 8_000, top: 2 })
    let before = crashAxis(0)
    for (let ms = 0; ms < 200_000; ms += 500) {
      const axis = crashAxis(ms)
      expect(axis.spanMs).toBeGreaterThanOrEqual(Math.max(before.spanMs, ms))
      expect(axis.top).toBeGreaterThan(Math.exp(0.00006 * ms))
      before = axis
    }
  })

  test.each([5_000, 20_000, 150_000])('is drawn as the exact curve after %d ms', (ms) => {
    const axis = crashAxis(ms)
    const numbers =
      curvePath(ms, axis, box)
        .match(/-?[\d.]+/g)
        ?.map(Number) ?? []
    expect(numbers.slice(0, 2)).toEqual([0, 200])
    for (let part = 0; part < 8; part += 1) {
      const [x0 = 0, y0 = 0, , y1 = 0, , y2 = 0, x3 = 0, y3 = 0] = numbers.slice(part * 6, part * 6 + 8)
      const middle = placeAt((ms * (part + 0.5)) / 8, axis, box)
      expect((x0 + x3) / 2).toBeCloseTo(middle.x, 0)
      expect(Math.abs((y0 + 3 * y1 + 3 * y2 + y3) / 8 - middle.y)).toBeLessThan(1)
    }
  })

  test('turns the rocket from its pad towards the sky', () => {
    const heading = (ms: number) => headingAt(ms, crashAxis(ms), box)
    expect(heading(0)).toBe(0)
    expect(heading(3_000)).toBeGreaterThan(heading(30_000))
    expect(heading(100_000)).toBeLessThan(20)
  })

  test('with reduced motion is drawn up to the next step, and never behind a cash-out', () => {
    expect(stillMs(0)).toBe(crashTimeOf(200))
    expect(stillMs(crashTimeOf(200))).toBe(crashTimeOf(500))
    expect(stillMs(crashTimeOf(1_999))).toBe(crashTimeOf(2_000))
    expect(stillSkyMs(crashTimeOf(199))).toBe(0)
    expect(stillSkyMs(crashTimeOf(499))).toBe(stillSkyMs(crashTimeOf(200)))
  })

  test('does not begin again in a round that flies longer than the rocket', () => {
    const endTime = 120_000
    const motion = {
      currentTime: 0,
      playState: 'paused',
      effect: { getComputedTiming: () => ({ endTime }) },
      pause: () => void (motion.playState = 'paused'),
      // As in browsers.
      play() {
        if (motion.currentTime >= endTime) motion.currentTime = 0
        motion.playState = 'running'
      },
    }
    const follow = (ranMs: number) =>
      followMotions([{ name: 'rocket', motion: motion as never }], 'flying', ranMs, false)
    follow(60_000)
    expect(motion).toMatchObject({ currentTime: 60_000, playState: 'running' })
    Object.assign(motion, { currentTime: endTime, playState: 'finished' })
    for (const ranMs of [endTime - 10, endTime + 5_000, endTime + 9_000]) {
      follow(ranMs)
      expect(motion.currentTime).toBeGreaterThanOrEqual(endTime)
    }
  })
})

describe('the tags on the curve', () => {
  const other = (id: string, cashedAt: number | null) => ({
    id,
    name: null,
    number: null,
    coin: 'usdt-tron',
    stake: '1',
    cashedAt,
    payout: '0',
  })
  const cashOut = {
    share: 100,
    multiplier: 1.2,
    payout: '12',
    by: 'player',
    arrivedMs: 1,
    key: null,
  } as const

  test('are the own ones and the latest three of others; further ones are counted', () => {
    const listed = [
      other('3', 1.2),
      other('a', 1.5),
      other('b', null),
      ...[2, 3, 4, 5].map((at) => other(`x${at}`, at)),
    ]
    const view = { ...round({ listed }), mine: [{ ...BET, cashOuts: [cashOut] }] }
    const { shown, more, moreAt } = crashTags(view)
    expect(shown.map(({ at, isOwn }) => [at, isOwn])).toEqual([
      [1.2, true],
      [5, false],
      [4, false],
      [3, false],
    ])
    expect([more, moreAt]).toEqual([2, 2])
  })
})

describe('a bet that has won', () => {
  test.each([
    ['placed', true],
    ['settled', false],
  ] as const)('leaves the stage to the other one that is %s: %s', (status, isStageNeeded) => {
    vi.stubGlobal('document', { visibilityState: 'visible' })
    const coin = { coin: 'usdt-tron', symbol: 'USDT', decimals: 6, isDemo: false, amount: 0n }
    const [won, other] = [
      { ...BET, status: 'settled', payout: '100' },
      { ...BET, id: '4', status },
    ] as const
    const told: unknown[] = []
    const stop = followMoments((moment) => moment.type === 'shown' && told.push(moment.result))
    countResults(
      {
        engine: { balance: createStore(coin) },
        table: {},
        missed: createStore(undefined),
        open: new Map([[won.id, won]]),
      } as never,
      { ...VIEW, mine: [won, other] },
    )
    stop()
    expect(told).toEqual([expect.objectContaining({ id: '3', isStageNeeded })])
  })
})

describe('the state of a slot', () => {
  const state = (status: CrashSnapshot['round']['status'], facts = {}) =>
    crashSlotState({
      round: { status },
      canCashOut: true,
      bet: undefined,
      request: 'none',
      isQueued: false,
      ...facts,
    })
  test.each([
    ['betting', {}, 'bet'],
    ['running', {}, 'next'],
    ['settled', {}, 'next'],
    ['running', { isQueued: true }, 'queued'],
    ['betting', { bet: BET }, 'placed'],
    ['locked', { bet: BET }, 'locked'],
    ['running', { bet: BET }, 'riding'],
    ['running', { bet: BET, canCashOut: false }, 'locked'],
    ['running', { bet: BET, request: 'cashing' }, 'cashing'],
    ['running', { bet: { ...BET, status: 'settled' } }, 'next'],
    ['crashed', { bet: BET }, 'locked'],
    ['betting', { request: 'placing' }, 'placing'],
  ] as const)('in %s with %j is %s', (status, facts, expected) => {
    expect(state(status, facts)).toBe(expected)
  })
})

describe("the server's clock", () => {
  test("comes from the fastest probe, whatever the device's clock says", () => {
    const offset = clockOffset([
      { sentAt: 0, receivedAt: 400, serverNow: 5_000 },
      { sentAt: 500, receivedAt: 520, serverNow: 5_310 },
      { sentAt: 600, receivedAt: 900, serverNow: 5_500 },
    ])
    expect(offset).toBe(4_800)
    expect(clockOffset([])).toBeUndefined()
  })
  test('is never behind the time of an event', () => {
    expect(offsetAfter(4_800, 5_900, 1_000)).toBe(4_900)
    expect(offsetAfter(4_800, 5_700, 1_000)).toBe(4_800)
  })
})

describe('the events of the table', () => {
  const known = withSnapshot(undefined, SNAPSHOT)
  const bets = (seq: number, change = {}): CrashEvent => ({
    type: 'bets',
    seq,
    round: '12',
    listed: [],
    gone: [],
    bets: 1,
    staked: '10',
    ...change,
  })
  const listed = {
    id: 'a',
    name: null,
    number: null,
    coin: 'usdt-tron',
    stake: '10',
    cashedAt: null,
    payout: '0',
  }

  test('are applied in order: a repeated event changes nothing, a gap asks for the snapshot', () => {
    expect(withEvent(known, bets(4))).toEqual({ known, isMissing: false })
    expect(withEvent(known, bets(5)).isMissing).toBe(false)
    expect(withEvent(known, bets(6)).isMissing).toBe(true)
    expect(withEvent(known, { type: 'beat', round: '13', now: 0 }).isMissing).toBe(true)
  })

  test('add, change and remove bets', () => {
    const one = withEvent(known, bets(5, { listed: [listed] })).known
    const two = withEvent(one, bets(6, { listed: [{ ...listed, cashedAt: 2, payout: '20' }] })).known
    expect(two.view.round.listed).toEqual([{ ...listed, cashedAt: 2, payout: '20' }])
    expect(withEvent(two, bets(7, { gone: ['a'] })).known.view.round.listed).toEqual([])
  })

  test('put a round that is over on top of the list once, and begin the next round without bets', () => {
    const { locksAt: _locksAt, listed: _listed, ...facts } = ROUND
    const settled = { ...facts, status: 'settled', point: 2, gameHash: 'a'.repeat(64), salt: 's' } as const
    const over = withEvent(known, { type: 'round', seq: 5, now: 0, round: settled, locksAt: null }).known
    const again = withEvent(over, { type: 'round', seq: 6, now: 0, round: settled, locksAt: null }).known
    expect(again.view.last).toEqual([settled])
    const next = { ...facts, id: '13', game: 6, status: 'betting' } as const
    const begun = withEvent(again, { type: 'round', seq: 1, now: 0, round: next, locksAt: 9 })
    expect(begun.isMissing).toBe(false)
    expect(begun.known.view.round).toMatchObject({ id: '13', locksAt: 9, listed: [] })
  })

  test('are not undone by a snapshot that was requested before', () => {
    const later = withEvent(known, bets(5, { listed: [listed] })).known
    const late = withSnapshot(later, { ...SNAPSHOT, mine: [BET] })
    expect(late.view.round.listed).toEqual([listed])
    expect(late.view.mine).toEqual([BET])
    expect(withSnapshot(later, { ...SNAPSHOT, round: { ...ROUND, id: '9' } }).view.round.id).toBe('12')
  })

  test('keep own bets that the server no longer lists, and replace those that it lists', () => {
    const newer = { ...BET, id: '10', key: 'k' }
    const merged = withBets([BET], [newer])
    expect(merged.map(({ id }) => id)).toEqual(['10', '3'])
    expect(withBets(merged, [{ ...BET, status: 'settled' }])[1]?.status).toBe('settled')
  })
})

describe('the proof of a round', () => {
  const chain = createCrashChain('f'.repeat(64), 40)
  const facts = {
    lastHash: chain.commitment,
    length: 40,
    played: 20,
    others: [] as string[],
    saltRule: 'device',
  } as const
  const proven = (game: number) => {
    const gameHash = chain.gameHashes[game - 1] ?? ''
    const salt = `salt of ${game}`
    const { locksAt: _locksAt, listed: _listed, ...others } = ROUND
    return {
      ...others,
      ...({
        game,
        chain: chain.commitment,
        gameHash,
        salt,
        status: 'settled',
        point: crashOutcome(gameHash, salt) / 100,
      } as const),
    }
  }
  const newest = { game: 0, hash: chain.commitment }

  test('follows the hash to the published one, or to a verified game before or after it', async () => {
    const good = { isOfChain: true, isPoint: true, isSaltSigned: undefined }
    expect(await verifyCrashRound(proven(12), facts, { newest })).toEqual({ ...good, comparedWith: 0 })
    const known = { game: 20, hash: chain.gameHashes[19] ?? '' }
    expect(await verifyCrashRound(proven(7), facts, { newest: known })).toEqual({ ...good, comparedWith: 20 })
    expect(await verifyCrashRound(proven(33), facts, { newest: known })).toEqual({
      ...good,
      comparedWith: 20,
    })
  })

  test('refuses a wrong hash, salt, crash point or place in the chain', async () => {
    const true12 = proven(12)
    const verdict = async (change: object) => verifyCrashRound({ ...true12, ...change }, facts, { newest })
    expect(await verdict({ gameHash: 'b'.repeat(64) })).toMatchObject({ isOfChain: false })
    expect(await verdict({ game: 13 })).toMatchObject({ isOfChain: false })
    expect(await verdict({ salt: 'other' })).toMatchObject({ isPoint: false })
    expect(await verdict({ point: true12.point + 0.01 })).toMatchObject({ isPoint: false })
  })
  test('compares a round with its own chain, and accepts only a published chain', async () => {
    const before = createCrashChain('e'.repeat(64), 30)
    const gameHash = before.gameHashes[29] ?? ''
    const old = { ...proven(12), chain: before.commitment, game: 30, gameHash }
    const round = { ...old, point: crashOutcome(gameHash, old.salt) / 100 }
    const published = { ...facts, others: [before.commitment] }
    expect(await verifyCrashRound(round, published)).toMatchObject({ isOfChain: true, isPoint: true })
    expect(await verifyCrashRound(round, facts)).toMatchObject({ isOfChain: false })
    expect(await verifyCrashRound({ ...round, chain: facts.lastHash }, published)).toMatchObject({
      isOfChain: false,
    })
  })

  test('reports its progress through the chain and keeps the page responsive', async () => {
    const long = createCrashChain('e'.repeat(64), 5_000)
    const told: number[] = []
    const proof = await verifyCrashRound(
      {
        ...proven(1),
        game: 5_000,
        chain: long.commitment,
        gameHash: long.gameHashes[4_999] ?? '',
        ...({ point: null, status: 'void' } as const),
      },
      { ...facts, lastHash: long.commitment },
      { newest: { game: 0, hash: long.commitment }, onProgress: (done) => void told.push(done) },
    )
    expect(proof).toMatchObject({ isOfChain: true, comparedWith: 0 })
    expect(told).toEqual([0.4, 0.8])
  })

  test("accepts a salt of drand only with the network's signature, and only the first one after the lock", async () => {
    const { beacon, salt } = QUICKNET_1000
    const live = { ...facts, saltRule: 'drand-quicknet' } as const
    const gameHash = chain.gameHashes[11] ?? ''
    const ofLive = { ...proven(12), salt, beacon, point: crashOutcome(gameHash, salt) / 100 }
    const isSigned = async (change: object) =>
      (await verifyCrashRound({ ...ofLive, ...change }, live, { newest })).isSaltSigned
    expect(await verifyCrashRound(ofLive, live, { newest })).toEqual({
      isOfChain: true,
      comparedWith: 0,
      isPoint: true,
      isSaltSigned: true,
    })
    expect(await isSigned({ beacon: { ...beacon, lockedAt: beacon.lockedAt - 3_000 } })).toBe(false)
    expect(await isSigned({ beacon: { ...beacon, signature: null } })).toBe(false)
    expect(await isSigned({ beacon: undefined })).toBe(false)
    expect(await isSigned({ salt: 'ab'.repeat(32) })).toBe(false)
    expect(await isSigned({ salt: null, point: null, status: 'void' })).toBeUndefined()
  })
})
