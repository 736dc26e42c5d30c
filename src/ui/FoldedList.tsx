import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Text } from './Text.tsx'

interface FoldedListProps {
  /** Always in sight; a press unfolds the rest. */
  title: ReactNode
  /** One line each, every one different. */
  items: readonly string[]
  /** Stands above the items. */
  children?: ReactNode
}

/** What only some players want to read, folded until asked for. */
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
