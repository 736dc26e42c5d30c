import { createLocalEngine } from './engine/local-engine.ts'
import type { PlayEngine } from './play-engine.ts'

/** The engine screens play through. Import it where a game is opened, never in the entry. */
export const playEngine: PlayEngine = createLocalEngine({
  name: 'koi-play',
  locks: globalThis.navigator?.locks,
})
