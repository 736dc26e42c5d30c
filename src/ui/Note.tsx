import type { ReactNode } from 'react'

interface NoteProps {
  /** An icon of 14 to 18 px with `aria-hidden`. */
  icon: ReactNode
  tone?: 'muted' | 'warning'
  children: ReactNode
}

export function Note({ icon, tone = 'muted', children }: NoteProps) {
  return (
    <p className="flex gap-2.5 text-fs-3 text-text-2">
      <span className={`mt-0.5 shrink-0 ${tone === 'warning' ? 'text-gold' : 'text-text-3'}`}>{icon}</span>
      <span className="min-w-0">{children}</span>
    </p>
  )
}
