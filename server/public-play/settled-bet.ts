/** A bet that is over, as public lists are told of it. */
export interface SettledBetNews {
  readonly id: string
  readonly player: number
  readonly game: string
  readonly coin: string
  /** When it was settled, in milliseconds since the epoch. */
  readonly at: number
  /** In the coin's smallest unit. */
  readonly stake: bigint
  readonly payout: bigint
  /** In ten-thousandths. */
  readonly multiplier: number
  /** What the stake was worth, in units of 10⁻⁸ dollars. */
  readonly usd: bigint
}
