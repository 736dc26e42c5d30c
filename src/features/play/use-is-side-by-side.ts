import { useMedia } from '#lib/use-media.ts'

/** True if stage and bet panel stand beside each other because the screen is low; the bounds of `play.module.css`. */
export const useIsSideBySide = (): boolean =>
  useMedia('(min-aspect-ratio: 4/5) and (560px <= width < 1024px)')
