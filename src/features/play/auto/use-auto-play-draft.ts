import { useSnapshot } from 'valtio'
import type { PlayGame } from '#rules/games.ts'
import type { Coin } from '#features/play/play-engine.ts'
import { FIRST_DRAFT, type AutoPlayDraft } from './auto-play-draft.ts'
import { autoPlayDrafts, changeAutoPlayDraft } from './auto-play-draft.state.ts'

/** The sheet of a game and coin as it was left on this device, and how to change some of it. */
export function useAutoPlayDraft(
  game: PlayGame,
  { coin }: Pick<Coin, 'coin'>,
): [AutoPlayDraft, (change: Partial<AutoPlayDraft>) => void] {
  const place = `${game} ${coin}`
  const draft = useSnapshot(autoPlayDrafts).byGame[place] ?? FIRST_DRAFT
  return [draft, (change) => changeAutoPlayDraft(place, { ...draft, ...change })]
}
