import { useQuery } from '@tanstack/react-query'
import type { PlayRules } from '#contract/config.ts'
import { configQuery } from '#queries/config.queries.ts'

/** Until the server has said otherwise; it refuses what its operator does not allow in any case. */
const ALL_ALLOWED: PlayRules = {
  autoPlay: true,
  instant: true,
  cycleMs: { default: 0, games: {} },
}

/** The operator's rules hold for demo coins, too. */
export const usePlayRules = (): PlayRules => useQuery(configQuery).data?.play ?? ALL_ALLOWED
