import { useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { useId, useRef, type MouseEvent, type PointerEvent, type SyntheticEvent } from 'react'
import type { OverlayPlacement, OverlayProps } from './Overlay.tsx'
import styles from './Overlay.module.css'
import { useModal } from './use-modal.ts'
import { useSwipeToClose } from './use-swipe-to-close.ts'

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
export function OverlayDialog({
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
}: OverlayDialogProps) {
  const { t } = useLingui()
  const titleId = useId()
  const ref = useRef<HTMLDialogElement>(null)
  const isPressOnScrim = useRef(false)
  const requestClose = useModal(ref, { open, onClose, onClosed, initialFocus })
  useSwipeToClose(ref, placement === 'full' ? 'bottom' : placement, requestClose)

  // The panel fills the dialog, so the dialog itself is hit only through its scrim.
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
  // Browsers may close without asking, on a second Escape for example.
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
