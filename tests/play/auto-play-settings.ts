import { DEMO_COIN } from '#features/play/demo-engine/demo-coin.ts'
import type { AutoPlaySettings } from '#features/play/auto/auto-play.ts'

export const endlessAutoPlay = (stake: bigint): AutoPlaySettings => ({
  coin: DEMO_COIN,
  count: undefined,
  stake,
  onWin: { type: 'reset' },
  onLoss: { type: 'reset' },
  stopOnProfit: undefined,
  stopOnLoss: undefined,
  stopOnWin: undefined,
  stakeCap: undefined,
  conditions: [],
})
