export interface SettledBetNews {
  readonly id: string
  readonly player: number
  readonly game: string
  readonly coin: string
  /** Milliseconds since the epoch. */
  readonly at: number
  /** In the coin's smallest unit. */
  readonly stake: bigint
  readonly payout: bigint
  /** In ten-thousandths. */
  readonly multiplier: number
  /** Value of the stake in units of 10⁻⁸ dollars. */
  readonly usd: bigint
}
