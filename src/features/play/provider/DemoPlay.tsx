import type { ReactNode } from 'react'
import { createLocalEngine } from '#features/play/demo-engine/local-engine.ts'
import { PlayContext } from '#features/play/play-context.ts'
import { PLAYABLE_GAMES } from './playable-games.ts'

const DEMO_PLAY = {
  engine: createLocalEngine({ name: 'koi-play' }),
  games: PLAYABLE_GAMES,
}

/** Has the screens inside play with demo coins. Import it where a game is opened, never in the entry. */
export function DemoPlay({ children }: { children: ReactNode }) {
  return <PlayContext value={DEMO_PLAY}>{children}</PlayContext>
}
