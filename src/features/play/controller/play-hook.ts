import { usePlayEngine } from '#features/play/play-context.ts'
import type { PlayEngine } from '#features/play/play-engine.ts'

/** Makes a hook that gives one play for each engine. The play lives as long as the page. */
export function createPlayHook<P>(create: (engine: PlayEngine) => P): () => P {
  const plays = new WeakMap<PlayEngine, P>()
  return function usePlayOfEngine() {
    const engine = usePlayEngine()
    const play = plays.get(engine) ?? create(engine)
    plays.set(engine, play)
    return play
  }
}
