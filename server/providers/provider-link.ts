import type { KeyObject } from 'node:crypto'
import type { ProviderAnswer, ProviderCall } from './provider-call.ts'

/** How a provider is connected. */
export interface ProviderLink {
  /** In addresses, in the catalogue and in the books. */
  readonly provider: string
  /** By the provider's name for the currency. */
  readonly currencies: ReadonlyMap<string, LinkedCoin>
  /** Keys that its calls may be signed with: two while one is being replaced. */
  readonly keys: readonly KeyObject[]
}

export interface LinkedCoin {
  /** Id of the coin. */
  readonly coin: string
  readonly decimals: number
}

/** What a provider has sent. Its signature is of these bytes. */
export interface ProviderRequest {
  /** After the provider's own part of the address. */
  readonly path: string
  readonly body: Buffer
  readonly signature: string
}

export interface ProviderResponse {
  readonly status: number
  readonly body: string
}

/** Translates between a provider's protocol and calls. It may fail only when the database does. */
export type ProviderCodec = (request: ProviderRequest, desk: ProviderDesk) => Promise<ProviderResponse>

/** What a codec may ask for. */
export interface ProviderDesk {
  readonly link: ProviderLink
  perform(call: Omit<ProviderCall, 'provider'>): Promise<ProviderAnswer>
  /** Of a transaction of the player; null if there is none. */
  coinOf(user: string, transaction: string): Promise<string | null>
  /** @param token null if the protocol sends none; then `coin` is needed */
  look(asked: Looked): Promise<ProviderAnswer & { readonly coin: string | null }>
}

export interface Looked {
  readonly user: string
  readonly token: string | null
  /** Null for that of the session. */
  readonly coin: string | null
}
