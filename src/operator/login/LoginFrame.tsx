import type { ReactNode } from 'react'
import { Wordmark } from '#ui/art/Wordmark.tsx'
import { Toaster } from '#ui/Toaster.tsx'
import { consoleClass } from '#ui/console/console-class.ts'

/** The frame of pages without a session. */
export function LoginFrame({ children }: { children: ReactNode }) {
  return (
    <main id="main" className={consoleClass.gate}>
      <Wordmark size={34} />
      {children}
      <Toaster />
    </main>
  )
}
