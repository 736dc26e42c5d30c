import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { recoverPublicKey } from 'viem'
import { tronAddress, tronAddressOf } from '#server/chains/tron-address.ts'
import { encodeTransfer, type TransferTerms } from '#server/signer/tron-transaction.ts'

const API_KEY = 'a-key-of-this-test'
const LIVES_MS = 60_000

interface Asked {
  readonly owner_address: string
  readonly contract_address: string
  readonly function_selector: string
  readonly parameter: string
  readonly fee_limit?: number
  readonly visible: boolean
}

/**
 * The part of a TRON node that the signer uses, over its HTTP API: it tries a call, makes a transaction, accepts it
 * with its owner's signature, and tells its outcome. `tamper` makes it dishonest.
 */
export async function startTronNode() {
  let tamper: (terms: TransferTerms) => TransferTerms = (terms) => terms
  let suffix = ''
  let clockOffMs = 0
  let isUndone = false
  let refusal: { code: string; message: string } | undefined
  let busy = 0
  const taken = new Map<string, { owner: string; result?: string; isFinal: boolean }>()
  const owners = new Map<string, string>()
  const made = new Map<string, TransferTerms>()

  const answers: Record<string, (body: Asked & { transaction?: string; value?: string }) => unknown> = {
    triggerconstantcontract: () => ({
      result: { result: true },
      energy_used: 64_285,
      constant_result: ['00'.repeat(31) + '01'],
      transaction: { ret: [isUndone ? { ret: 'FAILED' } : {}] },
    }),
    triggersmartcontract({ owner_address, contract_address, parameter, fee_limit = 0 }) {
      const now = Date.now() + clockOffMs
      const frame = {
        refBlockBytes: '84e1',
        refBlockHash: '1731d6450e11a03f',
        expiration: now + LIVES_MS,
        timestamp: now,
      }
      const asked = {
        owner: owner_address,
        contract: contract_address,
        to: tronAddress(Buffer.from(parameter.slice(24, 64), 'hex')),
        amount: BigInt(`0x${parameter.slice(64)}`),
        feeLimit: fee_limit,
      }
      const raw = Buffer.concat([encodeTransfer(tamper(asked), frame), Buffer.from(suffix, 'hex')])
      const txID = createHash('sha256').update(raw).digest('hex')
      owners.set(txID, owner_address)
      made.set(txID, asked)
      return {
        result: { result: true },
        transaction: {
          visible: true,
          txID,
          raw_data: {
            ref_block_bytes: frame.refBlockBytes,
            ref_block_hash: frame.refBlockHash,
            expiration: frame.expiration,
            fee_limit,
            timestamp: frame.timestamp,
          },
          raw_data_hex: raw.toString('hex'),
        },
      }
    },
    gettransactioninfobyid: () => ({}),
  }

  async function broadcast(hex: string) {
    if (refusal) return { ...refusal, message: Buffer.from(refusal.message).toString('hex') }
    const { raw, signature } = readTransaction(Buffer.from(hex, 'hex'))
    const hash = createHash('sha256').update(raw).digest('hex')
    const point = await recoverPublicKey({
      hash: `0x${hash}`,
      signature: `0x${signature.toString('hex')}`,
    })
    const owner = tronAddressOf(Buffer.from(point.slice(2), 'hex'))
    if (owner !== owners.get(hash)) return { code: 'SIGERROR', txid: hash, message: '00' }
    if (taken.has(hash)) {
      const message = Buffer.from('Dup transaction.').toString('hex')
      return { code: 'DUP_TRANSACTION_ERROR', txid: hash, message }
    }
    taken.set(hash, { owner, isFinal: false })
    return { result: true, txid: hash }
  }

  const server = createServer((request, response) => {
    void (async () => {
      let text = ''
      for await (const chunk of request) text += String(chunk)
      const [, side = '', call = ''] = /^\/(wallet|walletsolidity)\/(\w+)$/.exec(request.url ?? '') ?? []
      const body = JSON.parse(text || '{}') as Asked & { transaction?: string; value?: string }
      const isKnown = request.headers['tron-pro-api-key'] === API_KEY
      const status = busy-- > 0 ? 429 : isKnown ? 200 : 401
      const known = taken.get(body.value ?? '')
      const answer =
        status !== 200
          ? { Error: 'no' }
          : call === 'broadcasthex'
            ? await broadcast(body.transaction ?? '')
            : call === 'gettransactioninfobyid' && known && (known.isFinal || side === 'wallet')
              ? { id: body.value, blockNumber: 7, receipt: { result: known.result ?? 'SUCCESS' } }
              : (answers[call]?.(body) ?? {})
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(answer))
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}`,
    apiKey: API_KEY,
    taken,
    /** The requested terms, by the hash of the transaction. */
    made,
    /** Makes transactions that differ from the request. */
    tamper: (how: (terms: TransferTerms) => TransferTerms) => void (tamper = how),
    /** Appends bytes to honest transactions, such as an extra field. */
    append: (hex: string) => void (suffix = hex),
    setClock: (ms: number) => void (clockOffMs = ms),
    undoCalls: () => void (isUndone = true),
    refuse: (code: string, message: string) => void (refusal = { code, message }),
    beBusy: (calls: number) => void (busy = calls),
    /** Puts the transaction into a final block. */
    settle: (txId: string, result = 'SUCCESS') => void taken.set(txId, { owner: '', result, isFinal: true }),
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Fields 1 and 2 of a transaction: its data, with a length of two bytes here, and one signature. */
function readTransaction(bytes: Buffer): { raw: Buffer; signature: Buffer } {
  const length = ((bytes[1] ?? 0) & 127) | ((bytes[2] ?? 0) << 7)
  const raw = bytes.subarray(3, 3 + length)
  const rest = bytes.subarray(3 + length)
  if (bytes[0] !== 0x0a || rest[0] !== 0x12 || rest[1] !== 65 || rest.length !== 67) {
    throw new Error('This is not a signed transaction')
  }
  return { raw, signature: rest.subarray(2) }
}
