import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Text } from './Text.tsx'

interface FoldedProps {
  /** Always visible; a click on it opens the rest. */
  title: ReactNode
  children: ReactNode
}

export function Folded({ title, children }: FoldedProps) {
  return (
    <details className="group">
      <summary className="flex items-center justify-between gap-2 min-h-11 rounded-1 list-none">
        <Text as="span" size={3} weight={650} tone="inherit">
          {title}
        </Text>
        <ChevronDown aria-hidden size={18} className="shrink-0 opacity-80 group-open:rotate-180" />
      </summary>
      {children}
    </details>
  )
}
