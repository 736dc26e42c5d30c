import { useLingui } from '@lingui/react/macro'
import { CircleAlert, CircleCheck, Info, X, type LucideIcon } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useStore } from '#lib/use-store.ts'
import styles from './Toaster.module.css'
import { toastHosts } from './toast-host.ts'
import { dismissToast, pauseToasts, resumeToasts, type Toast, toasts, type ToastTone } from './toast.ts'

/** Shows toasts at the top of the screen, above anything open. Mounted once, in the shell. */
export function Toaster() {
  const ref = useRef<HTMLDivElement>(null)
  const shown = useStore(toasts)
  const host = useStore(toastHosts).at(-1)
  const hasToasts = shown.length > 0

  // If the toast under pointer or focus is gone, no event would resume the timers.
  useLayoutEffect(() => {
    if (!hasToasts) resumeToasts()
  }, [hasToasts])
  useLayoutEffect(() => {
    const popover = ref.current
    // Always open: its live regions must exist before their content. Opened last, to be topmost.
    if (popover && 'showPopover' in popover && !popover.matches(':popover-open')) popover.showPopover()
  }, [host])

  const list = (alerts: boolean) =>
    shown
      .filter((each) => (each.tone === 'danger') === alerts)
      .map((each) => <ToastItem key={each.id} toast={each} />)
  return createPortal(
    <div
      ref={ref}
      popover="manual"
      data-no-swipe
      className={styles.toaster}
      onPointerEnter={pauseToasts}
      onPointerLeave={resumeToasts}
      onFocus={pauseToasts}
      onBlur={resumeToasts}
    >
      <div role="alert" className={styles.region}>
        {list(true)}
      </div>
      <div role="status" className={styles.region}>
        {list(false)}
      </div>
    </div>,
    host ?? document.body,
    host ? 'dialog' : 'page',
  )
}

const ICON: Record<ToastTone, LucideIcon> = { danger: CircleAlert, success: CircleCheck, info: Info }

function ToastItem({ toast: { id, message, tone, action, isLeaving } }: { toast: Toast }) {
  const { t } = useLingui()
  const Icon = ICON[tone]
  return (
    <div className={styles.toast} data-tone={tone} data-leaving={isLeaving || undefined}>
      <Icon aria-hidden size={20} />
      <p className={styles.message}>{message}</p>
      {action ? (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            dismissToast(id)
            action.onPress()
          }}
        >
          {action.label}
        </button>
      ) : null}
      <button
        type="button"
        className={styles.dismiss}
        aria-label={t`Dismiss`}
        onClick={() => dismissToast(id)}
      >
        <X aria-hidden size={18} />
      </button>
    </div>
  )
}
