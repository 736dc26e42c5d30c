import { sql } from 'kysely'
import { PRACTICE_GRANT } from '#server/balances/practice-grant.ts'
import { ledgerDecimalsIn } from '#server/coins/coins.seed.ts'
import type { Config } from '#server/config/config.ts'
import { TRON_NETWORKS } from '#server/chains/tron-network.ts'
import { MINIMUM } from '#server/deposits/deposit-amounts.ts'
import { PAID_COIN } from '#server/deposits/deposit-chain.ts'
import { NATIVE_COIN } from '#server/wallet-deposits/evm-deposit-chain.ts'

/** A coin as it moves on a chain. */
export interface BooksToken {
  readonly chain: string
  /** As deposits name it. */
  readonly contract: string
  readonly coin: string
  /** Of the ledger's smallest unit, in the token's. */
  readonly scale: string
  /** In the token's smallest unit: less is never credited. */
  readonly minimum: string
}

/** What the books must agree with that is not in the database, so that nobody who writes to it can change it. */
export interface BooksTerms {
  readonly mode: Config['mode']
  /** Every coin on every chain of this configuration. */
  readonly tokens: readonly BooksToken[]
  /** Addresses of the house that wallets pay to. */
  readonly recipients: readonly string[]
  /** What new players of practice mode are given, or were by an earlier release. */
  readonly grants: readonly { readonly coin: string; readonly amount: string }[]
  /** Decimals that the ledger keeps of each coin. */
  readonly decimals: readonly { readonly coin: string; readonly decimals: number }[]
}

export function booksTermsOf({ mode, evm, coins }: Pick<Config, 'mode' | 'evm' | 'coins'>): BooksTerms {
  return {
    mode,
    tokens: [
      // A database has one of them for good, whichever this configuration names.
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

/** The tokens, to be joined as `token`. */
export const tokensOf = ({ tokens }: BooksTerms) =>
  sql`jsonb_to_recordset(${JSON.stringify(tokens)}::jsonb)
    as token (chain text, contract text, coin text, scale numeric, minimum numeric)`

/** Whether the database has real money: this configuration says so, or it has been used with it. */
export const isReal = ({ mode }: BooksTerms) =>
  mode === 'live'
    ? sql`true`
    : sql`exists (select from chain_watch where chain = 'tron'
        union all select from deposit_address where chain = 'tron')`
