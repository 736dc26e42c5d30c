import type { ProviderConfig } from '#server/config/provider-config.ts'
import type { ProviderAnswer, ProviderCall } from './provider-call.ts'

/** A provider, as far as a codec has to know it. */
export type ProviderLink = Pick<ProviderConfig, 'provider' | 'currencies' | 'keys'>

/** A call as it was sent. Its signature is of these bytes. */
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

/** Translates between a provider's protocol and calls. */
export interface ProviderCodec {
  /** The header of a call that has its signature. */
  readonly signatureHeader: string
  /** It fails only when the database does. */
  readonly respond: (request: ProviderRequest, desk: ProviderDesk) => Promise<ProviderResponse>
  /** Makes the provider ask again, or roll back. */
  readonly failure: ProviderResponse
}

/** A codec may ask for this. */
export interface ProviderDesk {
  readonly link: ProviderLink
  perform(call: Omit<ProviderCall, 'provider'>): Promise<ProviderAnswer>
  /** The coin of the first of these transactions of the player that is there; null if none is. */
  coinOf(user: string, ids: readonly string[]): Promise<string | null>
  /** @param token null if the protocol sends none; then `coin` is needed */
  look(asked: Looked): Promise<ProviderAnswer & { readonly coin: string | null }>
}

export interface Looked {
  readonly user: string
  readonly token: string | null
  /** Null for that of the session. */
  readonly coin: string | null
}
