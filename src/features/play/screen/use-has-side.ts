import { useMedia } from '#lib/use-media.ts'
import { useIsTheatre } from '#features/play/session/theatre.ts'

/** True if a third column stands beside the bet panel; the width of `play.module.css`. */
export function useHasSide(): boolean {
  const isVeryWide = useMedia('(width >= 1600px)')
  return !useIsTheatre() && isVeryWide
}
