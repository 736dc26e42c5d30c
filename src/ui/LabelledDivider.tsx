import type { ReactNode } from 'react'
import { TextElements } from './TextElements.tsx'

/** A line with a word in it, between two ways to do the same thing. */
export function LabelledDivider({ children }: { children: ReactNode }) {
  return (
    <div className="flex items-center gap-3 text-fs-2 text-text-3">
      <span className="flex-1 border-t border-line" />
      <TextElements>{children}</TextElements>
      <span className="flex-1 border-t border-line" />
    </div>
  )
}
