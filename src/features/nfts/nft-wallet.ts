import type { BodyOf, DataOf } from '#contract/endpoint.ts'
import type { GivenName } from '#contract/given-name.ts'
import type { Security } from '#contract/account.ts'
import type { beginDepositWallet, linkDepositWallet } from '#contract/wallet.ts'

export interface NftWallet {
  readonly address: string
  readonly label: GivenName
  /** Of a contract, which has its address on this chain only; null for a key. */
  readonly chainId: number | null
  /** To the player's account, by a signature. */
  readonly isLinked: boolean
}

/** Asks the connected wallet to sign that it belongs to the account. */
interface LinkSigner {
  readonly sign: (
    begin: (who: BodyOf<typeof beginDepositWallet>) => Promise<DataOf<typeof beginDepositWallet>>,
  ) => Promise<BodyOf<typeof linkDepositWallet>>
  /** Turns an error of wallet or server into a sentence for the player. */
  readonly sentenceOf: (error: unknown) => string
  readonly onLinked: (security: Security) => void
}

/** What the page around the lists knows. */
export interface NftViewer {
  readonly isSignedIn: boolean
  readonly signer: LinkSigner
}
