import { MOST_BACK_BPS, mostBackBps, type EdgeShares } from '#rules/rewards/edge-shares.ts'
import { StartupError } from '#server/base/startup-error.ts'

const percent = (bps: number) => `${bps / 100}%`

/** @throws StartupError with the sum, when more of the house edge could come back than may */
export function refuseLargeShares(shares: EdgeShares, releaseBps: number): void {
  const sum = mostBackBps(shares, releaseBps)
  if (sum <= MOST_BACK_BPS) return
  const race = Math.max(shares.racePoolBps, shares.racePrizeMostBps)
  const rakeback = Math.max(shares.rakebackBps, shares.rakebackMostBps)
  throw new StartupError(
    `Players would get back ${percent(sum)} of the house edge, and at most ${percent(MOST_BACK_BPS)} is allowed: rakeback ${percent(rakeback)} + referral ${percent(shares.referralBps)} + release of bonuses ${percent(releaseBps)} + level gifts ${percent(shares.levelGiftBps)} + wheel ${percent(shares.wheelBps)} + race ${percent(race)}. Lower shares in "rewards" of KOI_CONFIG.`,
  )
}
