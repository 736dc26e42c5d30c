import { randomUUID } from 'node:crypto'
import { encodeFunctionData, toHex, type Address, type Hex } from 'viem'
import { privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'
import { evmAddress } from './addresses.ts'
import { readConfig } from '#server/config/config.ts'
import type { Database } from '#server/db/tables.ts'
import { createChainLease } from '#server/deposits/chain-lease.ts'
import { createRates } from '#server/rates/rates.ts'
import { depositsWithCoins, toDeposit } from '#server/deposits/deposit-rows.ts'
import { openEvmDepositChains } from '#server/wallet-deposits/evm-deposit-chain.ts'
import { evmRound, type EvmRoundOptions } from '#server/wallet-deposits/evm-round.ts'
import { openIntent, reportIntent, type AskedDeposit } from '#server/wallet-deposits/intents.ts'
import { BLAST_SEPOLIA, configFile } from './config-file.ts'
import { richAccount, type TestChain } from './wallet/chain.ts'
import { compileContracts } from './wallet/contracts.ts'

/** The address of the house on the test chain. */
export const HOUSE = `0x${'42'.repeat(20)}` as const
export const EVM_CONFIRMATIONS = 3
const MINUTE_MS = 60_000
const USDB = '0x4300000000000000000000000000000000000003'

export type EvmWorld = Awaited<ReturnType<typeof openEvmWorld>>

/** The test chain with a token and ether, and a practice chain. */
const usualFile = ({ chainId, url }: TestChain, token: string) => ({
  chains: [
    {
      id: chainId,
      name: 'Sepolia',
      node: url,
      recipient: HOUSE,
      confirmations: EVM_CONFIRMATIONS,
      coins: [
        { coin: 'usdt-ethereum', contract: token, fee: '1', minimum: '5' },
        { coin: 'eth-ethereum', contract: 'native', fee: '0.01', minimum: '0.05' },
      ],
    },
    { id: BLAST_SEPOLIA, coins: [{ coin: 'usdb-blast', contract: USDB }] },
  ],
})

/**
 * A real EVM chain with a token, whose watcher runs one round at a time.
 * @param fileOf makes the operator's file from the chain and the token's address
 */
export async function openEvmWorld(
  chain: TestChain,
  fileOf: (chain: TestChain, token: string) => object = usualFile,
) {
  const { abi } = (await compileContracts()).TestToken
  const { client } = chain
  const deployToken = (decimals: number) =>
    chain.deploy('TestToken', ['Tether USD', 'USDT', decimals, 10n ** 30n])
  const token = await deployToken(6)
  const time = { ahead: 0 }
  const now = () => Date.now() + time.ahead
  const env = {
    KOI_CONFIG: configFile(fileOf(chain, token)),
    PRACTICE_BLOCK_MS: '1000',
  }
  const config = readConfig(env)
  /** Each account has some of the token. */
  const accounts = [1, 2, 3, 4].map((index) =>
    privateKeyToAccount(toHex(richAccount(index).getHdKey().privateKey ?? new Uint8Array(32))),
  )
  const callOf = (to: Address, amount: bigint) =>
    encodeFunctionData({ abi, functionName: 'transfer', args: [to, amount] })
  for (const { address } of accounts) {
    await client.sendTransaction({ to: token, data: callOf(address, 10n ** 12n) })
  }

  return {
    chain,
    client,
    token,
    accounts,
    env,
    config,
    deployToken,
    now,
    passMinutes: (count: number) => void (time.ahead += count * MINUTE_MS),
    mine: (blocks: number) => client.mine({ blocks }),
    callOf,
    /** @returns the hash */
    pay: (account: PrivateKeyAccount, amount: bigint, contract: Address = token, to: Address = HOUSE) =>
      client.sendTransaction({ account, to: contract, data: callOf(to, amount) }),
    payOwnCoin: (account: PrivateKeyAccount, value: bigint, to: Address = HOUSE) =>
      client.sendTransaction({ account, to, value }),
  }
}

/** The world of one database, from the chain's current block on. */
export async function watchEvm(db: Database, world: EvmWorld) {
  const { config, now } = world
  const chains = await openEvmDepositChains(db, config.evm, now)
  const chain = chains.find(({ chainId }) => chainId === world.chain.chainId)
  const practice = chains.find((each) => each.practice)
  if (!chain || !practice?.practice) throw new Error('The chains are not as configured')
  const holder = randomUUID()
  const rates = createRates({ clock: now, maxAgeMs: null })
  const logged: { level: string; text: string; fields: unknown }[] = []
  const log = (level: string) => (fields: unknown, text?: string) =>
    void logged.push({ level, fields, text: text ?? '' })
  const logger = { warn: log('warn'), error: log('error') } as unknown as EvmRoundOptions['logger']
  const runRound = (more: Partial<EvmRoundOptions> = {}) => {
    const on = more.db ?? db
    const read = more.chain ?? chain
    const lease = createChainLease(on, read.chain, holder, 60_000)
    return evmRound({ db: on, chain: read, lease, logger, rates, now: now(), ...more })
  }
  return {
    chains,
    chain,
    practice: practice.practice,
    practiceChain: practice,
    logged,
    logger,
    round: runRound,
    /** Links a wallet by its key, or as a contract on a chain. */
    link: (uid: number, address: string, contractOn?: number) =>
      db
        .insertInto('wallet')
        .values({
          address: evmAddress(address),
          account_id: uid,
          label: '',
          last_used_at: null,
          linked_at: new Date(now()),
          ...(contractOn === undefined
            ? { proven_by: 'key' }
            : { proven_by: 'contract', chain_id: String(contractOn) }),
        })
        .execute(),
    unlink: (address: string) => db.deleteFrom('wallet').where('address', '=', evmAddress(address)).execute(),
    ask: (uid: number, sender: string, more: Partial<AskedDeposit> = {}) =>
      openIntent(
        { db, chains, rates },
        {
          uid,
          now: now(),
          asked: {
            chainId: chain.chainId,
            coin: 'usdt-ethereum',
            amount: '25',
            receives: 'sol-solana',
            sender: evmAddress(sender),
            idempotencyKey: randomUUID(),
            ...more,
          },
        },
      ),
    tell: (uid: number, id: string, txId: Hex | null) =>
      reportIntent(db, chains, { uid, id, txId, now: now() }),
    statusOf: async (id: string) =>
      (
        await db
          .selectFrom('deposit_intent')
          .select(['status', 'tx_id'])
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).status,
    depositsOf: async (uid: number) =>
      (await depositsWithCoins(db).where('deposit.account_id', '=', uid).orderBy('deposit.id').execute()).map(
        toDeposit,
      ),
  }
}
