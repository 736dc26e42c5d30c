import { finalHeadOf } from '#server/chains/evm-source.ts'
import * as v from 'valibot'
import { parseEvmAddress, withChecksum } from '#contract/evm-checksum.ts'
import { NumberSchema } from '#server/chains/evm-answers.ts'
import { createEvmNode } from '#server/chains/evm-node.ts'
import { createNodeOfChain } from '#server/chains/node-of-chain.ts'
import type { EvmDepositConfig } from '#server/config/evm-config.ts'
import { fromLedger } from '#server/wallet-deposits/evm-deposit-chain.ts'
import { QuantitySchema, requestParsed, RpcFailure } from '#server/chains/chain-node.ts'
import {
  PaymentRefusedError,
  PaymentWaitsError,
  PersonNeededError,
  type ChainSender,
  type Payment,
  type QueuedPayment,
} from './chain-sender.ts'
import { evmHistory } from './evm-history.ts'
import { callOf, readTransfer, signTransfer, type EvmTerms } from './evm-transaction.ts'
import { createNonceSearch } from './nonce-search.ts'
import type { SignerKey } from './signer-key.ts'

interface EvmSenderOptions {
  readonly config: Omit<EvmDepositConfig, 'nodeUrl' | 'otherNodeUrls'> & { readonly nodeUrl: string }
  readonly key: SignerKey
  /** In wei per unit of gas. */
  readonly maxGasPrice: bigint
}

const TIMEOUT_MS = 8_000
/** Exact cost of a plain transfer of the chain's own coin. */
const LEAST_GAS = 21_000n
/** The most expensive tokens need a quarter of it; a call that needs more is not a plain transfer. */
const MOST_GAS = 250_000n
/** Contract wallets receive the chain's own coin for less. */
const MOST_OWN_GAS = 60_000n
/** Reserved for each payment in the queue. */
const QUEUED_GAS = 100_000n
/** Nodes accept a replacement only with a tenth more. */
const RAISE = { by: 1_125n, of: 1_000n }

const AnswerSchema = v.pipe(v.string(), v.regex(/^0x(?:[0-9a-fA-F]{2})*$/))
const FeesSchema = v.object({ number: NumberSchema, baseFeePerGas: QuantitySchema })

export function createEvmSender({ config, key, maxGasPrice }: EvmSenderOptions): ChainSender {
  const { chain, chainId, confirmations, tokens } = config
  const node = createNodeOfChain(chainId, config.nodeUrl)
  const source = createEvmNode(node)
  const from = key.evmAddress
  const searchNonce = createNonceSearch(source, from)

  const ask = <T extends v.GenericSchema>(schema: T, method: string, params: readonly unknown[]) =>
    requestParsed(node, { schema, method, params, timeoutMs: TIMEOUT_MS })
  const tokenOf = (coin: string) => {
    const token = tokens.find((each) => each.coin === coin)
    if (!token)
      throw new PaymentRefusedError(`${coin} is not a coin of ${chain} in this signer's configuration`)
    return token
  }
  const inUnits = ({ coin, amount }: Payment) => fromLedger(amount, tokenOf(coin))

  /** With room for a base fee that doubles. */
  async function readFees() {
    const [head, tip] = await Promise.all([
      ask(FeesSchema, 'eth_getBlockByNumber', ['latest', false]),
      ask(QuantitySchema, 'eth_maxPriorityFeePerGas', []),
    ])
    return { block: head.number, maxFee: 2n * head.baseFeePerGas + tip, tip }
  }

  async function estimateGas(
    terms: Pick<EvmTerms, 'contract' | 'to' | 'amount' | 'maxFee' | 'tip'>,
  ): Promise<bigint> {
    const { contract, maxFee, tip } = terms
    const { to, value, data } = callOf(terms)
    const most = mostGas(contract)
    // The receiver of the own coin may be a hostile contract: limit its gas, and let it see the price of a real
    // payment.
    const price = contract === null && { maxFeePerGas: toHex(maxFee), maxPriorityFeePerGas: toHex(tip) }
    const call = { from, to, value: toHex(value), data, gas: toHex(most), ...price }
    const answer = await ask(AnswerSchema, 'eth_call', [call, 'latest']).catch(refused)
    // Some tokens return false instead of reverting; others return nothing on success.
    if (contract !== null && answer !== '0x' && BigInt(answer) !== 1n)
      throw new PaymentRefusedError('The token refuses the transfer')
    const needed = await ask(QuantitySchema, 'eth_estimateGas', [call]).catch(refused)
    const gas = (needed * 5n) / 4n
    if (gas > most) throw new PaymentRefusedError(`The transfer needs ${needed} of gas`)
    return gas > LEAST_GAS ? gas : LEAST_GAS
  }

  let known: { block: number; nonce: number } | undefined
  async function finalNonce(block: number): Promise<number> {
    if (known?.block !== block) known = { block, nonce: await source.nonceAt(from, block) }
    return known.nonce
  }

  return {
    chain,
    address: withChecksum(from),

    async sign(payment, queue) {
      const { contract } = tokenOf(payment.coin)
      const to = parseEvmAddress(payment.to)
      if (to === null) throw new PaymentRefusedError(`${payment.to} is no address of ${chain}`)
      const amount = inUnits(payment)
      const fees = await readFees()
      if (fees.maxFee > maxGasPrice) throw tooDear(fees.maxFee)
      const used = await source.nonceAt(from, fees.block)
      // Unmined payments are still part of the balances, but already spent.
      const ahead = queue.filter(({ nonce }) => nonce >= used)
      const sum = (payments: readonly Payment[]) => payments.reduce((all, each) => all + inUnits(each), 0n)
      const [own, held] = await Promise.all([
        source.balanceOf(from, null, fees.block),
        contract === null ? null : source.balanceOf(from, contract, fees.block),
      ])
      const ownCoins = ahead.filter(({ coin }) => tokenOf(coin).contract === null)
      const gasAhead = BigInt(ahead.length) * QUEUED_GAS * fees.maxFee
      const ownLeft = own - sum(ownCoins) - gasAhead
      const left = held === null ? ownLeft : held - sum(ahead.filter(({ coin }) => coin === payment.coin))
      // Before the gas is estimated: nodes refuse to estimate for a wallet with too little.
      if (left < amount) throw short(payment.coin, amount - left)
      const { maxFee, tip } = fees
      const checkGas = (gas: bigint) => {
        const needed = gas * maxFee + (contract === null ? amount : 0n)
        if (ownLeft < needed) throw short('gas', needed - ownLeft)
      }
      if (contract === null) checkGas(MOST_OWN_GAS)
      const gas = await estimateGas({ contract, to, amount, maxFee, tip })
      checkGas(gas)
      const nonce = lowestFree(used, queue)
      const terms = { chainId, nonce, contract, to, amount, gas, maxFee, tip }
      return { ...(await signTransfer(terms, key)), signedBlock: fees.block }
    },

    async replace({ raw, nonce }) {
      const fees = await readFees()
      // Later nonces wait for this one, whatever they pay.
      if (nonce === null || (await source.nonceAt(from, fees.block)) !== nonce) return null
      const last = await readTransfer(raw)
      if (fees.maxFee <= last.maxFee && fees.tip <= last.tip) return null
      const maxFee = larger(fees.maxFee, raised(last.maxFee))
      const tip = larger(fees.tip, raised(last.tip))
      if (maxFee > maxGasPrice) throw tooDear(maxFee)
      if (last.from !== from)
        throw new Error(`${withChecksum(last.from)} signed it, and this signer has another key`)
      // Signs the same transfer as before, whatever the database says by now.
      const { contract, to, amount, gas } = last
      if (last.chainId !== chainId || last.nonce !== nonce) throw new Error('It has another nonce or chain')
      const signed = await signTransfer({ chainId, nonce, contract, to, amount, gas, maxFee, tip }, key)
      return { ...signed, signedBlock: fees.block }
    },

    async broadcast(raw) {
      try {
        await node.request('eth_sendRawTransaction', [`0x${Buffer.from(raw).toString('hex')}`], TIMEOUT_MS)
        return { isTaken: true, reason: '' }
      } catch (error) {
        if (!(error instanceof RpcFailure)) throw error
        const reason = error.message.slice(0, 300)
        return { isTaken: /already (?:known|imported)/i.test(reason), reason }
      }
    },

    async outcome({ txId, raw }) {
      const receipt = await source.receipt(txId)
      if (!receipt) return null
      const { block } = await finalHeadOf(source, confirmations)
      const { hasSucceeded } = receipt
      const outcome = { block: receipt.block, isFinal: receipt.block <= block, hasSucceeded }
      // Another key of the house may have signed it.
      const { contract, to, from: payer } = await readTransfer(raw)
      if (contract === null) return { ...outcome, logIndex: -1, isReceiversFault: !hasSucceeded }
      const event = receipt.transfers.find(
        (each) => each.contract === contract && each.from === payer && each.to === to,
      )
      // Neither paid nor reverted: no program may return the money on that basis.
      if (hasSucceeded && !event && outcome.isFinal) {
        throw new PersonNeededError(
          'no_transfer',
          `Look at ${txId} on ${chain}: it is in a block and tells of no transfer`,
        )
      }
      return { ...outcome, logIndex: event?.logIndex ?? 0 }
    },

    finalHead: () => finalHeadOf(source, confirmations),
    history: evmHistory({ node, source, config, wallet: from }),

    async proveOver(attempts, final) {
      const nonce = attempts[0]?.nonce ?? null
      if (nonce === null || (await finalNonce(final.block)) <= nonce) return null
      const signedBlock = attempts[0]?.signedBlock ?? null
      const other = await searchNonce({
        nonce,
        toBlock: final.block,
        headBlock: final.block + confirmations,
        // A reorg may have replaced the last blocks since.
        fromBlock: signedBlock === null ? null : Math.max(signedBlock - confirmations, 0),
      })
      if (other === 'goes on') return other
      if (!other) {
        throw new PersonNeededError(
          'number_used',
          `Number ${nonce} of ${withChecksum(from)} is used on ${chain}, and the node does not tell by which transaction`,
        )
      }
      return attempts.some(({ txId }) => txId === other.txId) ? null : { usedBy: other.txId }
    },
  }
}

/** The lowest free nonce: a gap would block all later transactions. */
function lowestFree(used: number, queue: readonly QueuedPayment[]): number {
  const taken = new Set(queue.map(({ nonce }) => nonce))
  let nonce = used
  while (taken.has(nonce)) nonce += 1
  return nonce
}

/** The node simulated the transfer, and it failed. */
function refused(error: unknown): never {
  throw error instanceof RpcFailure
    ? new PaymentRefusedError(`The transfer would be reverted: ${error.message}`)
    : error
}

const tooDear = (maxFee: bigint) =>
  new PaymentWaitsError(`Gas costs up to ${maxFee} wei, more than SIGNER_MAX_GAS_GWEI allows`)
const short = (of: string, missing: bigint) =>
  new PaymentWaitsError(`The hot wallet is short of ${of}: ${missing} of the smallest unit are missing`)
const mostGas = (contract: string | null) => (contract === null ? MOST_OWN_GAS : MOST_GAS)
const raised = (fee: bigint) => (fee * RAISE.by) / RAISE.of + 1n
const larger = (one: bigint, other: bigint) => (one > other ? one : other)
const toHex = (number: number | bigint) => `0x${number.toString(16)}`
