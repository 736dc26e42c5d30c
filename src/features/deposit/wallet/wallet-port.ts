import type { Chain } from '#contract/config.ts'
import type { BodyOf, DataOf } from '#contract/endpoint.ts'
import type { GivenName } from '#contract/given-name.ts'
import type { beginDepositWallet, linkDepositWallet } from '#contract/wallet.ts'

/** Parameters of `eth_sendTransaction`. */
export interface WalletTransaction {
  readonly from: string
  readonly to: string
  readonly value: string
  readonly data: string
}

/** Asks the connected wallet to sign a message. */
export interface WalletSigner {
  readonly sign: (
    begin: (who: BodyOf<typeof beginDepositWallet>) => Promise<DataOf<typeof beginDepositWallet>>,
  ) => Promise<BodyOf<typeof linkDepositWallet>>
  /** Turns an error of wallet or server into a sentence for the player. */
  readonly sentenceOf: (error: unknown) => string
}

/** The wallet functions that a deposit needs. The shell passes them in, because features do not import each other. */
export interface WalletPort {
  /** Null if no wallet is connected. */
  readonly connected: { readonly address: string; readonly chainId: number; readonly label: GivenName } | null
  /** False after a reload until the wallet was found again. */
  readonly isReady: boolean
  /** True if the wallet itself can pay on a practice chain; for other wallets the server simulates the payment. */
  readonly paysPractice: boolean
  /** Does nothing if the wallet is already on the chain. */
  readonly switchTo: (chain: Chain) => Promise<void>
  /** Asks the wallet to sign and send; resolves to the transaction's hash. */
  readonly send: (chainId: number, transaction: WalletTransaction) => Promise<string>
  /** True if the player declined in the wallet. */
  readonly isRefusal: (error: unknown) => boolean
  /** True if the wallet may have sent the transaction despite the error. */
  readonly isUnanswered: (error: unknown) => boolean
  /** Turns an error of wallet or server into a sentence for the player. */
  readonly sentenceOf: (error: unknown) => string
}
