import type { ReactNode } from 'react'
import { Text } from '#ui/Text.tsx'

interface GalleryItemProps {
  /** File name of the part, as in the source. */
  name: string
  children: ReactNode
  /** Takes the whole width on wide screens too. */
  wide?: boolean
}

/** One part with its states under its name. */
export function GalleryItem({ name, children, wide }: GalleryItemProps) {
  return (
    <div className={`grid grid-cols-1 content-start gap-3 min-w-0 ${wide ? 'lg:col-span-2' : ''}`}>
      <Text as="h3" size={2} tone="subtle" weight={650}>
        <code>{name}</code>
      </Text>
      {children}
    </div>
  )
}
