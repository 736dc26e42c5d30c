import { finalHeadOf } from '#server/chains/evm-source.ts'
import { createHash, randomBytes } from 'node:crypto'
import * as v from 'valibot'
import { withChecksum } from '#contract/evm-checksum.ts'
import { EvmAddressSchema } from '#contract/values.ts'
import type { Clock } from '#server/base/clock.ts'
import type { PracticeChain } from '#server/chains/practice-chain.ts'
import type { PracticeEvm } from '#server/chains/practice-evm.ts'
import { TRON_NETWORKS } from '#server/chains/tron-network.ts'
import { PAID_COIN } from '#server/deposits/deposit-chain.ts'
import type { EvmDepositConfig } from '#server/config/evm-config.ts'
import { fromLedger } from '#server/wallet-deposits/evm-deposit-chain.ts'
import { haveExpired, PaymentRefusedError, type ChainSender } from './chain-sender.ts'
import type { SignerKey } from './signer-key.ts'

/** As long as with a TRON node. */
const LIVES_MS = 60_000

const TransactionSchema = v.object({
  body: v.string(),
  signature: v.pipe(v.string(), v.regex(/^[0-9a-f]{130}$/)),
})
const BodySchema = v.object({
  coin: v.string(),
  from: v.string(),
  to: v.string(),
  amount: v.pipe(v.string(), v.regex(/^\d{1,30}$/)),
  expiresAt: v.number(),
})

interface Transfer {
  readonly txId: string
  readonly coin: string
  readonly from: string
  readonly to: string
  readonly amount: bigint
}

interface PracticePlace extends Pick<ChainSender, 'chain' | 'address' | 'outcome' | 'finalHead'> {
  readonly coins: readonly string[]
  readonly prefix: string
  /** Idempotent. */
  send(transfer: Transfer): Promise<void>
}

export function createPracticeSender(practice: PracticeChain, key: SignerKey, clock: Clock): ChainSender {
  const { chain, usdtContract: contract } = TRON_NETWORKS.practice
  const place: PracticePlace = {
    chain,
    address: key.address,
    prefix: '',
    finalHead: practice.finalHead,
    coins: [PAID_COIN],
    outcome: ({ txId }) => practice.transaction(txId),
    async send({ txId, from, to, amount }) {
      await practice.send([{ contract, from, to, amount }], txId)
    },
  }
  return senderOn(place, key, clock)
}

export function createPracticeEvmSender(
  { source, config }: { readonly source: PracticeEvm; readonly config: EvmDepositConfig },
  key: SignerKey,
  clock: Clock,
): ChainSender {
  const { chain, confirmations, tokens } = config
  const finalHead = () => finalHeadOf(source, confirmations)
  const place: PracticePlace = {
    chain,
    address: withChecksum(key.evmAddress),
    prefix: '0x',
    finalHead,
    coins: tokens.map(({ coin }) => coin),
    async outcome({ txId }) {
      const receipt = await source.receipt(txId)
      if (!receipt) return null
      const { block } = await finalHead()
      const logIndex = receipt.transfers.length === 0 ? -1 : 0
      return { block: receipt.block, isFinal: receipt.block <= block, hasSucceeded: true, logIndex }
    },
    async send({ txId, coin, from, to, amount }) {
      const token = tokens.find((each) => each.coin === coin)
      if (!token) throw new PaymentRefusedError(`${coin} is not a coin of ${chain}`)
      const { contract } = token
      await source.send({
        txId,
        contract,
        from: v.parse(EvmAddressSchema, from),
        to: v.parse(EvmAddressSchema, to),
        amount: fromLedger(amount, token),
      })
    },
  }
  return senderOn(place, key, clock)
}

/** Signs a JSON text instead of a network's format; all other steps are the same. */
function senderOn(
  { prefix, send, coins, ...place }: PracticePlace,
  key: SignerKey,
  clock: Clock,
): ChainSender {
  const hashOf = (body: string) => createHash('sha256').update(body).digest()
  return {
    ...place,
    proveOver: haveExpired,
    history: null,
    replace: () => Promise.resolve(null),

    async sign({ id, coin, to, amount }) {
      if (!coins.includes(coin)) throw new PaymentRefusedError(`${coin} is no coin of ${place.chain}`)
      const expiresAt = clock() + LIVES_MS
      const nonce = randomBytes(8).toString('hex')
      const from = place.address
      const body = JSON.stringify({ id, coin, from, to, amount: `${amount}`, expiresAt, nonce })
      const hash = hashOf(body)
      const signature = Buffer.from(await key.sign(hash)).toString('hex')
      const raw = Buffer.from(JSON.stringify({ body, signature }))
      return { txId: prefix + hash.toString('hex'), raw, expiresAt, nonce: null, signedBlock: null }
    },

    async broadcast(raw) {
      const { body } = v.parse(TransactionSchema, JSON.parse(Buffer.from(raw).toString('utf8')))
      const { amount, expiresAt, ...terms } = v.parse(BodySchema, JSON.parse(body))
      const txId = prefix + hashOf(body).toString('hex')
      if (await place.outcome({ txId, raw, expiresAt, nonce: null, signedBlock: null }))
        return { isTaken: true, reason: 'known' }
      if (clock() >= expiresAt) return { isTaken: false, reason: 'expired' }
      await send({ ...terms, txId, amount: BigInt(amount) })
      return { isTaken: true, reason: 'new' }
    },
  }
}
