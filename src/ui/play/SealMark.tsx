import { Check, Lock, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { TextElements } from '#ui/TextElements.tsx'

type Seal = 'sealed' | 'verified' | 'failed'

const ICON = { sealed: Lock, verified: Check, failed: TriangleAlert } satisfies Record<Seal, unknown>
const COLOR: Record<Seal, string> = { sealed: '', verified: 'text-jade', failed: 'text-danger' }

interface SealMarkProps {
  /** Undefined while unknown; the space is reserved. */
  seal: Seal | undefined
  /** Text alternative of the mark. */
  label: string
  children: ReactNode
}

/** A result with a mark that shows how far it is proven, by shape as well as colour. */
export function SealMark({ seal, label, children }: SealMarkProps) {
  const Icon = seal && ICON[seal]
  return (
    <span className="inline-flex items-center gap-1">
      <TextElements>{children}</TextElements>
      <span className={`inline-grid size-3 ${seal ? COLOR[seal] : ''}`} data-seal={seal}>
        {Icon ? <Icon aria-hidden size={12} strokeWidth={2.6} /> : null}
      </span>
      {label ? <VisuallyHidden>{label}</VisuallyHidden> : null}
    </span>
  )
}
