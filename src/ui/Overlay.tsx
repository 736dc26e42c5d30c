import { useCallback, useState, type ReactNode, type RefObject } from 'react'
import { OverlayDialog } from './OverlayDialog.tsx'
import { useIsDrawn } from './use-is-drawn.ts'

export type OverlayPlacement = 'left' | 'right' | 'bottom' | 'full'

export interface OverlayProps {
  open: boolean
  /** Of the dialog; `drawAhead` finds it by that. */
  id?: string | undefined
  /** Called once for each wish to close: Escape, scrim, close icon, swipe. The owner then sets `open`. */
  onClose: () => void
  /** Called after the way out. */
  onLeft?: () => void
  /** `bottom` is a sheet on phones and a centred dialog from 1024 px. */
  placement: OverlayPlacement
  /** Names the dialog; shown as its heading unless `header` takes that place. */
  title: string
  children: ReactNode
  /** Replaces the visible title; `hidden` leaves only the close icon. */
  header?: ReactNode
  /** Stays in sight below the scrolling content. */
  footer?: ReactNode
  /** What the page is dimmed with; `deep` where nothing beside the dialog should count. */
  scrim?: 'usual' | 'deep'
  /**
   * Stands in for the content in the first frame. The dialog itself is then in the page before it is opened, so
   * that little is left to do when it is.
   */
  placeholder?: ReactNode
  /** Gets the focus instead of the dialog itself. */
  initialFocus?: RefObject<HTMLElement | null>
}

/** Drawer, sheet, dialog or full screen in the top layer. Content is unmounted after the way out. */
export function Overlay({ open, placeholder, children, onLeft, ...rest }: OverlayProps) {
  const [isMounted, setIsMounted] = useState(open)
  if (open && !isMounted) setIsMounted(true)
  const onClosed = useCallback(() => {
    setIsMounted(false)
    onLeft?.()
  }, [onLeft])
  const isDrawn = useIsDrawn(isMounted)
  const isAhead = placeholder !== undefined
  if (!isMounted && !isAhead) return null
  return (
    <OverlayDialog {...rest} open={open} onClosed={onClosed}>
      {isAhead && !isDrawn ? placeholder : children}
    </OverlayDialog>
  )
}
