import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { GameStatus } from '#contract/games.ts'

interface StatusWords {
  /** One word for a tile. */
  badge: MessageDescriptor
  /** For the game's own page. */
  sentence: MessageDescriptor
}

/** Null for playable games, which need no words. */
export const STATUS_WORDS: Record<GameStatus, StatusWords | null> = {
  playable: null,
  soon: { badge: msg`Soon`, sentence: msg`Not open for play in this release` },
  paused: { badge: msg`Paused`, sentence: msg`Paused by the operator` },
}
