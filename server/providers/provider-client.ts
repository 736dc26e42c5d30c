import type { ProviderCategory } from '#contract/provider-games.ts'
import type { Locale, Localized } from '#contract/localized.ts'
import type { ProviderTransactionKind } from '#server/db/provider-kinds.ts'

/** Koi asks this of a provider, in no protocol's words. */
export interface ProviderClient {
  /** @throws ProviderFailure */
  listGames(): Promise<readonly ListedGame[]>
  /** @returns the address of the frame, which has been checked: https (or loopback), of one of the provider's frame origins @throws ProviderFailure */
  launch(launch: Launch): Promise<string>
  /** Pages of what the provider has written down between two moments, the oldest first. @throws ProviderFailure */
  listTransactions(from: Date, to: Date): AsyncIterable<readonly ListedTransaction[]>
}

/** The provider does not answer, refuses, or says what cannot be understood. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure'
}

export interface ListedGame {
  readonly code: string
  readonly name: Localized
  /** Null for one that no entry of the menu has. */
  readonly category: ProviderCategory | null
  readonly coverUrl: string | null
  readonly volatility: 'low' | 'medium' | 'high' | null
  readonly returnBps: number | null
  readonly hasDemo: boolean
  /** ISO 3166 codes of countries where it may not be played. */
  readonly blockedCountries: readonly string[]
}

export interface Launch {
  readonly game: string
  readonly platform: 'desktop' | 'mobile'
  readonly locale: Locale
  /** Null for a demonstration, which asks nothing of the wallet. */
  readonly player: { readonly user: string; readonly token: string; readonly currency: string } | null
  /** Where the game leads a player who leaves it, and one who wants to deposit. */
  readonly lobbyUrl: string
  readonly depositUrl: string
  readonly ip: string
}

export interface ListedTransaction {
  readonly id: string
  readonly kind: Extract<ProviderTransactionKind, 'bet' | 'win'> | 'roll-back'
  readonly reference: string | null
  readonly user: string
  readonly round: string
  readonly game: string
  readonly currency: string
  /** In the protocol's units: 10⁻⁵ of the currency in Hub88. */
  readonly amount: bigint
  readonly at: Date
  /** True if the provider holds that it was done. */
  readonly isDone: boolean
}
