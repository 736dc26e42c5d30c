import { useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import {
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
} from 'react'
import { afterPaint } from '#lib/after-paint.ts'
import styles from './Overlay.module.css'
import { useModal } from './use-modal.ts'
import { useSwipeToClose } from './use-swipe-to-close.ts'

export type OverlayPlacement = 'left' | 'right' | 'bottom' | 'full'

interface OverlayProps {
  open: boolean
  /** Id of the dialog element: `drawAhead` finds it by this. */
  id?: string | undefined
  /** Called once for each attempt to close: Escape, scrim, close icon, swipe. The owner then sets `open`. */
  onClose: () => void
  /** Called after the closing animation. */
  onLeft?: () => void
  /** `bottom` is a sheet on phones and a centred dialog from 1024 px. */
  placement: OverlayPlacement
  /** Accessible name; shown as heading unless there is a `header`. */
  title: string
  children: ReactNode
  /** Replaces the visible title; `hidden` leaves only the close icon. */
  header?: ReactNode
  /** Stays visible below the scrolling content. */
  footer?: ReactNode
  /** Backdrop; `deep` if nothing beside the dialog should distract. */
  scrim?: 'usual' | 'deep'
  /**
   * Shown in the first frame instead of the content. The dialog is then in the page before it is opened, which makes
   * opening fast.
   */
  placeholder?: ReactNode
  /** Gets the focus instead of the dialog itself. */
  initialFocus?: RefObject<HTMLElement | null>
  /** Part of the content loads later: the sheet has its maximum height from the start, so that nothing moves. */
  isTall?: boolean
}

/** Drawer, sheet, dialog or full screen in the top layer. Its content is unmounted after the closing animation. */
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

interface OverlayDialogProps extends Omit<OverlayProps, 'placeholder' | 'onLeft'> {
  onClosed: () => void
}

const PLACEMENT: Record<OverlayPlacement, string> = {
  left: `${styles.drawer} ${styles.left}`,
  right: `${styles.drawer} ${styles.right}`,
  bottom: `${styles.sheet}`,
  full: `${styles.full}`,
}

/** The mounted half of `Overlay`. */
function OverlayDialog({
  open,
  id,
  onClose,
  onClosed,
  placement,
  title,
  children,
  header,
  footer,
  scrim = 'usual',
  initialFocus,
  isTall = false,
}: OverlayDialogProps) {
  const { t } = useLingui()
  const titleId = useId()
  const ref = useRef<HTMLDialogElement>(null)
  const isPressOnScrim = useRef(false)
  const requestClose = useModal(ref, { open, onClose, onClosed, initialFocus })
  useSwipeToClose(ref, placement === 'full' ? 'bottom' : placement, requestClose)

  // The panel fills the dialog, so a pointer event on the dialog itself is one on the scrim.
  const onPointerDown = (event: PointerEvent) => {
    isPressOnScrim.current = event.target === event.currentTarget
  }
  const onClick = (event: MouseEvent) => {
    if (event.target === event.currentTarget && isPressOnScrim.current) requestClose()
    isPressOnScrim.current = false
  }
  const onCancel = (event: SyntheticEvent) => {
    if (event.target !== event.currentTarget) return
    event.preventDefault()
    requestClose()
  }
  // Browsers may close the dialog without asking, for example on a second Escape.
  const onNativeClose = (event: SyntheticEvent) => {
    if (event.target === event.currentTarget && open && !ref.current?.open) requestClose()
  }

  const hasBar = header !== 'hidden'
  const isTitleShown = header === undefined
  return (
    <dialog
      ref={ref}
      id={id}
      tabIndex={-1}
      aria-labelledby={titleId}
      className={`${styles.overlay} ${PLACEMENT[placement]}`}
      data-placement={placement}
      data-tall={isTall || undefined}
      data-scrim={scrim === 'usual' ? undefined : scrim}
      onPointerDown={onPointerDown}
      onClick={onClick}
      onCancel={onCancel}
      onClose={onNativeClose}
    >
      <div className={styles.panel}>
        {placement === 'bottom' ? <div className={styles.grab} aria-hidden /> : null}
        <div className={hasBar ? styles.header : undefined}>
          <h2 id={titleId} className={isTitleShown ? styles.title : 'sr-only'}>
            {title}
          </h2>
          {hasBar ? header : null}
          <button
            type="button"
            className={styles.close}
            data-floating={!hasBar || undefined}
            aria-label={t`Close`}
            onClick={requestClose}
          >
            <X aria-hidden size={22} />
          </button>
        </div>
        <div className={styles.body}>{children}</div>
        {footer === undefined ? null : <div className={styles.footer}>{footer}</div>}
      </div>
    </dialog>
  )
}

/** Returns `value`, but true only after a frame was painted with it. */
function useIsDrawn(value: boolean): boolean {
  const [isDrawn, setIsDrawn] = useState(false)
  useEffect(() => {
    if (!value) return
    const cancel = afterPaint(() => setIsDrawn(true))
    return () => {
      cancel()
      setIsDrawn(false)
    }
  }, [value])
  return isDrawn && value
}
