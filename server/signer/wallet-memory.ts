import type { SentTransfer } from './chain-sender.ts'

/** State of a running signer. It detects a restored database, which has forgotten the same facts. */
export interface WalletMemory {
  /** The transaction that it stored last; null before the first. */
  lastSigned: {
    readonly txId: string
    readonly nonce: number | null
    /** Milliseconds since the epoch. */
    readonly at: number
  } | null
  /** State of the last comparison of listed transfers; null to compare from the beginning. */
  compared: {
    readonly at: number
    /** All transfers up to this time are known. */
    readonly until: number
    readonly unknown: readonly SentTransfer[]
    /** The newest transaction that the database knew then. If it is missing, the database was restored. */
    readonly newest: string | null
  } | null
  heldAt: number
}

export const emptyMemory = (): WalletMemory => ({ lastSigned: null, compared: null, heldAt: 0 })
