import * as v from 'valibot'
import { EvmAddressSchema, type EvmAddress } from '#contract/values.ts'
import { NonceTakenError } from '#server/chains/practice-evm.ts'
import type { Database } from '#server/db/tables.ts'
import { RpcFailure, type ChainNode } from '#server/chains/chain-node.ts'
import { tokenOf, type EvmDepositChain } from './evm-deposit-chain.ts'

type Hex = `0x${string}`

/** Starting balance of every address, in whole coins. */
const GRANTED_TOKENS = 10_000n
const GRANTED_NATIVE_COIN = 5n
const NATIVE_DECIMALS = 18

/** `transfer(address,uint256)` and `balanceOf(address)` */
const TRANSFER_CALL = /^0xa9059cbb0{24}([0-9a-f]{40})([0-9a-f]{64})$/
const BALANCE_CALL = /^0x70a082310{24}([0-9a-f]{40})$/
const TRANSFER_GAS = { own: 21_000n, token: 65_000n }

// https://www.jsonrpc.org/specification#error_object and https://eips.ethereum.org/EIPS/eip-1474
const METHOD_NOT_FOUND = -32_601
const INVALID_PARAMS = -32_602
const REFUSED = -32_000

const CallSchema = v.object({ to: EvmAddressSchema, data: v.pipe(v.string(), v.toLowerCase()) })
const RawSchema = v.pipe(v.string(), v.regex(/^0x(?:[0-9a-fA-F]{2}){1,1000}$/))

interface Transfer {
  readonly contract: EvmAddress | null
  readonly to: EvmAddress
  readonly amount: bigint
}

/**
 * JSON-RPC node of a practice chain, for wallets: balances and signed transactions. Moves only the chain's coins, without
 * fees.
 */
export function createPracticeNode(
  db: Database,
  chain: EvmDepositChain & { readonly practice: NonNullable<EvmDepositChain['practice']> },
): ChainNode {
  const { practice, chainId } = chain

  async function balanceOf(
    address: EvmAddress,
    contract: EvmAddress | null,
    on: Database = db,
  ): Promise<bigint> {
    const decimals = contract === null ? NATIVE_DECIMALS : tokenOf(chain, contract)?.decimals
    if (decimals === undefined) return 0n
    const granted = (contract === null ? GRANTED_NATIVE_COIN : GRANTED_TOKENS) * 10n ** BigInt(decimals)
    const held = granted + (await practice.moved(address, contract, on))
    // Can be negative: the server's simulated transfers do not check the balance.
    return held > 0n ? held : 0n
  }

  async function call(params: readonly unknown[]): Promise<string> {
    const { to, data } = parse(CallSchema, params[0])
    const owner = BALANCE_CALL.exec(data)?.[1]
    if (owner === undefined) throw new RpcFailure(REFUSED, 'execution reverted')
    return `0x${(await balanceOf(addressOf(`0x${owner}`), to)).toString(16).padStart(64, '0')}`
  }

  async function sendRaw(params: readonly unknown[]): Promise<string> {
    const raw = parse(RawSchema, params[0]) as Hex
    const { keccak256, parseTransaction, recoverTransactionAddress } = await import('viem')
    const read = async () => {
      const transaction = parseTransaction(raw)
      const from = await recoverTransactionAddress({ serializedTransaction: raw as never })
      return { transaction, from: addressOf(from) }
    }
    const { transaction, from } = await read().catch(() => {
      throw new RpcFailure(INVALID_PARAMS, 'not a signed transaction')
    })
    if (transaction.chainId !== chainId) throw new RpcFailure(REFUSED, 'invalid chain id for signer')
    const { to, value = 0n, data = '0x', nonce = 0 } = transaction
    const transfer = transferOf({ to: to ? addressOf(to) : null, value, data: data.toLowerCase() })
    const txId = keccak256(raw)
    if (await practice.transaction(txId)) return txId
    await db.transaction().execute(async (trx) => {
      const next = await practice.nextNonce(from, trx)
      if (nonce !== next) throw new RpcFailure(REFUSED, `nonce too ${nonce < next ? 'low' : 'high'}`)
      if ((await balanceOf(from, transfer.contract, trx)) < transfer.amount)
        throw new RpcFailure(REFUSED, 'insufficient funds for transfer')
      await practice.send({ txId, from, ...transfer, nonce }, trx)
    })
    return txId
  }

  function transferOf(tx: { to: EvmAddress | null; value: bigint; data: string }): Transfer {
    if (tx.to !== null && tx.data === '0x') return { contract: null, to: tx.to, amount: tx.value }
    const [, to, amount] = TRANSFER_CALL.exec(tx.data) ?? []
    if (tx.to === null || to === undefined || tx.value > 0n || !tokenOf(chain, tx.to)) {
      throw new RpcFailure(REFUSED, 'execution reverted: a practice chain only moves its coins')
    }
    return { contract: tx.to, to: addressOf(`0x${to}`), amount: BigInt(`0x${amount}`) }
  }

  return {
    async request(method, params) {
      switch (method) {
        case 'eth_chainId':
          return quantity(BigInt(chainId))
        case 'eth_blockNumber':
          return quantity(BigInt((await practice.head()).block))
        case 'eth_gasPrice':
          return quantity(0n)
        case 'eth_estimateGas': {
          const { data } = parse(v.object({ data: v.optional(v.string(), '0x') }), params[0])
          return quantity(data === '0x' ? TRANSFER_GAS.own : TRANSFER_GAS.token)
        }
        case 'eth_getBalance':
          return quantity(await balanceOf(parse(EvmAddressSchema, params[0]), null))
        case 'eth_getTransactionCount':
          return quantity(BigInt(await practice.nextNonce(parse(EvmAddressSchema, params[0]))))
        case 'eth_call':
          return call(params)
        case 'eth_sendRawTransaction':
          return sendRaw(params).catch((error: unknown) => {
            if (error instanceof NonceTakenError) throw new RpcFailure(REFUSED, 'nonce too low')
            throw error
          })
        default:
          throw new RpcFailure(METHOD_NOT_FOUND, 'The method is not available')
      }
    },
  }
}

export function createPracticeNodes(
  db: Database,
  chains: readonly EvmDepositChain[],
): ReadonlyMap<number, ChainNode> {
  return new Map(
    chains.flatMap((chain) => {
      const { practice } = chain
      return practice ? [[chain.chainId, createPracticeNode(db, { ...chain, practice })] as const] : []
    }),
  )
}

const addressOf = (text: string) => v.parse(EvmAddressSchema, text)
const quantity = (value: bigint) => `0x${value.toString(16)}`

function parse<T extends v.GenericSchema>(schema: T, value: unknown): v.InferOutput<T> {
  const parsed = v.safeParse(schema, value)
  if (!parsed.success) throw new RpcFailure(INVALID_PARAMS, 'invalid params')
  return parsed.output
}
