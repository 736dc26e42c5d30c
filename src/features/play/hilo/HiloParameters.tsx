import { useStore } from '#lib/use-store.ts'
import { HiloGuesses } from './HiloGuesses.tsx'
import { useHiloPlay } from './hilo-play.ts'
import { StartCardPicker } from './StartCardPicker.tsx'

export function HiloParameters() {
  const play = useHiloPlay()
  const round = useStore(play.round)
  return round ? <HiloGuesses round={round} /> : <StartCardPicker />
}
