import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Text } from './Text.tsx'

interface FoldedListProps {
  /** Always visible; a click on it opens the list. */
  title: ReactNode
  /** One line each, without duplicates. */
  items: readonly string[]
  /** Content above the items. */
  children?: ReactNode
}

export function FoldedList({ title, items, children }: FoldedListProps) {
  return (
    <details className="group">
      <summary className="flex items-center justify-between gap-2 min-h-11 rounded-1 list-none">
        <Text as="span" size={3} weight={650}>
          {title}
        </Text>
        <ChevronDown aria-hidden size={18} className="shrink-0 text-text-2 group-open:rotate-180" />
      </summary>
      {children ? <div className="mb-3">{children}</div> : null}
      <ul className="grid gap-2 pl-4 list-disc">
        {items.map((item) => (
          <Text as="li" key={item} size={3} tone="muted">
            {item}
          </Text>
        ))}
      </ul>
    </details>
  )
}
