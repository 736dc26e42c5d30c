import { describe, expect, it } from 'vitest'
import { canonicalJson } from '#fair/canonical-json.ts'
import { FAIR_GAMES, type FairGame } from '#rules/fair-games.ts'
import { hashText, type SignedReceipt } from '#fair/receipt.ts'
import { createLineVerifier } from '#verify/verify-lines.ts'
import { createProofVerifier } from '#verify/verify-proofs.ts'
import { runPairCheck } from '#features/play/fairness/run-pair-check.ts'
import type { PlaySeeds } from '#features/play/play-engine.ts'
import type { ServerAccount } from '#features/play/server-engine/account-state.ts'
import {
  createServerHistory,
  readChain,
  readSignedBets,
} from '#features/play/server-engine/server-history.ts'
import type { OpenRound, SettledBet } from '#server/play/play-record.ts'
import type { OpenSharedBet, SettledSharedBet } from '#server/play/shared-record.ts'
import { verifyFile } from '../../src/verifier/verify-file.ts'
import { verifyWithNode } from '../fair/receipt-house.ts'
import { GAME_PARAMS } from '../support/game-params.ts'
import { createPlannedHouse, type CrashEnd, type PlannedHouse } from '../support/planned-house.ts'
import { createPairWorker } from '../support/pair-worker.ts'
import { runVerify } from '../support/run-verify.ts'
import { someOf } from '../support/test-seed.ts'

const CRASH_ENDS: readonly CrashEnd[] = ['cash-out', 'crash', 'void', 'cancelled']
const COINS = ['usdt-tron', 'wif-solana'] as const

type Begun = OpenRound | SettledBet | OpenSharedBet | SettledSharedBet

const begin = (house: PlannedHouse, game: FairGame, coin: string): Begun =>
  game === 'crash' ? house.crashBet(null, coin) : house.bet(game, GAME_PARAMS[game].params, coin)

/** Open rounds go on by several steps. */
function goOn(house: PlannedHouse, bet: Begun): Begun {
  if ('payout' in bet) return bet
  if ('sharedRound' in bet) return house.crashEnd(bet, 'half')
  return house.step(
    bet,
    bet.game === 'mines' ? { type: 'reveal', tile: 7 } : { type: 'guess', guess: 'higher-or-same' },
  )
}
function end(house: PlannedHouse, bet: Begun, crashEnd: CrashEnd): void {
  if ('payout' in bet) return
  if ('sharedRound' in bet) house.crashEnd(bet, crashEnd)
  else house.step(bet, bet.steps.length > 0 ? 'cash-out' : 'lapse')
}

const ORDERS = FAIR_GAMES.flatMap((first) =>
  FAIR_GAMES.flatMap((second) => FAIR_GAMES.map((third) => [first, second, third] as const)),
).filter((games) => new Set(games).size === games.length)

/**
 * Plays three games whose rounds overlap, with two coins, twice: the second time with the next pair. A Crash
 * bet may be open during the rotation.
 */
function play(house: PlannedHouse, games: readonly FairGame[], crashEnd: CrashEnd): void {
  for (let pair = 0; pair < 2; pair += 1) {
    let bets = games.map((game, index) => begin(house, game, COINS[index % 2] ?? ''))
    if (crashEnd === 'cash-out' || crashEnd === 'crash') bets = bets.map((bet) => goOn(house, bet))
    const order = [...bets.slice(2), ...bets.slice(0, 2)]
    for (const bet of order.filter((each) => !('sharedRound' in each))) end(house, bet, crashEnd)
    const crash = order.find((each) => 'sharedRound' in each)
    if (pair === 0) house.rotate()
    if (crash) end(house, crash, crashEnd)
    house.bet('dice', GAME_PARAMS.dice.params)
    if (pair === 1) house.rotate()
  }
}

function openApp({ call }: PlannedHouse) {
  const account = { call, decimalsOf: () => 6 } as Partial<ServerAccount> as ServerAccount
  const seeds: Pick<PlaySeeds, 'bets' | 'receipts'> = {
    bets: (serverSeedHash, cursor) => readSignedBets(account, { serverSeedHash }, cursor) as never,
    receipts: (serverSeedHash, cursor) => readChain(account, { serverSeedHash }, cursor),
  }
  return { seeds, history: createServerHistory(account, COINS[0]) }
}

/** The report of this device on a revealed pair. */
async function onDevice(
  house: PlannedHouse,
  pair: ReturnType<PlannedHouse['pairs']>[number] | undefined,
  kept: readonly SignedReceipt[] = [],
) {
  const { seeds } = openApp(house)
  if (!pair) throw new Error('No pair was revealed')
  const checked = await runPairCheck({
    pair: { ...pair, revealedAt: 0 },
    createWorker: createPairWorker,
    onCount: () => undefined,
    stop: new AbortController().signal,
    bets: seeds.bets,
    chain: seeds.receipts,
    kept: () => Promise.resolve(kept),
    keysFor: () => Promise.resolve([house.key]),
  })
  return checked
}

async function exported(house: PlannedHouse, serverSeedHash?: string): Promise<Blob> {
  const { history } = openApp(house)
  return await history.export(serverSeedHash === undefined ? {} : { serverSeedHash }, 'json')
}

/** Answers of `npm run verify` to a file. */
async function answersTo(file: Blob): Promise<object[]> {
  const proofs = createProofVerifier(verifyWithNode)
  const verifyLine = createLineVerifier(proofs)
  const answers = (await file.text()).split('\n').flatMap((line) => verifyLine(line) ?? [])
  return [...answers, ...(await proofs.finish())]
}
const faultsIn = (answers: readonly object[]) =>
  answers.flatMap((answer) => ('fault' in answer ? [String(answer.fault)] : []))

async function byCommand(file: Blob) {
  const { exitCode, answers } = await runVerify(await file.text())
  return { exitCode, answers: answers as readonly object[] }
}

/** Faults in a file, and the chain's state, which command and page must agree on. */
async function saidOf(file: Blob) {
  const answers = await answersTo(file)
  const report = await verifyFile(file, { onBytes: () => undefined })
  expect(report.findings.map(({ kind }) => kind)).toEqual(faultsIn(answers))
  const chain = answers.find((answer) => 'chain' in answer && 'receipts' in answer)
  expect(report.receipts?.chain).toBe((chain as { chain?: string } | undefined)?.chain)
  return { faults: faultsIn(answers), chain: report.receipts?.chain }
}

describe('a receipt chain of several games', { timeout: 120_000 }, () => {
  it.each(FAIR_GAMES)('is whole on the device and in files, whatever follows %s', async (game) => {
    const orders = ORDERS.filter(([first]) => first === game).map(
      (games, index) => [games, CRASH_ENDS[index % CRASH_ENDS.length] ?? 'crash'] as const,
    )
    for (const [games, crashEnd] of someOf(orders, 7)) {
      const house = createPlannedHouse()
      play(house, games, crashEnd)
      const name = games.join(', ')
      for (const pair of house.pairs()) {
        const { report } = await onDevice(house, pair)
        expect(report, name).toMatchObject({ gaps: 0, faults: [], isWhole: true, checked: pair.betCount })
        const ofPair = await saidOf(await exported(house, pair.serverSeedHash))
        expect(ofPair, name).toEqual({ faults: [], chain: 'whole' })
      }
      expect(await saidOf(await exported(house)), name).toEqual({ faults: [], chain: 'whole' })
    }
  })

  /** Dice, Crash, dice, rotation: the first players played in this order. */
  function diceCrashDice() {
    const house = createPlannedHouse()
    house.bet('dice', GAME_PARAMS.dice.params)
    const crash = house.crashBet()
    house.crashEnd(crash, 'half')
    house.crashEnd(crash, 'crash')
    house.bet('dice', GAME_PARAMS.dice.params)
    house.bet('dice', GAME_PARAMS.dice.params)
    house.rotate()
    const [pair] = house.pairs()
    return { house, pair }
  }
  const isOfBet = (id: string) => (each: Receipt) => each.receipt.includes(`"bet":"${id}"`)
  type Receipt = SignedReceipt

  it('is accepted by the command, too', async () => {
    const { house, pair } = diceCrashDice()
    expect((await onDevice(house, pair)).report).toMatchObject({ faultCount: 0, gaps: 0 })
    const { exitCode, answers } = await byCommand(await exported(house, pair?.serverSeedHash))
    expect(faultsIn(answers)).toEqual([])
    expect(answers).toContainEqual(expect.objectContaining({ receipts: 6, verified: 6, chain: 'whole' }))
    expect(exitCode).toBe(0)
  })

  it('has gaps, but no fault, when receipts between cannot be read', async () => {
    const { house, pair } = diceCrashDice()
    const { report } = await runPairCheck({
      pair: pair as never,
      createWorker: createPairWorker,
      onCount: () => undefined,
      stop: new AbortController().signal,
      bets: openApp(house).seeds.bets,
      chain: () => Promise.reject(new Error('No answer')),
      keysFor: () => Promise.resolve([house.key]),
    })
    expect(report).toMatchObject({ checked: 3, isWhole: true, gaps: 1, faultCount: 0 })
    const some = house.receipts().filter((each) => !isOfBet('2')(each))
    const lines = [{ receiptKeys: [house.key] }, ...some]
    const file = new Blob([lines.map((line) => `${JSON.stringify(line)}\n`).join('')])
    expect(await saidOf(file)).toEqual({ faults: [], chain: 'gaps' })
    expect((await byCommand(file)).exitCode).toBe(0)
  })

  it.each<[string, (house: PlannedHouse) => readonly Receipt[] | void, readonly string[]]>([
    [
      'a bet of Crash is left out everywhere',
      ({ lies }) => {
        lies.bets = (bets) => bets.filter(({ id }) => id !== '2')
        lies.chain = (receipts) => receipts.filter((each) => !isOfBet('2')(each))
      },
      ['chain'],
    ],
    [
      'a bet of the pair is left out everywhere',
      ({ lies }) => {
        lies.bets = (bets) => bets.filter(({ id }) => id !== '3')
        lies.chain = (receipts) => receipts.filter((each) => !isOfBet('3')(each))
      },
      ['chain', 'absent'],
    ],
    [
      'another bet is signed for the place of one that this device has kept',
      (house) => {
        const own = house.receipts().find(isOfBet('3'))
        const fields = JSON.parse(own?.receipt ?? '{}') as object
        return [house.signText(canonicalJson({ ...fields, bet: '77', key: 'other' }))]
      },
      ['chain'],
    ],
    [
      'another bet is signed for the same nonce, elsewhere in the chain',
      (house) => {
        const own = house.receipts().find(isOfBet('3'))
        const fields = JSON.parse(own?.receipt ?? '{}') as object
        const forged = { ...fields, bet: '77', key: 'other', prev: hashText('elsewhere') }
        return [house.signText(canonicalJson(forged))]
      },
      // The receipts before it are not there either.
      ['chain', 'chain'],
    ],
    [
      'a bet that this device has kept is beyond those that are counted',
      (house) => {
        const own = house.receipts().find(isOfBet('4'))
        const fields = JSON.parse(own?.receipt ?? '{}') as object
        const forged = { ...fields, bet: '77', nonce: 3, prev: hashText(own?.receipt ?? '') }
        return [house.signText(canonicalJson(forged))]
      },
      ['absent'],
    ],
  ])('is wrong when %s, and the proof shows it', async (_, attack, faults) => {
    const { house, pair } = diceCrashDice()
    const kept = attack(house) ?? []
    const { report, proof } = await onDevice(house, pair, kept)
    expect(report.faults.map(({ fault }) => fault)).toEqual(faults)
    expect((await saidOf(proof ?? new Blob())).faults).toEqual(faults)
    const { exitCode, answers } = await byCommand(proof ?? new Blob())
    expect([exitCode, faultsIn(answers)]).toEqual([1, faults])
    if (kept.length > 0) return
    // The export says that it has all receipts, and has not.
    const told = (await saidOf(await exported(house, pair?.serverSeedHash))).faults
    expect(told).toEqual(faults)
  })

  it('does not blame the house for a forgery stored on the device', async () => {
    const { house, pair } = diceCrashDice()
    const own = house.receipts().find(isOfBet('3'))
    const fields = JSON.parse(own?.receipt ?? '{}') as object
    const forged = { ...own, receipt: canonicalJson({ ...fields, bet: '77' }) } as SignedReceipt
    expect((await onDevice(house, pair, [forged])).report).toMatchObject({ faultCount: 0 })
  })
})
