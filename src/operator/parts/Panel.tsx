import { useId, type ReactNode } from 'react'
import { Heading } from '#ui/Heading.tsx'
import { consoleClass } from '#ui/console/console-class.ts'

interface PanelProps {
  title: string
  /** Beside the title. */
  trailing?: ReactNode
  children: ReactNode
}

/** A box of a page with a title. */
export function Panel({ title, trailing, children }: PanelProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={consoleClass.panel}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Heading level={2} size="card" id={id}>
          {title}
        </Heading>
        {trailing}
      </div>
      {children}
    </section>
  )
}
