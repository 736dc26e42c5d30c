import type { ReactNode } from 'react'

export type IconBoxTone = 'jade' | 'brand' | 'gold' | 'info'

const TONE: Record<IconBoxTone, string> = {
  jade: 'bg-jade-soft text-jade',
  brand: 'bg-brand-soft text-brand',
  gold: 'bg-gold-soft text-gold',
  info: 'bg-info-soft text-info',
}

/** An icon of about 22 px on a tinted square. */
export function IconBox({ tone, children }: { tone: IconBoxTone; children: ReactNode }) {
  return (
    <span className={`grid place-items-center size-12 shrink-0 ${TONE[tone]}`} style={{ borderRadius: 15 }}>
      {children}
    </span>
  )
}
