import type { ReactNode, Ref } from 'react'

export type CalloutTone = 'success' | 'danger' | 'warning' | 'info'

const BOX: Record<CalloutTone, string> = {
  success: 'bg-jade-soft border-jade',
  danger: 'bg-danger-soft border-danger',
  warning: 'bg-gold-soft border-gold',
  info: 'bg-surface-2 border-line',
}
const ICON: Record<CalloutTone, string> = {
  success: 'text-jade',
  danger: 'text-danger',
  warning: 'text-gold',
  info: 'text-info',
}

interface CalloutProps {
  tone?: CalloutTone
  /** An icon of about 28 px with `aria-hidden`. */
  icon: ReactNode
  title: ReactNode
  children?: ReactNode
  /** One `Button` with anything that belongs to it. */
  action?: ReactNode
  /** To move the focus here when the callout replaces the focused control. */
  ref?: Ref<HTMLDivElement>
}

export function Callout({ tone = 'info', icon, title, children, action, ref }: CalloutProps) {
  return (
    <div
      ref={ref}
      tabIndex={ref ? -1 : undefined}
      className={`grid gap-3.5 rounded-3 border px-4 py-3.5 ${BOX[tone]}`}
    >
      <div className="flex items-center gap-4">
        <span className={`shrink-0 ${ICON[tone]}`}>{icon}</span>
        <div className="grid gap-0.5 min-w-0">
          <p className="font-700">{title}</p>
          {children ? <div className="text-fs-3 text-text-2">{children}</div> : null}
        </div>
      </div>
      {action}
    </div>
  )
}
