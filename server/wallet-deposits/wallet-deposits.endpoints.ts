import { createHash } from 'node:crypto'
import { withChecksum } from '#contract/evm-checksum.ts'
import * as contract from '#contract/wallet-deposits.ts'
import type { Clock } from '#server/base/clock.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { RateLimits } from '#server/identity/rate-limits.ts'
import { toDecimal } from '#server/coins/units.ts'
import type { Database } from '#server/db/tables.ts'
import { served, type Served } from '#server/http/mount-endpoint.ts'
import type { Rates } from '#server/rates/rates.ts'
import type { EvmDepositChain } from './evm-deposit-chain.ts'
import { listIntents, openIntent, readIntent, reportIntent } from './intents.ts'
import { simulatePayment } from './simulate-payment.ts'

export interface WalletDepositServices {
  readonly db: Database
  readonly limits: RateLimits
  readonly clock: Clock
  readonly chains: readonly EvmDepositChain[]
  readonly rates: Pick<Rates, 'convert'>
}

export function walletDepositEndpoints({
  db,
  limits,
  clock,
  chains,
  rates,
}: WalletDepositServices): Served[] {
  const assets = chains.flatMap(({ chainId, recipient, confirmations, practice, tokens }) =>
    tokens.map((token) => ({
      chainId,
      coin: token.coin,
      contract: token.contract && withChecksum(token.contract),
      decimals: token.ledgerDecimals,
      minimum: toDecimal(token.minimum, token.decimals),
      recipient: withChecksum(recipient),
      confirmations,
      isPractice: practice !== null,
    })),
  )
  return [
    served(contract.listWalletAssets, { handle: async () => assets }),

    served(contract.openWalletDeposit, {
      async handle({ body }, { session: { uid } }) {
        await limits.take('wallet-deposit', String(uid))
        return openIntent({ db, chains, rates }, { uid, asked: body, now: clock() })
      },
    }),

    served(contract.listWalletDeposits, {
      handle: (_, { session: { uid } }) => listIntents(db, chains, uid),
    }),

    served(contract.reportTransaction, {
      async handle({ params, body }, { session: { uid } }) {
        await limits.take('wallet-deposit', String(uid))
        return reportIntent(db, chains, { uid, id: params.id, txId: body.txId, now: clock() })
      },
    }),

    served(contract.simulateWalletTransfer, {
      async handle({ params }, { session: { uid } }) {
        const { id } = params
        await limits.take('practice-transfer', String(uid))
        const { chain } = await readIntent(db, chains, { uid, id })
        if (!chain.practice) throw new Refusal('forbidden', 'That chain is a real one')
        const txId = `0x${createHash('sha256').update(`${chain.chain}/${id}`).digest('hex')}`
        await simulatePayment({ db, rates, practice: chain.practice }, { uid, id, txId, now: clock() })
        return reportIntent(db, chains, { uid, id, txId, now: clock() })
      },
    }),
  ]
}
