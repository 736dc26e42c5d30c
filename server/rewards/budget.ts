import { MOST_BACK_BPS, mostBackBps, mostBackParts, type EdgeShares } from '#rules/rewards/edge-shares.ts'
import { StartupError } from '#server/base/startup-error.ts'

const percent = (bps: number) => `${bps / 100}%`

/** @throws StartupError with the sum, when more of the house edge could come back than may */
export function refuseLargeShares(shares: EdgeShares, releaseBps: number): void {
  const sum = mostBackBps(shares, releaseBps)
  if (sum <= MOST_BACK_BPS) return
  const parts = Object.entries(mostBackParts(shares, releaseBps)).map(
    ([name, bps]) => `${name} ${percent(bps)}`,
  )
  throw new StartupError(
    `Players would get back ${percent(sum)} of the house edge, and at most ${percent(MOST_BACK_BPS)} is allowed: ${parts.join(' + ')}. Lower shares in "rewards" of KOI_CONFIG.`,
  )
}
