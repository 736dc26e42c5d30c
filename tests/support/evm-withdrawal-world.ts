import { emptyMemory } from '#server/signer/wallet-memory.ts'
import { giveMoney } from './books.ts'
import { randomBytes, randomUUID } from 'node:crypto'
import { toHex, type Address } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { shownAddress } from './addresses.ts'
import { getWithdrawal, listWithdrawals, requestWithdrawal } from '#contract/withdrawals.ts'
import { ledgerDecimalsIn } from '#server/coins/coins.seed.ts'
import type { Database } from '#server/db/tables.ts'
import { balancesOf } from '#server/ledger/balances.ts'
import type { Logger } from '#server/base/logger.ts'
import { createEvmSender } from '#server/signer/evm-sender.ts'
import { memoryJournal } from '#server/signer/journal.ts'
import { listUnknown, recover } from '#server/signer/recover.command.ts'
import { refuse } from '#server/signer/review.command.ts'
import type { SignerContext } from '#server/signer/signer-context.ts'
import { openSignerKey } from '#server/signer/signer-key.ts'
import { createSignerLease } from '#server/signer/signer-lease.ts'
import { signerRound } from '#server/signer/signer-round.ts'
import { rememberHouseAddresses } from '#server/withdrawals/house-addresses.ts'
import { EVM_CONFIRMATIONS, type EvmWorld } from './evm-world.ts'
import { PASSWORD, type Player, type Players } from './players.ts'

/** Smallest units of one USDT, and of one ether in the ledger and on the chain. */
export const USDT = 1_000_000n
export const ETH = 10n ** 8n
export const ETHER = 10n ** 18n
const GWEI = 10n ** 9n

export type EvmWithdrawals = Awaited<ReturnType<typeof openEvmWithdrawals>>
type RoundOptions = Partial<SignerContext> & { holder?: string }

/** Players with coins of an EVM chain, and a signer with a wallet on it that runs one round at a time. */
export async function openEvmWithdrawals(db: Database, evm: EvmWorld, players: Players) {
  const { client, token } = evm
  const clock = () => players.time.now
  const privateKey = randomBytes(32)
  const key = openSignerKey(privateKey)
  const wallet = shownAddress(key.evmAddress)
  const config = evm.config.evm.find(({ chainId }) => chainId === evm.chain.chainId)
  if (!config?.nodeUrl) throw new Error('The chain has no node')
  const senderAt = (nodeUrl: string) =>
    createEvmSender({ config: { ...config, nodeUrl }, key, maxGasPrice: 500n * GWEI })
  const sender = senderAt(config.nodeUrl)
  await rememberHouseAddresses(db, [key.address], clock())
  const logged: string[] = []
  const log = (_: unknown, text: string) => void logged.push(text)
  const logger = { warn: log, error: log, info: log } as unknown as Logger
  const limits = { reviewFrom: 20_000n * USDT, perDay: 100_000n * USDT }
  const kept = {
    refusals: new Map<string, number>(),
    toldShort: new Map<string, number>(),
    resting: new Map(),
  }
  const memory = emptyMemory()
  const journal = memoryJournal()
  const decimals = ledgerDecimalsIn(evm.config.coins)
  const coinRules = { floors: new Map(), limits: new Map(), decimals, mustKnow: false }
  const holder = randomUUID()
  const leaseMs = 60_000

  const fund = async (usdt: bigint, ether: bigint) => {
    await client.setBalance({ address: wallet, value: ether })
    const data = evm.callOf(wallet, usdt * USDT)
    if (usdt > 0n) await client.sendTransaction({ to: token, data })
    // Resets the gas price that an earlier test has raised.
    await client.setNextBlockBaseFeePerGas({ baseFeePerGas: GWEI })
    await client.mine({ blocks: 1 })
  }
  await fund(100_000n, 1_000n * ETHER)

  const context = (more: RoundOptions = {}): SignerContext => {
    const used = more.db ?? db
    const lease = createSignerLease(used, sender.chain, more.holder ?? holder, leaseMs)
    return {
      db,
      sender,
      key,
      leaseMs,
      limits,
      clock,
      logger,
      ...kept,
      memory,
      journal,
      coinRules,
      votes: { origin: null, fourEyes: 1_000n * USDT, maxPriceAgeMs: null, trustsAll: false },
      seals: null,
      lease,
      ...more,
    }
  }

  return {
    db,
    evm,
    players,
    key,
    privateKey,
    wallet,
    sender,
    senderAt,
    clock,
    logged,
    fund,
    context,
    account: privateKeyToAccount(toHex(privateKey)),
    /** A player with this many USDT and ether of the chain. */
    async richPlayer(usdt = 1_000n, eth = 10n): Promise<Player> {
      const player = await players.newPlayer()
      const grant = (coin: string, amount: bigint) =>
        giveMoney(db, { player: player.uid, coin, amount }, players.time.now)
      await grant('usdt-ethereum', usdt * USDT)
      await grant('eth-ethereum', eth * ETH)
      return player
    },
    async ask(
      player: Player,
      more: {
        coin?: string
        amount?: string
        fee?: string
        address?: string
        idempotencyKey?: string
      } = {},
    ) {
      const isEther = more.coin === 'eth-ethereum'
      await db.deleteFrom('rate_limit').execute()
      return player.call(requestWithdrawal, {
        body: {
          coin: 'usdt-ethereum',
          chain: config.chain,
          amount: isEther ? '1' : '50',
          fee: isEther ? '0.01' : '1',
          idempotencyKey: randomUUID(),
          password: PASSWORD,
          address: someAddress(),
          ...more,
        },
      })
    },
    async latest(player: Player) {
      const [first] = (await player.call(listWithdrawals)).data.withdrawals
      if (!first) throw new Error('No withdrawal')
      return first
    },
    statusOf: async (player: Player, id: string) =>
      (await player.call(getWithdrawal, { params: { id } })).data.status,
    /** Smallest units. */
    async held(player: Player, coin = 'usdt-ethereum') {
      const row = (await balancesOf(db, player.uid)).find((each) => each.coin === coin)
      return { available: row?.available ?? 0n, pending: row?.pending ?? 0n }
    },
    round: (more: RoundOptions = {}) => signerRound(context(more)),
    /** As `npm run signer -- refuse`. */
    refuse: (id: string, from = sender) => refuse({ db, senders: [from], key, now: clock() }, id),
    /** As `npm run signer -- recover`, listing and deciding. */
    listUnknown: (from = sender) =>
      listUnknown({ db, senders: [from], key, decimals, now: clock() }).then((all) => all.join('\n')),
    recover: (what: string, as: string) =>
      recover({ db, senders: [sender], key, decimals, now: clock() }, { chain: config.chain, what, as }),
    /** Lets another process sign. */
    freeLease: () =>
      db
        .updateTable('signer')
        .set({ held_until: new Date(0) })
        .execute(),
    pass: (seconds: number) => void (players.time.now += seconds * 1_000),
    confirm: () => client.mine({ blocks: EVM_CONFIRMATIONS + 1 }),
    /** Smallest units of the token at an address. */
    async tokens(address: string) {
      const data = `0x70a08231${address.slice(2).padStart(64, '0')}` as const
      return BigInt((await client.call({ to: token, data })).data ?? '0x0')
    },
    ether: (address: string) => client.getBalance({ address: address as Address }),
    attempts: (id: string) =>
      db
        .selectFrom('withdrawal_transaction')
        .select(['tx_id', 'nonce', 'outcome', 'raw'])
        .where('withdrawal_id', '=', id)
        .orderBy('id')
        .execute(),
  }
}

/** A random address with its checksum. */
export const someAddress = () => shownAddress(`0x${randomBytes(20).toString('hex')}`)
