import type { SentTransfer } from './chain-sender.ts'

/** What a signer remembers of its wallet while it runs. A restored database forgets it; the running signer does not. */
export interface WalletMemory {
  /** The transaction that it stored last; null before the first. */
  lastSigned: {
    readonly txId: string
    readonly nonce: number | null
    /** Milliseconds since the epoch. */
    readonly at: number
  } | null
  /** What came out when the listed transfers were compared last; null to begin anew. */
  compared: {
    readonly at: number
    /** Up to which time all are known. */
    readonly until: number
    readonly unknown: readonly SentTransfer[]
    /** The newest transaction of the chain that the database knew then: one that has forgotten it is an older one. */
    readonly newest: string | null
  } | null
  /** When it last had the right to sign. */
  heldAt: number
}

export const emptyMemory = (): WalletMemory => ({ lastSigned: null, compared: null, heldAt: 0 })
