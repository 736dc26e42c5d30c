import { useSnapshot } from 'valtio'
import type { BetGame, Coin } from '#features/play/play-engine.ts'
import { FIRST_DRAFT, type AutoPlayDraft } from './auto-play-draft.ts'
import { autoPlayDrafts, changeAutoPlayDraft } from './auto-play-draft.state.ts'

type DraftChange = Partial<AutoPlayDraft> | ((draft: AutoPlayDraft) => Partial<AutoPlayDraft>)

export function useAutoPlayDraft(
  game: BetGame,
  { coin }: Pick<Coin, 'coin'>,
): [AutoPlayDraft, (change: DraftChange) => void] {
  const place = `${game} ${coin}`
  const draft = useSnapshot(autoPlayDrafts).byGame[place] ?? FIRST_DRAFT
  const change = (next: DraftChange) => {
    // Not `draft`: two changes may come before the next render.
    const current = autoPlayDrafts.byGame[place] ?? FIRST_DRAFT
    changeAutoPlayDraft(place, { ...current, ...(typeof next === 'function' ? next(current) : next) })
  }
  return [draft, change]
}
