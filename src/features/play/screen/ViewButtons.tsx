import { useLingui } from '@lingui/react/macro'
import { Maximize, Minimize, RectangleHorizontal } from 'lucide-react'
import { useIsWide } from '#lib/use-is-wide.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { toggleTheatre, useIsTheatre } from '#features/play/session/theatre.ts'
import { mayFillScreen, toggleFullScreen, useIsScreenFilled, useToastsOnFullScreen } from './full-screen.ts'

/** How much of a wide screen the game takes. */
export function ViewButtons() {
  const { t } = useLingui()
  const isWide = useIsWide()
  const isTheatre = useIsTheatre()
  const isFilled = useIsScreenFilled()
  useToastsOnFullScreen()
  if (!isWide) return null
  const Screen = isFilled ? Minimize : Maximize
  return (
    <>
      {isFilled ? null : (
        <IconButton label={t`Theatre mode`} aria-pressed={isTheatre} onClick={toggleTheatre}>
          <RectangleHorizontal aria-hidden size={18} />
        </IconButton>
      )}
      {mayFillScreen() ? (
        <IconButton label={t`Full screen`} aria-pressed={isFilled} onClick={toggleFullScreen}>
          <Screen aria-hidden size={18} />
        </IconButton>
      ) : null}
    </>
  )
}
