import type { ReactNode } from 'react'
import { Folded } from './Folded.tsx'
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
    <Folded title={title}>
      {children ? <div className="mb-3">{children}</div> : null}
      <ul className="grid gap-2 pl-4 list-disc">
        {items.map((item) => (
          <Text as="li" key={item} size={3} tone="muted">
            {item}
          </Text>
        ))}
      </ul>
    </Folded>
  )
}
