import type { ReactNode } from 'react'
import { Heading } from '#ui/Heading.tsx'

interface SettingsSectionProps {
  /** Its anchor. */
  id: string
  title: string
  children: ReactNode
}

export function SettingsSection({ id, title, children }: SettingsSectionProps) {
  const headingId = `${id}-heading`
  return (
    <section id={id} aria-labelledby={headingId} className="grid gap-2.5 scroll-mt-20">
      <Heading level={2} id={headingId}>
        {title}
      </Heading>
      {children}
    </section>
  )
}
