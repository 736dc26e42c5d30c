import { CloudOff, Info, RefreshCw, TriangleAlert, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

export type BannerTone = 'offline' | 'info' | 'update' | 'warning'

interface BannerProps {
  tone?: BannerTone
  icon?: ReactNode
  children: ReactNode
  /** One small `Button` or link. */
  action?: ReactNode
  /** A box inside a page instead of a bar across it. */
  inset?: boolean
}

const ICON: Record<BannerTone, LucideIcon> = {
  offline: CloudOff,
  info: Info,
  update: RefreshCw,
  warning: TriangleAlert,
}
const ICON_TONE: Record<BannerTone, string> = {
  offline: 'text-text-2',
  info: 'text-info',
  update: 'text-brand',
  warning: 'text-gold',
}

/** A line that stays while a state lasts: offline, a new version, a limit near. A live region, announced politely. */
export function Banner({ tone = 'info', icon, children, action, inset = false }: BannerProps) {
  const Icon = ICON[tone]
  const box = inset ? 'rounded-3 border px-3.5' : 'border-b px-4'
  return (
    <div role="status" className={`flex items-center gap-2.5 py-2.25 bg-surface-2 border-line ${box}`}>
      <span className={`shrink-0 ${ICON_TONE[tone]}`}>{icon ?? <Icon aria-hidden size={17} />}</span>
      <div className="flex-1 min-w-0 text-fs-3 font-600 text-text-2">{children}</div>
      {action ? <div className="shrink-0">{action}</div> : null}
    </div>
  )
}
