import { randomUUID } from 'node:crypto'
import { HDKey } from '@scure/bip32'
import { beforeAll, beforeEach, describe, expect, vi } from 'vitest'
import { tronAddress } from '#server/chains/tron-address.ts'
import { createTronGrid } from '#server/chains/tron-grid.ts'
import { TRON_NETWORKS, type TronNetwork } from '#server/chains/tron-network.ts'
import type { Database } from '#server/db/tables.ts'
import type { AddressMark } from '#server/deposits/address-mark.ts'
import { createChainLease } from '#server/deposits/chain-lease.ts'
import { MINIMUM } from '#server/deposits/deposit-amounts.ts'
import { openAddress } from '#server/deposits/deposit-addresses.ts'
import type { DepositChain } from '#server/deposits/deposit-chain.ts'
import { watchRound, type RoundOptions } from '#server/deposits/watch-round.ts'
import { createRates } from '#server/rates/rates.ts'
import { copyChain, creditedOn } from '../../support/chain-backup.ts'
import { CrashError, crashAfter } from '../../support/crashing-database.ts'
import { openLedgerPlayers } from '../../support/ledger-players.ts'
import { createSimTron, type SimTransfer, type SimTron, type TronLies } from '../../support/sim-tron.ts'
import { playWorlds, randomFrom, tell, TRON_WORLDS, type Random } from '../../support/worlds.ts'

// Short worlds of TRON: deposits to addresses of several players, an index that lies, kills, outages, reversed
// transactions, a restored database. At the end every final transfer is in the books, once, or held.

const USDT = TRON_NETWORKS.mainnet.usdtContract
const PLAYERS = 4
const [SECOND_MS, MINUTE_MS, HOUR_MS] = [1_000, 60_000, 60 * 60_000]
const START = Date.UTC(2026, 0, 1)
/** Tables with the state of TRON. */
const TABLES = ['deposit_key', 'deposit_address', 'skipped_address', 'deposit', 'chain_watch'] as const

function someLies(random: Random, { hidesAny, isBusy }: { hidesAny: boolean; isBusy: boolean }): TronLies {
  const pageSize = () => (1 + random.below(4)) * (isBusy ? 50 : 1)
  const all: readonly (() => TronLies)[] = [
    () => ({ lagMs: random.below(4 * 60) * MINUTE_MS }),
    () => ({ isEmpty: true }),
    () => ({ pageSize: pageSize(), hasEmptyPages: random.chance(0.5) }),
    () => ({ pageSize: pageSize(), hasNoCursors: true }),
    () => ({ hasNoCursors: true }),
    () => ({ order: 'descending', pageSize: pageSize() }),
    () => ({ order: 'descending', pageSize: pageSize(), failsEach: 2 + random.below(5) }),
    // A page of few events may be in order by chance.
    () => ({ order: 'none', pageSize: 8 + pageSize() }),
    () => ({ form: random.pick(['strange', 'unreadable'] as const) }),
    () => ({ form: 'strange', isMixed: true }),
    () => ({ knowsNothing: true }),
    () => ({ headBehind: random.below(40) }),
    () => ({ failsEach: 2 + random.below(12) }),
    // A transfer that both lists leave out cannot be found.
    () => (hidesAny ? {} : { isListEmpty: true }),
    () => ({ isBalanceRefused: true }),
  ]
  const lie = () => random.pick(all)()
  return random.chance(0.4) ? {} : { ...lie(), ...(random.chance(0.3) && lie()) }
}

/** @param open makes a database for this suite */
export function tronSimulationSuite(open: () => Promise<Database>): void {
  describe('TRON and its books', () => {
    let db: Database
    let players: readonly number[]
    let played = 0
    const chains = new Map<string, SimTron>()
    beforeAll(async () => {
      db = await open()
      players = await openLedgerPlayers(db, PLAYERS * TRON_WORLDS)
    })
    beforeEach(() => {
      vi.stubGlobal('fetch', async (url: string, { body }: { readonly body?: string }) => {
        const asked = new URL(url)
        const chain = chains.get(asked.host)
        if (!chain) throw new Error(`${url} is not a world`)
        return chain.fetch(asked, body ?? '')
      })
    })

    playWorlds(TRON_WORLDS, playWorld)

    async function playWorld(seed: number): Promise<void> {
      const random = randomFrom(seed)
      const bytes = (count: number) => Buffer.from(random.hex(count).slice(2), 'hex')
      const host = `tron-${++played}`
      const first = (PLAYERS * played) % players.length
      const own = players.slice(first, first + PLAYERS)
      const sim = createSimTron(START)
      chains.set(host, sim)
      const xpub = HDKey.fromMasterSeed(bytes(32)).derive("m/44'/195'/0'").publicExtendedKey
      const marks = new Map<string, number>()
      const mark: AddressMark = {
        read: async (key) => marks.get(key) ?? 0,
        keep: async (key, next) => void marks.set(key, next),
      }
      const logger = { error: tell, warn: tell } as unknown as RoundOptions['logger']
      const rates = createRates({ clock: () => 0, maxAgeMs: null })
      const startProcess = (name: string) => {
        const source = createTronGrid({ url: `http://${host}`, apiKey: null, gapMs: 0 })
        const chain: DepositChain = {
          network: { ...TRON_NETWORKS.mainnet, chain: name as TronNetwork['chain'] },
          source,
          balances: source,
          practice: null,
          xpub,
          mark,
        }
        return { name, chain, lease: createChainLease(db, name, randomUUID(), -1) }
      }
      let process = startProcess(host)
      /** The player of each address that was given out, in any database. */
      const given = new Map<string, number>()
      const give = async (uid: number) => {
        const asked = { uid, receives: 'usdt-tron', now: sim.now }
        const { address } = await openAddress(db, process.chain, asked)
        expect(given.get(address) ?? uid, `the player of ${address}`).toBe(uid)
        given.set(address, uid)
      }
      const round = async (on: Database) => {
        const { chain, lease } = process
        await watchRound({ db: on, chain, lease, logger, rates, now: sim.now + SECOND_MS })
      }
      const tryRound = async (on: Database) => {
        try {
          await round(on)
        } catch (error) {
          const isExpected =
            error instanceof CrashError || (error instanceof Error && error.message.startsWith('TronGrid '))
          if (!isExpected) throw error
          tell({ failed: error.message })
          if (error instanceof CrashError) process = startProcess(process.name)
        }
      }

      const hidesAny = random.chance(0.4)
      // In some worlds the lists of addresses are empty, so that the index of events must suffice.
      const isListEmpty = !hidesAny && random.chance(0.5)
      const isBusy = random.chance(0.15)
      const someone = () => tronAddress(bytes(20))
      const [sender, other] = [someone(), someone()]
      const transfer = (to: string): SimTransfer => {
        const amount = BigInt(1 + random.below(random.chance(0.15) ? 2_000_000 : 500_000_000))
        return { from: sender, to, amount, contract: random.chance(0.1) ? other : USDT }
      }
      const send = (transfers: readonly SimTransfer[]) => {
        const isHidden = hidesAny && random.chance(0.15)
        // A transfer that is on no list is found by the balance of the address.
        const isUnlisted = isHidden && random.chance(0.3)
        const lateMs = random.chance(0.1) ? random.below(9) * MINUTE_MS : 0
        const txId = random.hex(32).slice(2)
        tell({
          at: sim.now,
          txId,
          isHidden,
          isUnlisted,
          lateMs,
          to: transfers.map(({ to, amount }) => `${amount} ${to}`),
        })
        sim.send(txId, transfers, { isHidden, isUnlisted, lateMs })
      }
      const pay = () => {
        for (let count = 1 + random.below(4); count > 0; count--) {
          const to = () => random.pick([...given.keys(), sender])
          send(random.chance(0.2) ? [transfer(to()), transfer(to()), transfer(to())] : [transfer(to())])
          if (random.chance(0.6)) sim.pass((1 + random.below(30)) * SECOND_MS)
        }
        // More than one page without events of the house.
        if (!isBusy || random.chance(0.5)) return
        for (let count = 0; count < 12; count++) {
          sim.send(
            random.hex(32).slice(2),
            Array.from({ length: 20 }, () => transfer(sender)),
            {
              isHidden: false,
              isUnlisted: false,
              lateMs: 0,
            },
          )
          sim.pass(3 * SECOND_MS)
        }
      }

      /** The operator sweeps an address. */
      const take = () => {
        const from = random.pick([...given.keys()])
        const amount = sim.availableTo(from, USDT)
        if (amount <= 0n) return
        tell({ at: sim.now, taken: `${amount} ${from}` })
        const txId = random.hex(32).slice(2)
        sim.send(txId, [{ from, to: sender, amount, contract: USDT }], {
          isHidden: random.chance(0.2),
          isUnlisted: false,
          lateMs: 0,
        })
      }

      await give(own[0] ?? 0)
      await round(db)
      const steps = 4 + random.below(6)
      // Some worlds lose their database after a backup.
      const copiedAt = random.chance(0.35) ? random.below(steps - 1) : null
      const restoredAt = copiedAt === null ? null : copiedAt + 1 + random.below(steps - copiedAt - 1)
      const restored = `${host}-restored`
      for (let step = 0; step < steps; step++) {
        if (step === copiedAt) await copyChain(db, TABLES, { from: host, to: restored })
        if (step === restoredAt) {
          tell({ at: sim.now, restored })
          process = startProcess(restored)
        }
        if (random.chance(0.4)) await give(random.pick(own))
        pay()
        if (random.chance(0.3)) take()
        if (random.chance(0.15)) sim.undo(random.chance(0.5))
        if (random.chance(0.15)) {
          // Nobody watches for a while.
          for (let count = random.below(4); count > 0; count--) {
            sim.pass(random.below(2 * HOUR_MS))
            pay()
          }
          if (random.chance(0.5)) process = startProcess(process.name)
        }
        const lies = { ...someLies(random, { hidesAny, isBusy }), ...(isListEmpty && { isListEmpty }) }
        sim.lie(lies)
        for (let rounds = 1 + random.below(3); rounds > 0; rounds--) {
          sim.pass((5 + random.below(random.chance(0.3) ? 600 : 40)) * SECOND_MS)
          tell({ at: sim.now, lies })
          await tryRound(random.chance(0.15) ? crashAfter(db, random.below(40)) : db)
        }
      }
      sim.lie({ isListEmpty })
      const known = await addressesOf(process.name)
      const forgotten = [...given.keys()].filter((address) => !known.has(address))
      for (const address of forgotten) await give(given.get(address) ?? 0)
      // Every address is searched, and compared, once a day.
      sim.pass(25 * HOUR_MS)
      for (let rounds = 0; rounds < 3 + given.size; rounds++) {
        await round(db)
        sim.pass(MINUTE_MS)
      }
      await compareDeposits(sim, process.name)
      if (!isListEmpty) await compareHoldings(sim, process.name, forgotten)
      chains.delete(host)
    }

    async function addressesOf(chain: string): Promise<ReadonlyMap<string, number>> {
      const rows = await db
        .selectFrom('deposit_address')
        .select(['address', 'account_id'])
        .where('chain', '=', chain)
        .execute()
      return new Map(rows.map(({ address, account_id }) => [address, account_id]))
    }

    const nameOf = (txId: string, index: number | null) => `${txId} ${index}`
    const arrivedOn = (sim: SimTron) => sim.final().filter(({ contract }) => contract === USDT)

    async function depositsOf(chain: string) {
      const rows = await db.selectFrom('deposit').selectAll().where('chain', '=', chain).execute()
      return rows.filter(({ status }) => status !== 'dropped' && status !== 'wrong_token')
    }

    async function compareDeposits(sim: SimTron, chain: string): Promise<void> {
      const owners = await addressesOf(chain)
      const arrived = arrivedOn(sim)
      const deposits = await depositsOf(chain)
      for (const { txId, index, to, amount, isUnlisted } of arrived) {
        const owner = owners.get(to)
        if (owner === undefined || amount < MINIMUM || isUnlisted) continue
        const paid = deposits.filter((each) => each.tx_id === txId && each.log_index === index)
        const found = paid.map((each) => [each.account_id, BigInt(each.amount), each.status])
        expect(found, `${amount} in ${txId} to ${to}`).toEqual([[owner, amount, 'credited']])
      }
      const there = new Map(arrived.map((each) => [nameOf(each.txId, each.index), each]))
      for (const row of deposits) {
        const name = nameOf(row.tx_id, row.log_index)
        expect(there.get(name)?.to, `${name} in the books`).toBe(row.recipient)
      }
      const credited = deposits.filter(({ status }) => status === 'credited')
      const names = credited.map(({ tx_id, log_index }) => nameOf(tx_id, log_index))
      expect(await creditedOn(db, chain), 'the ledger').toEqual(names.sort())
    }

    async function compareHoldings(sim: SimTron, chain: string, forgotten: readonly string[]): Promise<void> {
      const arrived = arrivedOn(sim)
      const deposits = await depositsOf(chain)
      const written = new Set(deposits.map(({ tx_id, log_index }) => nameOf(tx_id, log_index)))
      const compared = await db
        .selectFrom('deposit_address')
        .select(['address', 'difference'])
        .where('chain', '=', chain)
        .execute()
      for (const { address, difference } of compared) {
        const unlisted = arrived
          .filter((each) => each.isUnlisted && each.to === address)
          // They may have been reported before they were final.
          .filter(({ txId, index }) => !written.has(nameOf(txId, index)))
          .reduce((sum, { amount }) => sum + amount, 0n)
        const what = `what ${address} holds beyond the books`
        // Unseen money that was swept before the next check leaves no difference.
        const isTaken = sim.final().some(({ from }) => from === address)
        expect(BigInt(difference), what).toBeLessThanOrEqual(unlisted)
        expect(BigInt(difference), what).toBeGreaterThanOrEqual(isTaken ? 0n : unlisted)
      }
      const skipped = await db.selectFrom('skipped_address').selectAll().where('chain', '=', chain).execute()
      for (const address of forgotten) {
        const held = BigInt(skipped.find((each) => each.address === address)?.received ?? -1)
        const came = arrived.filter(({ to }) => to === address)
        const sum = (some: typeof came) => some.reduce((total, { amount }) => total + amount, 0n)
        // A transfer that is on no list is noticed unless it was swept before.
        const listed = sum(came.filter(({ isUnlisted }) => !isUnlisted))
        const isTaken = sim.final().some(({ from }) => from === address)
        const what = `what came to ${address}, which was forgotten`
        expect(held, what).toBeGreaterThanOrEqual(isTaken ? listed : sum(came))
        expect(held, what).toBeLessThanOrEqual(sum(came))
      }
    }
  })
}
