import * as v from 'valibot'
import type { Clock } from '#server/base/clock.ts'
import { rejectFutureBlock } from '#server/chains/block-time.ts'
import { createTronGrid } from '#server/chains/tron-grid.ts'
import type { TronNetwork } from '#server/chains/tron-network.ts'
import { SourceBusyError } from '#server/chains/tron-source.ts'
import { PAID_COIN } from '#server/deposits/deposit-chain.ts'
import { fetchBounded } from '#server/base/fetch-bounded.ts'
import { NodeUnavailable } from '#server/chains/chain-node.ts'
import { haveExpired, PaymentRefusedError, type ChainSender } from './chain-sender.ts'
import type { SignerKey } from './signer-key.ts'
import { tronHistory } from './tron-history.ts'
import { encodeSigned, encodeTransfer, hashOf, transferArguments } from './tron-transaction.ts'

interface TronSenderOptions {
  readonly network: TronNetwork
  readonly url: string
  readonly apiKey: string
  readonly key: SignerKey
  /** Per transfer, in the smallest unit of TRX. */
  readonly feeLimit: number
  readonly clock: Clock
  readonly timeoutMs?: number
}

const MAX_BYTES = 256 * 1024
const REST_MS = 5_000
/** A node's clock may differ; its transactions live a minute. */
const LONGEST_LIFE_MS = 10 * 60_000

const HexSchema = (length: number) => v.pipe(v.string(), v.regex(new RegExp(`^[0-9a-fA-F]{${length}}$`)))
const ResultSchema = v.object({
  result: v.optional(v.boolean()),
  code: v.optional(v.string()),
  message: v.optional(v.string()),
})
const TriedSchema = v.object({
  result: ResultSchema,
  transaction: v.optional(v.object({ ret: v.optional(v.array(v.object({ ret: v.optional(v.string()) }))) })),
})
const MadeSchema = v.object({
  result: ResultSchema,
  transaction: v.object({
    txID: v.pipe(HexSchema(64), v.toLowerCase()),
    raw_data_hex: v.pipe(v.string(), v.regex(/^(?:[0-9a-fA-F]{2}){1,2000}$/), v.toLowerCase()),
    raw_data: v.object({
      ref_block_bytes: HexSchema(4),
      ref_block_hash: HexSchema(16),
      expiration: v.pipe(v.number(), v.safeInteger()),
      timestamp: v.pipe(v.number(), v.safeInteger()),
    }),
  }),
})

/** https://developers.tron.network/reference/triggersmartcontract */
export function createTronSender({
  network,
  url,
  apiKey,
  key,
  feeLimit,
  clock,
  timeoutMs = 10_000,
}: TronSenderOptions): ChainSender {
  const source = createTronGrid({ url, apiKey, timeoutMs })

  async function ask<T extends v.GenericSchema>(schema: T, path: string, body: Record<string, unknown>) {
    const { status, bytes } = await fetchBounded(
      `${url}/wallet/${path}`,
      { service: 'trongrid', timeoutMs, maxBytes: MAX_BYTES },
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'tron-pro-api-key': apiKey },
        body: JSON.stringify(body),
      },
    ).catch((cause: unknown) => {
      throw new NodeUnavailable('TronGrid does not answer', { cause })
    })
    if (status === 429 || status === 403) throw new SourceBusyError(`TronGrid answered ${status}`, REST_MS)
    if (status !== 200) throw new NodeUnavailable(`TronGrid answered ${status} to /wallet/${path}`)
    return read(schema, bytes)
  }

  return {
    chain: network.chain,
    address: key.address,
    outcome: ({ txId }) => source.transaction(txId),
    // A wrong block time far ahead would make every payment look expired, and be paid again.
    finalHead: async () => rejectFutureBlock(await source.finalHead(), clock()),
    proveOver: haveExpired,
    history: tronHistory(source, network, key.address),
    // The fee is burnt by usage and cannot be raised.
    replace: () => Promise.resolve(null),

    async sign({ coin, to, amount }) {
      // Amounts are in the coin's smallest unit: for another coin it would be a wrong amount of USDT.
      if (coin !== PAID_COIN) throw new PaymentRefusedError(`${coin} is no coin of ${network.chain}`)
      const terms = { owner: key.address, contract: network.usdtContract, to, amount, feeLimit }
      const call = {
        owner_address: terms.owner,
        contract_address: terms.contract,
        function_selector: 'transfer(address,uint256)',
        parameter: transferArguments(to, amount),
        visible: true,
      }
      // A transfer that fails costs energy as well: the node simulates it first.
      const tried = await ask(TriedSchema, 'triggerconstantcontract', call)
      const isUndone = tried.transaction?.ret?.some(({ ret }) => ret === 'FAILED' || ret === 'REVERT')
      if (tried.result.result !== true || isUndone)
        throw refused('The transfer would be reverted', tried.result)

      const made = await ask(MadeSchema, 'triggersmartcontract', {
        ...call,
        fee_limit: feeLimit,
        call_value: 0,
      })
      if (made.result.result !== true) throw refused('The node made no transaction', made.result)
      const { raw_data, raw_data_hex, txID } = made.transaction
      const raw = encodeTransfer(terms, {
        refBlockBytes: raw_data.ref_block_bytes,
        refBlockHash: raw_data.ref_block_hash,
        expiration: raw_data.expiration,
        timestamp: raw_data.timestamp,
      })
      const hash = hashOf(raw)
      // The node's bytes must equal ours: never sign another receiver, amount, contract or fee.
      if (raw.toString('hex') !== raw_data_hex || hash.toString('hex') !== txID) {
        throw new Error('The node made another transaction than the one asked for')
      }
      const livesMs = raw_data.expiration - clock()
      if (livesMs <= 0 || livesMs > LONGEST_LIFE_MS) {
        throw new Error(`The node made a transaction that lives ${livesMs} ms: one of the clocks is wrong`)
      }
      const signed = encodeSigned(raw, await key.sign(hash))
      return { txId: txID, raw: signed, expiresAt: raw_data.expiration, nonce: null, signedBlock: null }
    },

    async broadcast(raw) {
      const answer = await ask(ResultSchema, 'broadcasthex', {
        transaction: Buffer.from(raw).toString('hex'),
      })
      const isTaken = answer.result === true || answer.code === 'DUP_TRANSACTION_ERROR'
      return { isTaken, reason: wordsOf(answer) }
    },
  }
}

function read<T extends v.GenericSchema>(schema: T, bytes: Buffer): v.InferOutput<T> {
  try {
    return v.parse(schema, JSON.parse(bytes.toString('utf8')))
  } catch (cause) {
    throw new NodeUnavailable('TronGrid answers in an unknown form', { cause })
  }
}

function refused(what: string, answer: v.InferOutput<typeof ResultSchema>): PaymentRefusedError {
  return new PaymentRefusedError(`${what}: ${wordsOf(answer)}`)
}

function wordsOf({ code = '', message = '' }: v.InferOutput<typeof ResultSchema>): string {
  const text = /^(?:[0-9a-f]{2})+$/i.test(message) ? Buffer.from(message, 'hex').toString('utf8') : message
  return `${code} ${text}`.trim().slice(0, 300)
}
