import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

export type ListRowIconTone = 'neutral' | 'jade' | 'brand' | 'gold' | 'none'

export interface ListRowContentProps {
  /** An icon of about 21 px. It gets a tinted box unless `iconTone` is `none` (coin marks, covers). */
  icon?: ReactNode
  iconTone?: ListRowIconTone
  title: ReactNode
  subtitle?: ReactNode
  /** An amount, a switch, a word. */
  trailing?: ReactNode
  /** For a row that leads somewhere. */
  chevron?: boolean
}

const ICON_BOX = 'grid place-items-center size-10.5 shrink-0 rounded-2'
const ICON: Record<ListRowIconTone, string> = {
  neutral: `${ICON_BOX} bg-surface-3`,
  jade: `${ICON_BOX} bg-jade-soft text-jade`,
  brand: `${ICON_BOX} bg-brand-soft text-brand`,
  gold: `${ICON_BOX} bg-gold-soft text-gold`,
  none: 'shrink-0',
}

/** The content of a `ListRow`, or of a `Link` with `listRowClass`. */
export function ListRowContent({
  icon,
  iconTone = 'neutral',
  title,
  subtitle,
  trailing,
  chevron = false,
}: ListRowContentProps) {
  return (
    <>
      {icon ? <span className={ICON[iconTone]}>{icon}</span> : null}
      <span className="grid min-w-0 flex-1">
        <span className="font-700">{title}</span>
        {subtitle ? <span className="text-fs-2 text-text-2">{subtitle}</span> : null}
      </span>
      {trailing ? <span className="shrink-0 text-right font-650">{trailing}</span> : null}
      {chevron ? <ChevronRight aria-hidden size={20} className="text-text-3" /> : null}
    </>
  )
}
