import type { SentTransfer } from './chain-sender.ts'

/** Memory of a running signer: after a restore the database has forgotten it, the signer has not. */
export interface WalletMemory {
  lastSigned: {
    readonly txId: string
    readonly nonce: number | null
    /** Milliseconds since the epoch. */
    readonly at: number
  } | null
  /** Result of the last comparison of listed transfers; null starts again. */
  compared: {
    readonly at: number
    /** All transfers up to this time are known. */
    readonly until: number
    readonly unknown: readonly SentTransfer[]
    /**
     * The newest transaction of the chain that the database had then: if it is missing, the database is an older one.
     */
    readonly newest: string | null
  } | null
  heldAt: number
}

export const emptyMemory = (): WalletMemory => ({ lastSigned: null, compared: null, heldAt: 0 })
