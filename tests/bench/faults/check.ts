import type pg from 'pg'
import { fromDecimal } from '#server/coins/units.ts'
import { usdt, type Load, type Operation, type Player } from './load.ts'

/** What the practice grant gives everybody, in USDT. */
const GRANT = usdt(1_000n)
const FEE = usdt(1n)
const MINIMUM = usdt(1n)
const MOST_EXAMPLES = 5

interface Coin {
  readonly decimals: number
  readonly priceUsd: string
}

export interface Check {
  readonly name: string
  readonly compared: number
  /** What differs, in words. */
  readonly faults: readonly string[]
}

/** Compares what the database and the chain have with what the players were told. */
export async function checkWorld(db: pg.Pool, load: Load): Promise<Check[]> {
  const checks: Check[] = []
  const check = (name: string, compared: number, faults: readonly string[]) =>
    checks.push({ name, compared, faults: faults.slice(0, MOST_EXAMPLES) })
  const deposits = load.operations.filter(({ kind }) => kind === 'deposit')
  const withdrawals = load.operations.filter(({ kind }) => kind === 'withdrawal')
  const cancellations = new Map(
    load.operations.filter(({ kind }) => kind === 'cancellation').map((each) => [each.key, each]),
  )
  const read = async <T extends object>(query: string) => (await db.query<T>(query)).rows
  const coins = new Map(
    (await read<{ id: string } & Coin>('select id, decimals, price_usd::text as "priceUsd" from coin')).map(
      (coin) => [coin.id, coin],
    ),
  )
  const held = new Map<string, bigint>()
  const hold = (player: Player, coin: string, amount: bigint) => {
    const place = `${player.uid} ${coin}`
    held.set(place, (held.get(place) ?? 0n) + amount)
  }
  for (const player of load.players) hold(player, 'usdt-tron', GRANT)

  const transfers = await read<Transfer>(
    'select tx_id, log_index, recipient, amount from practice_transfer order by id',
  )
  const transfersOf = groupBy(transfers, ({ tx_id }) => tx_id)
  const paidTo = groupBy(transfers, ({ recipient }) => recipient)

  // Deposits: submitted → on the chain → row → posting.
  const rows = groupBy(
    await read<DepositRow>(
      'select tx_id, log_index, account_id, recipient, amount, status, receive_coin, credited_amount from deposit',
    ),
    ({ tx_id }) => tx_id,
  )
  const posted = groupBy(
    await read<PostedRow>(
      `select transfer.tx_id, transaction.kind, transaction.key, account.account_id, account.coin, posting.amount
       from ledger_transfer transfer
       join ledger_transaction transaction on transaction.id = transfer.transaction_id
       join ledger_posting posting on posting.transaction_id = transaction.id
       join ledger_account account on account.id = posting.ledger_account_id
       where account.account_id is not null`,
    ),
    ({ tx_id }) => tx_id,
  )
  const credited: Operation[] = []
  const depositFaults = deposits.flatMap((operation) => {
    const { acknowledged, player, amount, key } = operation
    if (acknowledged === null) return [`deposit ${key} never had an answer`]
    const [sent = null, ...moreSent] = transfersOf.get(acknowledged) ?? []
    const [row = null, ...moreRows] = rows.get(acknowledged) ?? []
    const [posting = null, ...morePostings] = posted.get(acknowledged) ?? []
    const faults: string[] = []
    const expect = (isTrue: boolean, what: string) => {
      if (!isTrue) faults.push(`deposit ${acknowledged} of player ${player.uid}: ${what}`)
    }
    expect(moreSent.length + moreRows.length + morePostings.length === 0, 'is there more than once')
    expect(
      sent?.recipient === player.address && BigInt(sent.amount) === amount,
      'is not on the chain as asked',
    )
    expect(row?.account_id === player.uid && BigInt(row.amount) === amount, 'has no row as asked')
    if (amount < MINIMUM) {
      expect(row?.status === 'below_minimum' && posting === null, `is ${row?.status}, below the minimum`)
      return faults
    }
    credited.push(operation)
    const worth = convert(amount, coins.get('usdt-tron'), coins.get(player.receives))
    hold(player, player.receives, worth)
    expect(row?.status === 'credited' && BigInt(row.credited_amount ?? 0) === worth, `is ${row?.status}`)
    expect(
      posting?.kind === 'deposit' &&
        posting.account_id === player.uid &&
        posting.coin === player.receives &&
        BigInt(posting.amount) === worth,
      'is not posted to the player as converted',
    )
    return faults
  })
  check('deposits: each on the chain, in the list and in the ledger once', deposits.length, depositFaults)

  // Withdrawals: submitted → row → reserved → ended → paid.
  const asked = groupBy(
    await read<WithdrawalRow>(
      'select id, account_id, idempotency_key, amount, fee, address, status from withdrawal',
    ),
    (row) => `${row.account_id} ${row.idempotency_key}`,
  )
  const stepsOf = groupBy(
    await read<{ subject: string; kind: string }>(
      `select subject, kind from ledger_transaction where kind like 'withdrawal-%'`,
    ),
    ({ subject }) => subject,
  )
  const counts = { reserved: 0, complete: 0, cancelled: 0, unanswered: 0 }
  const addresses = new Set<string>()
  const withdrawalFaults = withdrawals.flatMap((operation) => {
    const { acknowledged, refused, isDoubtful, player, amount, key, address } = operation
    addresses.add(address)
    const [row = null, ...more] = asked.get(`${player.uid} ${key}`) ?? []
    const paid = paidTo.get(address) ?? []
    const faults: string[] = []
    const expect = (isTrue: boolean, what: string) => {
      if (!isTrue) faults.push(`withdrawal ${row?.id ?? key} of player ${player.uid}: ${what}`)
    }
    expect(more.length === 0, 'is there more than once')
    if (acknowledged === null) {
      expect(refused !== null, 'never had an answer')
      expect(row === null || isDoubtful, `was refused (${refused}) and is there`)
      if (row) counts.unanswered += 1
    } else expect(row?.id === acknowledged, 'was acknowledged and is not there')
    if (!row) {
      expect(paid.length === 0, 'was paid without having been taken')
      return faults
    }
    expect(BigInt(row.amount) === amount && row.address === address, 'is not what was asked for')
    const steps = (stepsOf.get(row.id) ?? [])
      .map(({ kind }) => kind)
      .sort()
      .join()
    counts.reserved += 1
    const cancellation = cancellations.get(row.id)
    if (row.status === 'confirmed') {
      counts.complete += 1
      hold(player, 'usdt-tron', -amount)
      expect(
        (cancellation?.acknowledged ?? null) === null,
        'was paid although its cancellation was acknowledged',
      )
      expect(
        paid.length === 1 && BigInt(paid[0]?.amount ?? 0) === amount - FEE,
        `was paid ${paid.length} times`,
      )
      expect(steps === 'withdrawal-complete,withdrawal-reserve', `has the postings ${steps}`)
    } else {
      counts.cancelled += 1
      expect(row.status === 'cancelled', `has ended as ${row.status}`)
      expect(
        cancellation !== undefined && (cancellation.acknowledged !== null || cancellation.isDoubtful),
        'was cancelled by nobody',
      )
      expect(paid.length === 0, 'was cancelled and paid')
      expect(steps === 'withdrawal-cancel,withdrawal-reserve', `has the postings ${steps}`)
    }
    return faults
  })
  check(
    'withdrawals: each once, paid once when confirmed, never when cancelled',
    withdrawals.length,
    withdrawalFaults,
  )

  // Nothing but what was submitted.
  const known = new Set(deposits.map(({ acknowledged }) => acknowledged))
  const strangers = [
    ...transfers
      .filter(({ tx_id, recipient }) => !known.has(tx_id) && !addresses.has(recipient))
      .map(({ tx_id }) => `transfer ${tx_id} was submitted by nobody`),
    ...[...rows.keys()].filter((txId) => !known.has(txId)).map((txId) => `deposit row ${txId} is nobody's`),
  ]
  const keys = new Set(withdrawals.map(({ player, key }) => `${player.uid} ${key}`))
  for (const [place, [row]] of asked) {
    if (!keys.has(place)) strangers.push(`withdrawal ${row?.id} was submitted by nobody`)
  }
  const expected: Record<string, number> = {
    'practice-grant': load.players.length,
    deposit: credited.length,
    'withdrawal-reserve': counts.reserved,
    'withdrawal-complete': counts.complete,
    'withdrawal-cancel': counts.cancelled,
  }
  const kinds = await read<{ kind: string; n: string }>(
    'select kind, count(*) as n from ledger_transaction group by kind',
  )
  for (const { kind, n } of kinds) {
    if (Number(n) !== (expected[kind] ?? 0)) {
      strangers.push(`the ledger has ${n} transactions of kind ${kind} instead of ${expected[kind] ?? 0}`)
    }
  }
  check('nothing that nobody submitted', transfers.length + kinds.length, strangers)

  check('sums of each player, in the database and as the API tells them', load.players.length, [
    ...(await compareBalances(db, held)),
    ...(await compareTold(load, held, coins)),
  ])
  return checks
}

async function compareBalances(db: pg.Pool, held: ReadonlyMap<string, bigint>): Promise<string[]> {
  const { rows } = await db.query<{ place: string; kind: string; balance: string }>(
    `select account_id || ' ' || coin as place, kind, balance from ledger_account where account_id is not null`,
  )
  const faults = rows
    .filter(({ kind, balance }) => kind !== 'available' && BigInt(balance) !== 0n)
    .map(({ place, kind, balance }) => `${place}: ${balance} are still ${kind}`)
  const found = new Map(
    rows.filter(({ kind }) => kind === 'available').map(({ place, balance }) => [place, BigInt(balance)]),
  )
  for (const place of new Set([...held.keys(), ...found.keys()])) {
    const [expected, actual] = [held.get(place) ?? 0n, found.get(place) ?? 0n]
    if (expected !== actual) faults.push(`${place}: ${actual} instead of ${expected}`)
  }
  return faults
}

async function compareTold(
  load: Load,
  held: ReadonlyMap<string, bigint>,
  coins: ReadonlyMap<string, Coin>,
): Promise<string[]> {
  const faults: string[] = []
  for (const player of load.players) {
    const told = await load.balancesOf(player)
    for (const [coin, { available, pending }] of Object.entries(told)) {
      const units = fromDecimal(available, coins.get(coin)?.decimals ?? 0)
      const expected = held.get(`${player.uid} ${coin}`) ?? 0n
      if (units === expected && Number(pending) === 0) continue
      faults.push(
        `player ${player.uid} is told ${available} and ${pending} of ${coin} instead of ${expected}`,
      )
    }
  }
  return faults
}

/** By the fixed prices of practice, rounded down; written anew here, so that the server's own is checked. */
function convert(amount: bigint, from: Coin | undefined, to: Coin | undefined): bigint {
  if (!from || !to) throw new Error('A coin is missing')
  const scale = 12
  const price = ({ priceUsd }: Coin) => {
    const [whole = '0', fraction = ''] = priceUsd.split('.')
    return BigInt(whole + fraction.padEnd(scale, '0').slice(0, scale))
  }
  return (amount * price(from) * 10n ** BigInt(to.decimals)) / (price(to) * 10n ** BigInt(from.decimals))
}

interface Transfer {
  readonly tx_id: string
  readonly log_index: number
  readonly recipient: string
  readonly amount: string
}
interface DepositRow {
  readonly tx_id: string
  readonly account_id: number
  readonly amount: string
  readonly status: string
  readonly credited_amount: string | null
}
interface PostedRow {
  readonly tx_id: string
  readonly kind: string
  readonly account_id: number
  readonly coin: string
  readonly amount: string
}
interface WithdrawalRow {
  readonly id: string
  readonly account_id: number
  readonly idempotency_key: string
  readonly amount: string
  readonly address: string
  readonly status: string
}

function groupBy<T>(rows: readonly T[], placeOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const row of rows) {
    const place = placeOf(row)
    const group = groups.get(place)
    if (group) group.push(row)
    else groups.set(place, [row])
  }
  return groups
}
