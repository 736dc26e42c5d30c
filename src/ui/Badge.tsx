import type { ComponentProps } from 'react'

export type BadgeTone = 'neutral' | 'brand' | 'jade' | 'gold' | 'danger' | 'info'

const TONE: Record<BadgeTone, string> = {
  neutral: 'bg-surface-3 text-text-2',
  brand: 'bg-brand-soft text-brand',
  jade: 'bg-jade-soft text-jade',
  gold: 'bg-gold-soft text-gold',
  danger: 'bg-danger-soft text-danger',
  info: 'bg-info-soft text-info',
}

interface BadgeProps extends ComponentProps<'span'> {
  tone?: BadgeTone
}

/** A short label such as "Practice", "New" or "Soon". */
export function Badge({ tone = 'neutral', className = '', ...rest }: BadgeProps) {
  return (
    <span
      {...rest}
      className={`inline-flex items-center gap-1 px-2 py-0.5 rounded-full text-fs-1 font-700 whitespace-nowrap ${TONE[tone]} ${className}`}
    />
  )
}
