import { useMedia } from '#lib/use-media.ts'
import { useIsTheatre } from '#features/play/session/theatre.ts'
import { useIsScreenFilled } from './full-screen.ts'

/** True if a third column stands beside the bet panel; the width of `play.module.css`. */
export function useHasSide(): boolean {
  const isVeryWide = useMedia('(width >= 1600px)')
  const isTheatre = useIsTheatre()
  const isFilled = useIsScreenFilled()
  return isVeryWide && !isTheatre && !isFilled
}
