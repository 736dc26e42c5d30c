import { createHash } from 'node:crypto'
import * as contract from '#contract/deposits.ts'
import type { Clock } from '#server/base/clock.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { RateLimits } from '#server/identity/rate-limits.ts'
import type { Database } from '#server/db/tables.ts'
import { served, type Served } from '#server/http/mount-endpoint.ts'
import type { Rates } from '#server/rates/rates.ts'
import { openAddress } from './deposit-addresses.ts'
import { fromDecimal } from '#server/coins/units.ts'
import type { DepositChain } from './deposit-chain.ts'
import { depositsWithCoins, toDeposit } from './deposit-rows.ts'
import { simulateTransfer } from './simulate-transfer.ts'

const USDT_DECIMALS = 6

export interface DepositServices {
  readonly db: Database
  readonly limits: RateLimits
  readonly clock: Clock
  readonly chain: DepositChain
  readonly rates: Pick<Rates, 'convert'>
}

export function depositEndpoints({ db, limits, clock, chain, rates }: DepositServices): Served[] {
  return [
    served(contract.openDepositAddress, {
      async handle({ body }, { session: { uid } }) {
        await limits.take('deposit-address', String(uid))
        const { address } = await openAddress(db, chain, { uid, receives: body.receives, now: clock() })
        return {
          network: 'TRON' as const,
          isPractice: chain.practice !== null,
          address,
          receives: body.receives,
        }
      },
    }),

    served(contract.listDeposits, {
      async handle({ query }, { session: { uid } }) {
        const rows = await depositsWithCoins(db)
          .where('deposit.account_id', '=', uid)
          .$if(query.before !== undefined, (rows) => rows.where('deposit.id', '<', query.before ?? ''))
          .orderBy('deposit.id', 'desc')
          .limit(contract.DEPOSITS_PER_PAGE + 1)
          .execute()
        const deposits = rows.slice(0, contract.DEPOSITS_PER_PAGE).map(toDeposit)
        return {
          deposits,
          next: rows.length > deposits.length ? (deposits.at(-1)?.id ?? null) : null,
        }
      },
    }),

    served(contract.getDeposit, {
      async handle({ params }, { session: { uid } }) {
        const row = await depositsWithCoins(db)
          .where('deposit.account_id', '=', uid)
          .where('deposit.id', '=', params.id)
          .executeTakeFirst()
        if (!row) throw new Refusal('not_found', 'You have no such deposit')
        return toDeposit(row)
      },
    }),

    served(contract.simulateTransfer, {
      async handle({ body }, { session: { uid } }) {
        const { practice, network } = chain
        if (!practice) throw new Refusal('forbidden', 'This server moves real money')
        await limits.take('practice-transfer', String(uid))
        const txId = createHash('sha256').update(`${uid}/${body.idempotencyKey}`).digest('hex')
        const amount = fromDecimal(body.amount, USDT_DECIMALS)
        await simulateTransfer({ db, rates, practice, network }, { uid, txId, amount, now: clock() })
        return { txId }
      },
    }),
  ]
}
