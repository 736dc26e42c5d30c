import type { Chain } from '#contract/config.ts'
import type { BodyOf, DataOf } from '#contract/endpoint.ts'
import type { GivenName } from '#contract/given-name.ts'
import type { beginDepositWallet, linkDepositWallet } from '#contract/wallet.ts'

/** What a transaction of `eth_sendTransaction` says. */
export interface WalletTransaction {
  readonly from: string
  readonly to: string
  readonly value: string
  readonly data: string
}

/** Has the connected wallet sign the message that is asked for. */
export interface WalletSigner {
  readonly sign: (
    begin: (who: BodyOf<typeof beginDepositWallet>) => Promise<DataOf<typeof beginDepositWallet>>,
  ) => Promise<BodyOf<typeof linkDepositWallet>>
  /** What happened and what to do, of an error of the wallet or of the server. */
  readonly sentenceOf: (error: unknown) => string
}

/** The wallet as a deposit needs it; the shell has it from the wallet's own feature. */
export interface WalletPort {
  /** Null while no wallet is connected. */
  readonly connected: { readonly address: string; readonly chainId: number; readonly label: GivenName } | null
  /** Whether it answers; after a reload it has to be found again first. */
  readonly isReady: boolean
  /** Whether it can pay on a practice chain; for any other wallet the server does so in its name. */
  readonly paysPractice: boolean
  /** Switches the wallet to a chain; nothing happens where it is already. */
  readonly switchTo: (chain: Chain) => Promise<void>
  /** Has the wallet sign and send on a chain; the hash. */
  readonly send: (chainId: number, transaction: WalletTransaction) => Promise<string>
  /** Whether the player said no in the wallet. */
  readonly isRefusal: (error: unknown) => boolean
  /** Whether the wallet may have sent all the same. */
  readonly isUnanswered: (error: unknown) => boolean
  /** What happened and what to do, of an error of the wallet or of the server. */
  readonly sentenceOf: (error: unknown) => string
}
