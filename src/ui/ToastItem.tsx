import { useLingui } from '@lingui/react/macro'
import { CircleAlert, CircleCheck, Info, X, type LucideIcon } from 'lucide-react'
import styles from './Toaster.module.css'
import { dismissToast, type Toast, type ToastTone } from './toast.ts'

const ICON: Record<ToastTone, LucideIcon> = { danger: CircleAlert, success: CircleCheck, info: Info }

export function ToastItem({ toast: { id, message, tone, action, isLeaving } }: { toast: Toast }) {
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
