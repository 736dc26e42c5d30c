import { emptyMemory } from '#server/signer/wallet-memory.ts'
import { giveMoney } from './books.ts'
import { randomBytes, randomUUID } from 'node:crypto'
import { listWithdrawals, requestWithdrawal } from '#contract/withdrawals.ts'
import { COINS, ledgerDecimalsIn } from '#server/coins/coins.seed.ts'
import { openPracticeChain } from '#server/chains/practice-chain.ts'
import { tronAddress } from '#server/chains/tron-address.ts'
import type { Database } from '#server/db/tables.ts'
import { balancesOf } from '#server/ledger/balances.ts'
import { createLogger } from '#server/base/logger.ts'
import type { ChainSender } from '#server/signer/chain-sender.ts'
import { createPracticeSender } from '#server/signer/practice-sender.ts'
import { memoryJournal } from '#server/signer/journal.ts'
import { listUnknown, recover } from '#server/signer/recover.command.ts'
import { refuse } from '#server/signer/review.command.ts'
import type { SignerContext } from '#server/signer/signer-context.ts'
import { openSignerKey } from '#server/signer/signer-key.ts'
import { createSignerLease } from '#server/signer/signer-lease.ts'
import { signerRound } from '#server/signer/signer-round.ts'
import { rememberHouseAddresses } from '#server/withdrawals/house-addresses.ts'
import { createPlayers, PASSWORD, type Player } from './players.ts'

/** One USDT in its smallest unit. */
export const USDT = 1_000_000n
const BLOCK_MS = 1_000
/** Blocks until a transfer is final, including its own. */
export const FINAL_BLOCKS = 21

type Asked = Partial<Parameters<typeof bodyOf>[0]>

const bodyOf = (more: {
  coin?: string
  chain?: string
  amount?: string
  address?: string
  idempotencyKey?: string
  fee?: string
  code?: string
  password?: string | undefined
}) => ({
  coin: 'usdt-tron',
  chain: 'tron-practice',
  amount: '50',
  fee: '1',
  idempotencyKey: randomUUID(),
  password: PASSWORD,
  address: tronAddress(randomBytes(20)),
  ...more,
})

/** Players with practice USDT, and a signer that runs one round at a time. */
export async function openWithdrawalWorld(db: Database, env: Record<string, string> = {}) {
  const players = await createPlayers(db, { PRACTICE_BLOCK_MS: String(BLOCK_MS), ...env })
  const clock = () => players.time.now
  const practice = await openPracticeChain(db, clock, BLOCK_MS)
  const key = openSignerKey(randomBytes(32))
  const sender = createPracticeSender(practice, key, clock)
  await rememberHouseAddresses(db, [key.address], clock())
  const limits = { reviewFrom: 1_000n * USDT, perDay: 5_000n * USDT }
  const kept = {
    refusals: new Map<string, number>(),
    toldShort: new Map<string, number>(),
    resting: new Map(),
  }
  const memory = emptyMemory()
  const journal = memoryJournal()
  const decimals = ledgerDecimalsIn(COINS)
  const coinRules = { floors: new Map(), limits: new Map(), decimals, mustKnow: false }
  const leaseMs = 60_000
  const holder = randomUUID()

  const context = (more: Partial<SignerContext> & { holder?: string } = {}): SignerContext => {
    const used = more.db ?? db
    const lease = createSignerLease(used, sender.chain, more.holder ?? holder, more.leaseMs ?? leaseMs)
    const base = {
      db,
      sender,
      key,
      leaseMs,
      limits,
      clock,
      logger: createLogger('silent'),
      ...kept,
      memory,
      journal,
      coinRules,
      votes: { origin: null, fourEyes: 1_000n * USDT, maxPriceAgeMs: null, trustsAll: false },
      seals: null,
    }
    return { ...base, lease, ...more }
  }

  return {
    db,
    players,
    practice,
    key,
    sender,
    clock,
    context,
    newPlayer: () => players.newPlayer(),
    /** A player with this many USDT. */
    async richPlayer(usdt = 1_000n): Promise<Player> {
      const player = await players.newPlayer()
      const money = { player: player.uid, coin: 'usdt-tron', amount: usdt * USDT }
      await giveMoney(db, money, players.time.now)
      return player
    },
    ask: (player: Player, more: Asked = {}) => player.call(requestWithdrawal, { body: bodyOf(more) }),
    /** The player's newest withdrawal. */
    async latest(player: Player) {
      const [first] = (await player.call(listWithdrawals)).data.withdrawals
      if (!first) throw new Error('No withdrawal')
      return first
    },
    /** The available balance in whole USDT. */
    async held(player: Player) {
      const [row] = await balancesOf(db, player.uid)
      return { available: (row?.available ?? 0n) / USDT, pending: (row?.pending ?? 0n) / USDT }
    },
    round: (more: Partial<SignerContext> & { holder?: string } = {}) => signerRound(context(more)),
    /** As `npm run signer -- refuse`. */
    refuse: (id: string, from = sender) => refuse({ db, senders: [from], key, now: clock() }, id),
    /** As `npm run signer -- recover`, listing and deciding. */
    listUnknown: (from: ChainSender) =>
      listUnknown({ db, senders: [from], key, decimals, now: clock() }).then((all) => all.join('\n')),
    recover: (from: ChainSender, what: string, as: string) =>
      recover({ db, senders: [from], key, decimals, now: clock() }, { chain: from.chain, what, as }),
    /** Lets the chain make this many blocks. */
    pass: (blocks: number) => void (players.time.now += blocks * BLOCK_MS),
    /** Amounts that an address received on the chain. */
    async paidTo(address: string): Promise<bigint[]> {
      const rows = await db
        .selectFrom('practice_transfer')
        .select('amount')
        .where('recipient', '=', address)
        .execute()
      return rows.map(({ amount }) => BigInt(amount) / USDT)
    },
    someAddress: () => tronAddress(randomBytes(20)),
  }
}
export type WithdrawalWorld = Awaited<ReturnType<typeof openWithdrawalWorld>>

/** The sender with some methods replaced. */
export const senderWith = (sender: ChainSender, more: Partial<ChainSender>): ChainSender => ({
  ...sender,
  ...more,
})
