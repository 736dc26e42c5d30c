import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect } from 'vitest'
import type { EvmAddress } from '#contract/values.ts'
import { NodeUnavailable, RpcFailure } from '#server/chains/chain-node.ts'
import { createEvmNode } from '#server/chains/evm-node.ts'
import { joinNodes } from '#server/chains/joined-nodes.ts'
import type { EvmToken } from '#server/config/evm-config.ts'
import type { Database } from '#server/db/tables.ts'
import { createChainLease } from '#server/deposits/chain-lease.ts'
import { createRates } from '#server/rates/rates.ts'
import type { EvmDepositChain } from '#server/wallet-deposits/evm-deposit-chain.ts'
import { evmRound, type EvmRoundOptions } from '#server/wallet-deposits/evm-round.ts'
import { copyChain, creditedOn } from '../../support/chain-backup.ts'
import { CrashError, crashAfter } from '../../support/crashing-database.ts'
import { openLedgerPlayers } from '../../support/ledger-players.ts'
import { createSimChain, type Lies, type SimChain, type SimTransaction } from '../../support/sim-chain.ts'
import { EVM_WORLDS, playWorlds, randomFrom, tell, type Random } from '../../support/worlds.ts'

// Short worlds of one EVM chain: deposits of every kind, a node that lies, kills, other processes, reorgs, a new
// address of the house. At the end everything on the chain is in the books, once.

const CONFIRMATIONS = 3
const BLOCK_S = 12
const [USDT, ETHER] = [1_000_000n, 10n ** 18n]

/** @param isRebasing if true, the balance of the token proves nothing */
const TOKENS = (contract: EvmAddress, isRebasing: boolean): readonly EvmToken[] => [
  {
    coin: 'usdt-ethereum',
    contract,
    decimals: 6,
    ledgerDecimals: 6,
    minimum: 5n * USDT,
    isRebasing,
  },
  {
    coin: 'eth-ethereum',
    contract: null,
    decimals: 18,
    ledgerDecimals: 8,
    minimum: ETHER / 20n,
    isRebasing: false,
  },
]

/** Tables with the state of a chain. */
const TABLES = [
  'deposit',
  'unclaimed_transfer',
  'chain_watch',
  'evm_position',
  'house_balance',
  'deposit_intent',
] as const

interface World {
  readonly random: Random
  readonly sim: SimChain
  readonly token: EvmAddress
  readonly houses: readonly EvmAddress[]
  /** Players by their wallets; undefined for wallets that nobody has linked. */
  readonly wallets: ReadonlyMap<EvmAddress, number | undefined>
  readonly contractWallet: EvmAddress
  /** Players by the sender of a deposit. */
  readonly owners: ReadonlyMap<string, number | undefined>
  readonly router: EvmAddress
  /** Events of the token were left out, and neither balances nor headers show it. */
  mayOmit: boolean
}

function someLies(random: Random, isRebasing: boolean): Lies {
  const all: readonly (() => Lies)[] = [
    () => ({ behind: 1 + random.below(12) }),
    () => ({ headBehind: 1 + random.below(4) }),
    () => ({ logsBehind: 1 + random.below(12) }),
    // A short list of events cannot be told from a complete one, unless a balance tells.
    () => ({ mostLogs: random.pick(isRebasing ? [0, 50] : [0, 1, 50]) }),
    () => ({ noReceipts: true }),
    () => ({ noReceipts: true, noBlockReceipts: true }),
    () => ({ strangeLogs: true }),
    () => ({ noTraces: true }),
    () => ({ keptBlocks: random.below(3) }),
    () => ({ failsEach: 3 + random.below(20) }),
  ]
  const lie = () => random.pick(all)()
  return random.chance(0.4) ? {} : { ...lie(), ...(random.chance(0.3) && lie()) }
}

function transactionIn(world: World, waiting: readonly SimTransaction[]): SimTransaction | null {
  const { random, sim, token, houses, wallets, contractWallet, router } = world
  const senders = [...wallets.keys()]
  const from = random.pick(senders)
  const to = random.pick(houses)
  const plain = {
    hash: random.hex(32),
    from,
    to,
    value: 0n,
    nonce: sim.nonceOf(from, waiting),
    logs: [],
    inside: [],
  }
  const paid = (amount: bigint, payer = from) => ({ contract: token, from: payer, to, amount })
  const usdt = () => BigInt(5 + random.below(200)) * USDT
  const ether = () => BigInt(5 + random.below(200)) * (ETHER / 100n)
  const inside = (payer: EvmAddress) => ({
    ...plain,
    to: payer,
    inside: [{ contract: null, from: payer, to, amount: ether() }],
  })
  /** From an address of the house to somewhere else. */
  const spend = (contract: EvmAddress | null) => {
    const house = random.pick(houses)
    const held = sim.balanceOf(house, contract)
    const isFirst = waiting.every((each) => each.from !== house)
    if (held === 0n || !isFirst) return null
    const nonce = sim.nonceOf(house, waiting)
    const amount = random.chance(0.3) ? held : held / 2n
    const away = { ...plain, from: house, nonce, to: contract ?? from }
    if (contract === null) return { ...away, value: amount }
    return { ...away, logs: [{ contract, from: house, to: from, amount }] }
  }
  const kinds: readonly (() => SimTransaction | null)[] = [
    () => ({ ...plain, to: token, logs: [paid(usdt())] }),
    () => ({ ...plain, to: token, logs: [paid(usdt()), paid(usdt()), paid(1n)] }),
    () => ({ ...plain, to: token, logs: [paid(BigInt(1 + random.below(40_000)))] }),
    () => ({ ...plain, to: token, logs: [...Array.from({ length: 59 }, () => paid(1n)), paid(usdt())] }),
    () => ({ ...plain, value: ether() }),
    () => ({ ...plain, value: BigInt(1 + random.below(1_000_000)) }),
    () => inside(contractWallet),
    () => inside(router),
    () => ({
      ...inside(contractWallet),
      inside: houses.map((house) => ({ contract: null, from: contractWallet, to: house, amount: ether() })),
    }),
    () => ({ ...plain, to: router }),
    () => spend(token),
    () => spend(null),
  ]
  return random.pick(kinds)()
}

function mineSome(world: World): void {
  const { random, sim } = world
  for (let blocks = 1 + random.below(5); blocks > 0; blocks--) {
    const waiting: SimTransaction[] = []
    for (let count = random.below(4); count > 0; count--) {
      const transaction = transactionIn(world, waiting)
      if (transaction) waiting.push(transaction)
    }
    sim.mine(waiting, BLOCK_S)
  }
}

/** Replaces the last blocks by others, with the same transactions except at most one, which never comes. */
function replaceSome({ random, sim, houses }: World, count: number): void {
  const gone = sim.undo(Math.min(count, sim.head))
  const kept = random.chance(0.5) ? gone : gone.filter((_, at) => at !== 0)
  // Otherwise the house would spend more than it still has.
  const isSound = kept.length === gone.length
  sim.mine([], BLOCK_S)
  sim.mine(isSound ? kept : kept.filter(({ from }) => !houses.includes(from)), BLOCK_S)
  sim.mine([], BLOCK_S)
}

/**
 * One transaction paid two addresses of the house. The first payment waited for its credit and was dropped, then the
 * second one took its row.
 */
const FOUND = [1723428364]

/** @param open makes a database for this suite */
export function arrivalsSimulationSuite(open: () => Promise<Database>): void {
  describe('a chain and its books', () => {
    let db: Database
    let players: readonly number[]
    let played = 0
    beforeAll(async () => {
      db = await open()
      players = await openLedgerPlayers(db, 2 * (EVM_WORLDS + FOUND.length))
    })

    playWorlds(EVM_WORLDS, playWorld, FOUND)

    async function playWorld(seed: number): Promise<void> {
      const random = randomFrom(seed)
      const address = () => random.hex(20) as EvmAddress
      // A retry runs on a new chain.
      const chainId = 10_000_000 + 2 * ++played
      let chainName = `evm-${chainId}`
      // Two players of its own, so that parallel worlds do not wait for each other.
      const first = (2 * played) % players.length
      const [one = 0, two = 0] = players.slice(first, first + 2)
      const [contractWallet, router, token] = [address(), address(), address()]
      const houses = [address(), address()]
      const wallets = new Map<EvmAddress, number | undefined>([
        [address(), one],
        [address(), two],
        [address(), undefined],
      ])
      const isRebasing = random.chance(0.35)
      const hasBloom = random.chance(0.6)
      const hasOther = random.chance(0.3)
      const sim = createSimChain(chainId, { hasBloom })
      await db
        .deleteFrom('wallet')
        .where('address', 'in', [...wallets.keys(), contractWallet])
        .execute()
      const owners = new Map<string, number | undefined>([...wallets, [contractWallet, one]])
      const world: World = {
        random,
        sim,
        token,
        houses,
        wallets,
        contractWallet,
        owners,
        router,
        mayOmit: false,
      }
      const linked = { label: '', last_used_at: null, linked_at: new Date(0) }
      for (const [wallet, uid] of wallets) {
        if (uid === undefined) continue
        await db
          .insertInto('wallet')
          .values({ ...linked, address: wallet, account_id: uid, proven_by: 'key' })
          .execute()
      }
      await db
        .insertInto('wallet')
        .values({
          ...linked,
          address: contractWallet,
          account_id: one,
          proven_by: 'contract',
          chain_id: String(chainId),
        })
        .execute()

      const alarms: unknown[] = []
      const logger = {
        warn: (...said: unknown[]) => tell(said),
        error: (fields: unknown) => {
          tell(fields)
          alarms.push(fields)
        },
      } as unknown as EvmRoundOptions['logger']
      const openChain = (recipient: EvmAddress): EvmDepositChain => {
        const nodes = [sim.node, ...(hasOther ? [sim.other] : [])].map((node, at) => ({
          name: String(at),
          node: createEvmNode(node, [token]),
        }))
        return {
          chainId,
          chain: chainName,
          nodeUrl: 'sim',
          otherNodeUrls: [],
          recipient,
          confirmations: CONFIRMATIONS,
          tokens: TOKENS(token, isRebasing),
          explorerUrl: null,
          practiceBlockMs: 1,
          pollMs: 1,
          ...joinNodes(chainName, nodes, { clock: () => sim.now, logger }),
          practice: null,
        }
      }
      let recipient = houses[0] as EvmAddress
      let chain = openChain(recipient)
      let passed = 0
      const rates = createRates({ clock: () => 0, maxAgeMs: null })
      const round = async (on: Database, afterMs = 30_000) => {
        passed += afterMs
        const now = Date.UTC(2026, 0, 1) + sim.now + passed
        const lease = createChainLease(on, chainName, randomUUID(), -1)
        await evmRound({ db: on, chain, lease, logger, rates, now })
      }
      const tryRound = async (on: Database) => {
        try {
          await round(on)
        } catch (error) {
          const isExpected =
            error instanceof NodeUnavailable || error instanceof RpcFailure || error instanceof CrashError
          if (!isExpected) throw error
          tell({ failed: error instanceof Error ? error.message : error })
        }
      }

      sim.mine([], BLOCK_S)
      await round(db)
      // Both addresses have been shown to players.
      chain = openChain((recipient = houses[1] as EvmAddress))
      await round(db)
      const steps = 6 + random.below(7)
      // Some worlds lose their database after a backup.
      const copiedAt = random.chance(0.3) ? random.below(steps) : null
      const restoredAt = copiedAt === null ? null : copiedAt + 1 + random.below(4)
      const restored = `evm-${chainId + 1}`
      for (let step = 0; step < steps; step++) {
        if (step === copiedAt) await copyChain(db, TABLES, { from: chainName, to: restored })
        if (step === restoredAt) {
          tell({ restored: chainName })
          chainName = restored
          chain = openChain(recipient)
        }
        mineSome(world)
        if (random.chance(0.15)) replaceSome(world, 1 + random.below(CONFIRMATIONS - 1))
        else if (random.chance(0.04)) replaceSome(world, CONFIRMATIONS + 1 + random.below(4))
        if (random.chance(0.2)) chain = openChain((recipient = random.pick(houses)))
        const lies = someLies(random, isRebasing)
        const ofOther = someLies(random, isRebasing)
        sim.lie(lies, ofOther)
        world.mayOmit ||= isRebasing && !hasBloom && [lies, ofOther].some(({ mostLogs }) => mostLogs === 0)
        tell({ head: sim.head, recipient, lies, ...(hasOther && { ofOther }) })
        await tryRound(random.chance(0.15) ? crashAfter(db, random.below(60)) : db)
      }
      sim.lie({})
      for (let blocks = 0; blocks <= CONFIRMATIONS; blocks++) sim.mine([], BLOCK_S)
      for (let rounds = 0; rounds < 3; rounds++) await round(db, 90_000)
      for (const house of houses) tell({ house, moves: sim.movesOf(house) })
      await compare(world, chainName, alarms)
    }

    async function compare(
      { sim, token, houses, owners, mayOmit }: World,
      chain: string,
      alarms: readonly unknown[],
    ): Promise<void> {
      const deposits = await db.selectFrom('deposit').selectAll().where('chain', '=', chain).execute()
      const unclaimed = await db
        .selectFrom('unclaimed_transfer')
        .selectAll()
        .where('chain', '=', chain)
        .execute()
      const final = sim.head - CONFIRMATIONS
      const arrived = houses.flatMap((house) => sim.arrivals(house, final))
      const scale = { token: 1n, own: 10n ** 10n }
      const ofTx = (txId: string, contract: string, house: string) => {
        const fits = (row: { tx_id: string; contract: string; recipient: string }) =>
          row.tx_id === txId && row.contract === contract && row.recipient === house
        return { paid: deposits.filter(fits), held: unclaimed.filter(fits) }
      }
      const total = (rows: readonly { amount: string }[]) =>
        rows.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
      for (const { txId, contract, from, to, amount, number } of arrived) {
        const isToken = contract !== null
        // The operator was warned that the node has no state of the replaced blocks.
        const isProven = alarms.every((each) => (each as { alarm: string }).alarm !== 'balance_unread')
        if (!isToken && !isProven) continue
        if (amount < (isToken ? 5n * USDT : ETHER / 20n)) continue
        const { paid, held } = ofTx(txId, contract ?? 'native', to)
        // A transfer that was seen stays known.
        if (isToken && mayOmit && paid.length === 0) continue
        const owner = owners.get(from)
        const fits = (row: { amount: string }) =>
          BigInt(row.amount) === amount / (isToken ? scale.token : scale.own)
        const isCredited = paid.some(
          (row) => fits(row) && row.status === 'credited' && row.account_id === owner,
        )
        const isHeld = owner === undefined && held.some(fits)
        // Ether without a known transaction is held under its block.
        const byBlock = unclaimed.filter((row) => row.log_index <= -2 && row.recipient === to)
        const isByBlock = !isToken && total(byBlock) >= amount / scale.own
        expect(
          isCredited || isHeld || isByBlock,
          `${amount} of ${contract ?? 'ether'} in ${txId} of ${from} in block ${number}`,
        ).toBe(true)
      }
      const gone = new Set(
        alarms.flatMap((each) => {
          const { alarm, deposits: lost = [] } = each as { alarm: string; deposits?: { tx_id: string }[] }
          return alarm === 'deposit_gone' ? lost.map(({ tx_id }) => tx_id) : []
        }),
      )
      for (const row of deposits.filter(({ status, tx_id }) => status !== 'dropped' && !gone.has(tx_id))) {
        const came = arrived.filter(
          ({ txId, to, contract }) =>
            txId === row.tx_id && to === row.recipient && (contract ?? 'native') === row.contract,
        )
        expect(came, `${row.status} deposit ${row.tx_id} ${row.log_index} is on the chain`).not.toEqual([])
      }
      const wasReplaced = alarms.some((each) => (each as { alarm: string }).alarm === 'deposit')
      for (const house of houses) {
        for (const contract of [token, null]) {
          const isOf = (row: { contract: string; recipient: string; tx_id: string }) =>
            row.contract === (contract ?? 'native') && row.recipient === house && !gone.has(row.tx_id)
          const written =
            total(deposits.filter((row) => isOf(row) && row.status !== 'dropped')) +
            total(
              unclaimed.filter(
                (row) =>
                  isOf(row) &&
                  row.claimed_at === null &&
                  !deposits.some((each) => each.tx_id === row.tx_id && each.log_index === row.log_index),
              ),
            )
          const came = arrived
            .filter((each) => each.to === house && each.contract === contract)
            .reduce((sum, each) => sum + each.amount, 0n)
          expect(
            written * (contract === null ? scale.own : 1n),
            `all of ${contract ?? 'ether'} to ${house}`,
          ).toBeLessThanOrEqual(came)
        }
      }
      const credited = deposits.filter(({ status }) => status === 'credited')
      const names = credited.map(({ tx_id, log_index }) => `${tx_id} ${log_index}`)
      expect(await creditedOn(db, chain), 'the ledger').toEqual(names.sort())
      const unsettled = await db
        .selectFrom('house_balance')
        .selectAll()
        .where('chain', '=', chain)
        .where('unsettled_since', 'is not', null)
        .execute()
      // After lost events, the difference of balances stays until an operator handles it.
      if (gone.size === 0 && !wasReplaced) expect(unsettled, 'differences').toEqual([])
    }
  })
}
