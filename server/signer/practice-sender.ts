import { createHash, randomBytes } from 'node:crypto'
import * as v from 'valibot'
import type { PracticeChain } from '#server/chains/practice-chain.ts'
import { TRON_NETWORKS } from '#server/chains/tron-network.ts'
import type { Clock } from '#server/http/answer-cache.ts'
import type { ChainSender } from './chain-sender.ts'
import type { SignerKey } from './signer-key.ts'

/** As long as a TRON node gives a transaction. */
const LIVES_MS = 60_000

const { chain, usdtContract } = TRON_NETWORKS.practice

const TransactionSchema = v.object({
  body: v.string(),
  signature: v.pipe(v.string(), v.regex(/^[0-9a-f]{130}$/)),
})
const BodySchema = v.object({
  from: v.string(),
  to: v.string(),
  amount: v.pipe(v.string(), v.regex(/^\d{1,30}$/)),
  expiresAt: v.number(),
})

/** Pays on the practice chain: a signed text instead of TRON's bytes, and else the same steps. */
export function createPracticeSender(practice: PracticeChain, key: SignerKey, clock: Clock): ChainSender {
  return {
    chain,
    address: key.address,
    outcome: practice.transaction,
    finalHead: practice.finalHead,

    async sign({ id, to, amount }) {
      const expiresAt = clock() + LIVES_MS
      const nonce = randomBytes(8).toString('hex')
      const body = JSON.stringify({ id, from: key.address, to, amount: `${amount}`, expiresAt, nonce })
      const hash = createHash('sha256').update(body).digest()
      const signature = Buffer.from(await key.sign(hash)).toString('hex')
      return {
        txId: hash.toString('hex'),
        raw: Buffer.from(JSON.stringify({ body, signature })),
        expiresAt,
      }
    },

    async broadcast(raw) {
      const { body } = v.parse(TransactionSchema, JSON.parse(Buffer.from(raw).toString('utf8')))
      const { from, to, amount, expiresAt } = v.parse(BodySchema, JSON.parse(body))
      const txId = createHash('sha256').update(body).digest('hex')
      if (await practice.transaction(txId)) return { isTaken: true, reason: 'known' }
      if (clock() >= expiresAt) return { isTaken: false, reason: 'expired' }
      await practice.send([{ contract: usdtContract, from, to, amount: BigInt(amount) }], txId)
      return { isTaken: true, reason: 'new' }
    },
  }
}
