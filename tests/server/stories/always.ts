import { expect } from 'vitest'
import { exportAccount, exportMore } from '#contract/account.ts'
import { listBalances } from '#contract/balances.ts'
import { listBonuses } from '#contract/bonuses.ts'
import type { CrashBet } from '#contract/crash.ts'
import {
  getSeeds,
  isSeededBet,
  listBets,
  listPastSeeds,
  listRounds,
  type AnyBet,
  type Bet,
  type RevealedPair,
  type Round,
} from '#contract/play.ts'
import { listTransactions, type Transaction } from '#contract/transactions.ts'
import { hasMoneyBack, isWithdrawalEnded } from '#contract/withdrawals.ts'
import type { DataOf } from '#contract/endpoint.ts'
import { MULTIPLIER_SCALE, payoutOf } from '#fair/multiplier.ts'
import type { ReceiptKey } from '#fair/receipt.ts'
import { createInputVerifier, type InputAnswer } from '#verify/verify-input.ts'
import { isWrong, type LineAnswer } from '#verify/verify-lines.ts'
import type { SignedBet } from '#features/play/play-engine.ts'
import { runPairCheck } from '#features/play/fairness/run-pair-check.ts'
import { readPastPair } from '#features/play/server-engine/account-refresh.ts'
import type { ServerAccount } from '#features/play/server-engine/account-state.ts'
import {
  createServerHistory,
  readChain,
  readSignedBets,
} from '#features/play/server-engine/server-history.ts'
import { collectData } from '#features/security/collect-data.ts'
import { checkLedger } from '#server/books/check-ledger.ts'
import { reconcile } from '#server/books/reconcile.ts'
import { listReceiptKeys } from '#server/play/receipt-keys.ts'
import { createPairWorker } from '../../support/pair-worker.ts'
import { verifyWithNode } from '../../fair/receipt-house.ts'
import { PASSWORD } from './story-device.ts'
import { units, type KnownBet, type Story } from './story.ts'

/** Time for the earlier part of the ledger that a check of the books reads again. */
const SLICES_MS = 30
/** Errors that a story causes on purpose. */
const EXPECTED_ERRORS = [/the beacon is silent/]

/** The export of the player; of long lists, the first page. */
type Held = DataOf<typeof exportAccount>

/** Asserts the invariants that hold at every point of a story, as the player and the operator see them. */
export async function checkAlways(story: Story): Promise<void> {
  // The test reads far more often than a player would.
  await story.house.db.deleteFrom('rate_limit').execute()
  await story.settle()
  const bets = await allBets(story)
  await checkHistory(story, bets)
  await checkNonces(story, bets)
  const held = await story.device.call(exportAccount, { body: { password: PASSWORD } })
  await checkBalances(story, bets, held)
  await checkExports(story, bets, held)
  for (const pair of story.revealed()) await checkPair(story, pair)
  await checkBooks(story)
  const errors = story.house.errors().filter((line) => !EXPECTED_ERRORS.some((each) => each.test(line)))
  expect(errors, 'errors in the log').toEqual([])
}

/** By pages, as the app's history reads. */
async function allBets({ device }: Story): Promise<AnyBet[]> {
  const bets: AnyBet[] = []
  for (let after: string | undefined; ;) {
    const page = await device.call(listBets, { query: after === undefined ? {} : { after } })
    bets.push(...page.bets)
    if (page.next === null) return bets
    after = page.next
  }
}

/** Every answered bet is there once, as it was answered; open ones are listed as open. */
async function checkHistory({ device, known }: Story, bets: readonly AnyBet[]): Promise<void> {
  const { rounds } = await device.call(listRounds)
  const idsOf = (isWanted: (bet: KnownBet) => boolean) =>
    [...known.bets].flatMap(([id, bet]) => (isWanted(bet) ? id : [])).toSorted()
  const open = idsOf(({ isOpen }) => isOpen)
  expect(bets.map(({ id }) => id).toSorted(), 'bets in the history').toEqual(idsOf(({ isOpen }) => !isOpen))
  const seeded = open.filter((id) => !known.crashBets.has(id))
  expect(rounds.map(({ id }) => id).toSorted(), 'open rounds').toEqual(seeded)
  for (const bet of bets) {
    const settled = known.bets.get(bet.id)?.settled
    if (settled && 'cashOuts' in settled) expect(factsOf(bet), `bet ${bet.id}`).toEqual(factsOf(settled))
    else if (settled) expect(withoutSeed(bet), `bet ${bet.id}`).toEqual(withoutSeed(settled))
  }
}
const withoutSeed = ({ seeds, ...bet }: AnyBet | Bet) => ({ ...bet, seeds: { ...seeds, serverSeed: null } })
const factsOf = ({ id, coin, stake, payout }: AnyBet | CrashBet) => ({ id, coin, stake, payout })

async function allPastPairs(device: Story['device']) {
  const pairs: DataOf<typeof listPastSeeds>['pairs'][number][] = []
  let after: string | undefined
  for (;;) {
    const page = await device.call(listPastSeeds, { query: after === undefined ? {} : { after } })
    pairs.push(...page.pairs)
    if (page.next === null) return pairs
    after = page.next
  }
}

/** The bets of each pair are numbered from 0 without gaps. */
async function checkNonces({ device }: Story, bets: readonly AnyBet[]): Promise<void> {
  const { rounds } = await device.call(listRounds)
  const nonces = new Map<string, number[]>()
  for (const { seeds } of [...bets.filter(isSeededBet), ...rounds]) {
    nonces.set(seeds.serverSeedHash, [...(nonces.get(seeds.serverSeedHash) ?? []), seeds.nonce])
  }
  const current = await device.call(getSeeds)
  const pairs = await allPastPairs(device)
  const counts = new Map(pairs.map(({ serverSeedHash, betCount }) => [serverSeedHash, betCount]))
  counts.set(current.serverSeedHash ?? '', current.nonce)
  for (const [hash, count] of counts) {
    const used = (nonces.get(hash) ?? []).toSorted((a, b) => a - b)
    expect(used, `nonces of pair ${hash.slice(0, 8)}`).toEqual(Array.from({ length: count }, (_, n) => n))
  }
  const unknown = [...nonces.keys()].filter((hash) => !counts.has(hash))
  expect(unknown, 'pairs of bets that the list of pairs lacks').toEqual([])
}

/** A balance is deposits less withdrawals, plus the result of the bets, all from the player's own lists. */
async function checkBalances(
  { device, limits }: Story,
  bets: readonly AnyBet[],
  { rounds: inPlay }: Held,
): Promise<void> {
  const total = new Map<string, bigint>()
  const add = (coin: string | null, amount: bigint) => {
    if (coin !== null) total.set(coin, (total.get(coin) ?? 0n) + amount)
  }
  for (const bet of bets) {
    add(bet.coin, units(bet.payout) - units(bet.stake))
    const decimals = limits().get(bet.coin)?.decimals ?? 0
    const scale = 10n ** BigInt(8 - decimals)
    const payout = payoutOf(units(bet.stake) / scale, Math.round(bet.multiplier * MULTIPLIER_SCALE)) * scale
    expect(units(bet.payout), `payout of bet ${bet.id}, stake times multiplier`).toBe(payout)
  }
  // Crash included.
  for (const { coin, stake } of inPlay as readonly Pick<Round, 'coin' | 'stake'>[]) add(coin, -units(stake))
  const pending = new Map<string, bigint>()
  const movements = await allTransactions(device)
  for (const movement of movements) {
    switch (movement.group) {
      case 'deposit':
        if (movement.credited) add(movement.credited.coin, units(movement.credited.amount))
        break
      case 'withdrawal': {
        const amount = units(movement.amount ?? '0')
        if (hasMoneyBack(movement.status)) break
        if (isWithdrawalEnded(movement.status)) add(movement.coin, -amount)
        else pending.set(movement.coin ?? '', (pending.get(movement.coin ?? '') ?? 0n) + amount)
        break
      }
      case 'bonus':
      case 'reward': {
        // A release only moves money between two balances of the player.
        if (movement.movement === 'bonus-release') break
        const amount = units(movement.amount ?? '0')
        add(movement.coin, movement.isOut ? -amount : amount)
      }
    }
  }
  const locked = new Map<string, bigint>()
  for (const bonus of (await device.call(listBonuses)).bonuses) {
    locked.set(bonus.coin, (locked.get(bonus.coin) ?? 0n) + units(bonus.locked))
  }
  for (const balance of await device.call(listBalances)) {
    const { coin } = balance
    const [isLocked, isPending] = [locked.get(coin) ?? 0n, pending.get(coin) ?? 0n]
    const expected = {
      available: (total.get(coin) ?? 0n) - isLocked - isPending,
      locked: isLocked,
      pending: isPending,
    }
    const { available, locked: held, pending: aside } = balance
    expect({ available: units(available), locked: units(held), pending: units(aside) }, coin).toEqual(
      expected,
    )
  }
}

async function allTransactions(device: Story['device']): Promise<Transaction[]> {
  const all: Transaction[] = []
  for (let after: string | undefined; ;) {
    const page = await device.call(listTransactions, { query: after === undefined ? {} : { after } })
    all.push(...page.transactions)
    if (page.next === null) return all
    after = page.next
  }
}

/** Stands in for the app's own account, whose engine needs a page. */
function accountOf({ device, limits }: Story): ServerAccount {
  const account: Partial<ServerAccount> = {
    call: device.call,
    decimalsOf: (coin) => limits().get(coin)?.decimals,
  }
  return account as ServerAccount
}

/** The player's files verify, and hold every bet and every receipt. */
async function checkExports(story: Story, bets: readonly AnyBet[], first: Held): Promise<void> {
  const { device, known, house } = story
  const account = accountOf(story)
  const rows = await house.db.selectFrom('receipt').select('text').execute()
  const texts = new Set(rows.map(({ text }) => text))
  const lost = [...known.receipts].filter((text) => !texts.has(text))
  expect(lost, 'receipts of the player that the house lacks').toEqual([])

  const data = await collectData({
    first,
    readMore: (list, after) => device.call(exportMore, { params: { list }, query: { after } }),
    wait: () => Promise.reject(new Error('A page of the export did not come')),
    onCount: () => undefined,
  })
  const keys = await listReceiptKeys(house.db)
  await expectVerified(data, { what: 'all that is held', bets: bets.length, receipts: texts.size, keys })
  await checkMovements(data)

  const coins = new Set([...bets.map(({ coin }) => coin), 'usdt-tron'])
  for (const coin of coins) {
    const history = createServerHistory(account, coin)
    const own = bets.filter((bet) => bet.coin === coin).length
    const json = await history.export({}, 'json')
    await expectVerified(json, { what: `history of ${coin}`, bets: own, receipts: texts.size })
    const table = await history.export({}, 'csv')
    await expectVerified(table, { what: `table of ${coin}`, bets: own, receipts: 0 })
  }
}

interface Expected {
  readonly what: string
  readonly bets: number
  readonly receipts: number
  /** The house's keys, if the file lacks them. */
  readonly keys?: readonly ReceiptKey[]
}

/** As `npm run verify` reports it. */
async function expectVerified(file: Blob, { what, bets, receipts, keys }: Expected): Promise<void> {
  const answers = await answersTo(file, keys)
  expect(wrongIn(answers), `npm run verify, ${what}`).toEqual([])
  expect(answers.filter(isOfBet).length, `bets in ${what}`).toBe(bets)
  const summary = answers.find((answer) => 'chain' in answer && 'receipts' in answer)
  const whole = { receipts, verified: receipts, chain: 'whole', fromFirst: true }
  expect(summary, `receipts in ${what}`).toEqual(receipts === 0 ? undefined : whole)
}
async function answersTo(file: Blob, keys?: readonly ReceiptKey[]): Promise<InputAnswer[]> {
  const verifier = createInputVerifier(verifyWithNode, keys)
  return [...(await verifier.push(await file.text())), ...(await verifier.end())]
}
const wrongIn = (answers: readonly InputAnswer[]) => answers.filter((answer) => isWrong(answer as LineAnswer))
const isOfBet = (answer: InputAnswer) =>
  'game' in answer || ('error' in answer && !('fault' in answer) && Object.keys(answer).length === 1)

/** Each balance in the file is the sum of the file's movements, in smallest units. */
async function checkMovements(data: Blob): Promise<void> {
  const { movements, balances } = JSON.parse(await data.text()) as {
    readonly movements: readonly Record<'coin' | 'balance' | 'amount', string>[]
    readonly balances: readonly Record<'coin' | 'kind' | 'balance', string>[]
  }
  const sums = new Map<string, bigint>()
  for (const { coin, balance: kind, amount } of movements) {
    const name = `${coin} ${kind}`
    sums.set(name, (sums.get(name) ?? 0n) + BigInt(amount))
  }
  for (const { coin, kind, balance } of balances) {
    const name = `${coin} ${kind}`
    expect(BigInt(balance), `${name}, the sum of its movements`).toBe(sums.get(name) ?? 0n)
  }
}

/** Compares the app's check of a revealed pair with the exported file. */
async function checkPair(story: Story, pair: RevealedPair): Promise<void> {
  const account = accountOf(story)
  const { serverSeedHash } = pair
  const name = `pair ${serverSeedHash.slice(0, 8)}`
  const keys = await listReceiptKeys(story.house.db)
  const { report, cutShort } = await runPairCheck({
    pair: readPastPair(pair),
    createWorker: createPairWorker,
    stop: new AbortController().signal,
    onCount: () => undefined,
    async bets(hash, after) {
      const page = await readSignedBets(account, { serverSeedHash: hash }, after)
      return { ...page, bets: page.bets as readonly SignedBet[] }
    },
    chain: (hash, after) => readChain(account, { serverSeedHash: hash }, after),
    keysFor: () => Promise.resolve(keys),
  })
  const { betCount } = pair
  const expected = { faults: [], faultCount: 0, isWhole: true, gaps: 0, checked: betCount }
  expect({ ...report, cutShort }, `what the app says of ${name}`).toMatchObject(expected)
  const file = await createServerHistory(account, 'usdt-tron').export({ serverSeedHash }, 'json')
  expect(wrongIn(await answersTo(file)), `npm run verify, history of ${name}`).toEqual([])
}

/** A full comparison, and one that resumes from the previous check. */
async function checkBooks({ house: { db, terms } }: Story): Promise<void> {
  const { faults, coins } = await reconcile(db, terms)
  expect(faults, 'the books').toEqual([])
  expect(
    coins.map(({ sum }) => sum),
    'sums of all postings',
  ).toEqual(coins.map(() => 0n))
  const check = await checkLedger(db, terms, { sliceBudgetMs: SLICES_MS })
  expect(check.faults, 'the check of the ledger').toEqual([])
}
