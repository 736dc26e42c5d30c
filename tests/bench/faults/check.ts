import { fromDecimal } from '#server/coins/units.ts'
import type { Queries } from './database-pair.ts'
import { readFacts, type Coin, type Facts } from './facts.ts'
import { usdt, type Load, type Operation, type Player } from './load.ts'

/** The practice grant of each player. */
const GRANT = usdt(1_000n)
const FEE = usdt(1n)
/** The smallest deposit. */
const MINIMUM = usdt(1n)

export interface Check {
  readonly name: string
  readonly compared: number
  /** Differences, in words. */
  readonly faults: readonly string[]
}

/** The expected state, added up from the players' requests and their answers. */
class Expected {
  /** `player coin` → smallest units. */
  readonly held = new Map<string, bigint>()
  /** Number of ledger transactions by kind. */
  readonly kinds = new Map<string, number>()

  hold({ uid }: Player, coin: string, amount: bigint): void {
    const place = `${uid} ${coin}`
    this.held.set(place, (this.held.get(place) ?? 0n) + amount)
  }

  count(kind: string): void {
    this.kinds.set(kind, (this.kinds.get(kind) ?? 0) + 1)
  }
}

/** Compares the database and the chain with the answers that players got. */
export async function checkWorld(db: Queries, load: Load): Promise<Check[]> {
  const facts = await readFacts(db)
  const expected = new Expected()
  for (const player of load.players) {
    expected.hold(player, 'usdt-tron', GRANT)
    expected.count('practice-grant')
  }
  const deposits = load.operations.filter(({ kind }) => kind === 'deposit')
  const withdrawals = load.operations.filter(({ kind }) => kind === 'withdrawal')
  const cancellations = new Map(
    load.operations.filter(({ kind }) => kind === 'cancellation').map((each) => [each.key, each]),
  )
  return [
    {
      name: 'deposits: each on the chain, in the list and in the ledger once',
      compared: deposits.length,
      faults: deposits.flatMap((each) => checkDeposit(each, facts, expected)),
    },
    {
      name: 'withdrawals: each once, paid once when confirmed, never when cancelled',
      compared: withdrawals.length,
      faults: withdrawals.flatMap((each) => checkWithdrawal(each, cancellations, facts, expected)),
    },
    {
      name: 'nothing that nobody submitted',
      compared: facts.transfers.length + [...facts.kinds.values()].reduce((sum, n) => sum + n, 0),
      faults: findStrangers(deposits, withdrawals, facts, expected),
    },
    {
      name: 'sums of each player, in the database and as the API tells them',
      compared: load.players.length,
      faults: [...compareBalances(facts, expected), ...(await compareTold(load, facts, expected))],
    },
  ]
}

/** Collects the faults of one operation. */
function collector(name: string) {
  const faults: string[] = []
  const expect = (isTrue: boolean, what: string) => {
    if (!isTrue) faults.push(`${name} ${what}`)
  }
  return { faults, expect }
}

function checkDeposit(
  { acknowledged, player, amount, key }: Operation,
  facts: Facts,
  expected: Expected,
): string[] {
  if (acknowledged === null) return [`deposit ${key} never had an answer`]
  const { faults, expect } = collector(`deposit ${acknowledged} of player ${player.uid}`)
  const [sent, ...moreSent] = facts.sent.get(acknowledged) ?? []
  const [row, ...moreRows] = facts.deposits.get(acknowledged) ?? []
  const [posting, ...morePostings] = facts.posted.get(acknowledged) ?? []
  expect(moreSent.length + moreRows.length + morePostings.length === 0, 'exists more than once')
  expect(sent?.recipient === player.address && BigInt(sent.amount) === amount, 'is not on the chain as asked')
  expect(row?.account_id === player.uid && BigInt(row.amount) === amount, 'has no row as asked')
  if (amount < MINIMUM) {
    expect(row?.status === 'below_minimum' && !posting, `is ${row?.status}, below the minimum`)
    return faults
  }
  const worth = convert(amount, facts.coins.get('usdt-tron'), facts.coins.get(player.receives))
  expected.hold(player, player.receives, worth)
  expected.count('deposit')
  expect(row?.status === 'credited' && BigInt(row.credited_amount ?? 0) === worth, `is ${row?.status}`)
  const isPosted =
    posting?.kind === 'deposit' &&
    posting.account_id === player.uid &&
    posting.coin === player.receives &&
    BigInt(posting.amount) === worth
  expect(isPosted, 'is not posted to the player as converted')
  return faults
}

function checkWithdrawal(
  { acknowledged, refused, isDoubtful, player, amount, key, address }: Operation,
  cancellations: ReadonlyMap<string, Operation>,
  facts: Facts,
  expected: Expected,
): string[] {
  const [row, ...more] = facts.withdrawals.get(`${player.uid} ${key}`) ?? []
  const { faults, expect } = collector(`withdrawal ${row?.id ?? key} of player ${player.uid}`)
  const paid = facts.received.get(address) ?? []
  expect(more.length === 0, 'exists more than once')
  if (acknowledged === null) {
    expect(refused !== null, 'never had an answer')
    // Finally refused, while an earlier request without an answer may have succeeded.
    expect(!row || isDoubtful, `was refused (${refused}) and exists`)
  } else expect(row?.id === acknowledged, 'was acknowledged and does not exist')
  if (!row) {
    expect(paid.length === 0, 'was paid without having been taken')
    return faults
  }
  expect(BigInt(row.amount) === amount && row.address === address, 'is not what was asked for')
  expected.count('withdrawal-reserve')
  const cancellation = cancellations.get(row.id)
  const steps = (facts.steps.get(row.id) ?? []).map(({ kind }) => kind).join()
  if (row.status === 'confirmed') {
    expected.count('withdrawal-complete')
    expected.hold(player, 'usdt-tron', -amount)
    expect((cancellation?.acknowledged ?? null) === null, 'was paid, its cancellation acknowledged')
    expect(
      paid.length === 1 && BigInt(paid[0]?.amount ?? 0) === amount - FEE,
      `was paid ${paid.length} times`,
    )
    expect(steps === 'withdrawal-complete,withdrawal-reserve', `has the postings ${steps}`)
    return faults
  }
  expected.count('withdrawal-cancel')
  expect(row.status === 'cancelled', `has ended as ${row.status}`)
  const isAsked =
    cancellation !== undefined && (cancellation.acknowledged !== null || cancellation.isDoubtful)
  expect(isAsked, 'was cancelled by nobody')
  expect(paid.length === 0, 'was cancelled and paid')
  expect(steps === 'withdrawal-cancel,withdrawal-reserve', `has the postings ${steps}`)
  return faults
}

function findStrangers(
  deposits: readonly Operation[],
  withdrawals: readonly Operation[],
  facts: Facts,
  expected: Expected,
): string[] {
  const known = new Set(deposits.map(({ acknowledged }) => acknowledged))
  const addresses = new Set(withdrawals.map(({ address }) => address))
  const places = new Set(withdrawals.map(({ player, key }) => `${player.uid} ${key}`))
  const kinds = new Set([...facts.kinds.keys(), ...expected.kinds.keys()])
  return [
    ...facts.transfers
      .filter(({ tx_id, recipient }) => !known.has(tx_id) && !addresses.has(recipient))
      .map(({ tx_id }) => `transfer ${tx_id} was submitted by nobody`),
    ...[...facts.deposits.keys()]
      .filter((txId) => !known.has(txId))
      .map((txId) => `deposit ${txId} was submitted by nobody`),
    ...[...facts.withdrawals.keys()]
      .filter((place) => !places.has(place))
      .map((place) => `withdrawal ${place} was submitted by nobody`),
    ...[...kinds]
      .map((kind) => ({ kind, n: facts.kinds.get(kind) ?? 0, wanted: expected.kinds.get(kind) ?? 0 }))
      .filter(({ n, wanted }) => n !== wanted)
      .map(({ kind, n, wanted }) => `the ledger has ${n} transactions of kind ${kind} instead of ${wanted}`),
  ]
}

function compareBalances({ balances }: Facts, { held }: Expected): string[] {
  const wanted = new Map([...held].map(([place, amount]) => [`${place} available`, amount]))
  return [...new Set([...wanted.keys(), ...balances.keys()])]
    .map((place) => ({ place, amount: balances.get(place) ?? 0n, should: wanted.get(place) ?? 0n }))
    .filter(({ amount, should }) => amount !== should)
    .map(({ place, amount, should }) => `player ${place}: ${amount} instead of ${should}`)
}

async function compareTold(load: Load, { coins }: Facts, { held }: Expected): Promise<string[]> {
  const faults: string[] = []
  for (const player of load.players) {
    for (const { coin, available, pending } of await load.balancesOf(player)) {
      const units = fromDecimal(available, coins.get(coin)?.decimals ?? 0)
      const should = held.get(`${player.uid} ${coin}`) ?? 0n
      if (units === should && Number(pending) === 0) continue
      faults.push(`player ${player.uid} is told ${available} and ${pending} of ${coin} instead of ${should}`)
    }
  }
  return faults
}

/** By the fixed prices of practice mode, rounded down. Written a second time, to check the server's own code. */
function convert(amount: bigint, from: Coin | undefined, to: Coin | undefined): bigint {
  if (!from || !to) throw new Error('A coin is missing')
  const scale = 12
  const price = ({ priceUsd }: Coin) => {
    const [whole = '0', fraction = ''] = priceUsd.split('.')
    return BigInt(whole + fraction.padEnd(scale, '0').slice(0, scale))
  }
  return (amount * price(from) * 10n ** BigInt(to.decimals)) / (price(to) * 10n ** BigInt(from.decimals))
}
