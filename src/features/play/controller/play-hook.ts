import { usePlayEngine } from '#features/play/play-context.ts'
import type { PlayEngine } from '#features/play/play-engine.ts'

/** Makes the hook by which the screens of a game get its play: one for each engine, which lives as long as the page. */
export function createPlayHook<P>(create: (engine: PlayEngine) => P): () => P {
  const plays = new WeakMap<PlayEngine, P>()
  return function usePlayOfEngine() {
    const engine = usePlayEngine()
    const play = plays.get(engine) ?? create(engine)
    plays.set(engine, play)
    return play
  }
}
