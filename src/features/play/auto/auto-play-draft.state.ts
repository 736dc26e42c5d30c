import { proxy } from 'valtio'
import type { AutoPlayDraft } from './auto-play-draft.ts'

/** What the auto-play sheet was last filled in with; the same for every game, as long as the page lives. */
export const autoPlayDraft = proxy<AutoPlayDraft>({
  count: '100',
  isEndless: false,
  onWin: 'reset',
  onWinRaise: '100',
  onLoss: 'reset',
  onLossRaise: '100',
  stopOnProfit: '',
  stopOnLoss: '',
  stopOnWin: '',
})
