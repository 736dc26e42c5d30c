import { sql } from 'kysely'
import { PRACTICE_GRANT } from '#server/balances/practice-grant.ts'
import { ledgerDecimalsIn } from '#server/coins/coins.seed.ts'
import type { Config } from '#server/config/config.ts'
import { TRON_NETWORKS } from '#server/chains/tron-network.ts'
import { MINIMUM } from '#server/deposits/deposit-amounts.ts'
import { PAID_COIN } from '#server/deposits/deposit-chain.ts'
import { NATIVE_COIN } from '#server/wallet-deposits/evm-deposit-chain.ts'

export interface BooksToken {
  readonly chain: string
  readonly contract: string
  readonly coin: string
  /** Units of the token in one unit of the ledger. */
  readonly scale: string
  /** In the token's smallest unit: less is never credited. */
  readonly minimum: string
}

/** Terms outside the database, so that nobody who writes to it can change them. */
export interface BooksTerms {
  readonly mode: Config['mode']
  /** Every coin on every chain of this configuration. */
  readonly tokens: readonly BooksToken[]
  readonly recipients: readonly string[]
  /** Practice money of new players, in this and earlier releases. */
  readonly grants: readonly { readonly coin: string; readonly amount: string }[]
  readonly decimals: readonly { readonly coin: string; readonly decimals: number }[]
}

export function booksTermsOf({ mode, evm, coins }: Pick<Config, 'mode' | 'evm' | 'coins'>): BooksTerms {
  return {
    mode,
    tokens: [
      // A database has one of these networks for good; the configuration may name another.
      ...Object.values(TRON_NETWORKS).map(({ chain, usdtContract: contract }) => ({
        chain,
        contract,
        coin: PAID_COIN,
        scale: '1',
        minimum: `${MINIMUM}`,
      })),
      ...evm.flatMap(({ chain, tokens }) =>
        tokens.map(({ contract, coin, decimals, ledgerDecimals, minimum }) => ({
          chain,
          contract: contract ?? NATIVE_COIN,
          coin,
          minimum: `${minimum}`,
          scale: `${10n ** BigInt(decimals - ledgerDecimals)}`,
        })),
      ),
    ],
    recipients: evm.map(({ recipient }) => recipient),
    grants: [PRACTICE_GRANT],
    decimals: [...ledgerDecimalsIn(coins)].map(([coin, decimals]) => ({ coin, decimals })),
  }
}

/** To be joined as `token`. */
export const tokensOf = ({ tokens }: BooksTerms) =>
  sql`jsonb_to_recordset(${JSON.stringify(tokens)}::jsonb)
    as token (chain text, contract text, coin text, scale numeric, minimum numeric)`

/** True if the database has real money: this configuration says so, or an earlier one has used it so. */
export const isReal = ({ mode }: BooksTerms) =>
  mode === 'live'
    ? sql`true`
    : sql`exists (select from chain_watch where chain = 'tron'
        union all select from deposit_address where chain = 'tron')`
