import type { ReactNode } from 'react'
import { Section } from '#ui/Section.tsx'

/** One column on phones, two on wide screens. */
export function GallerySection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Section title={title}>
      <div className="grid grid-cols-1 lg:grid-cols-2 gap-x-8 gap-y-6 pt-2">{children}</div>
    </Section>
  )
}
