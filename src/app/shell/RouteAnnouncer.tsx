import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { useDocumentTitle, useRouteTitle } from '#app/use-page-title.ts'

/** Tells a screen reader which page it is on now, and moves keyboard focus to it after a navigation. */
export function RouteAnnouncer() {
  const router = useRouter()
  const title = useRouteTitle()
  const [announced, setAnnounced] = useState('')
  useDocumentTitle(title)

  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return
        setAnnounced(document.title)
        document.getElementById('main')?.focus({ preventScroll: true })
      }),
    [router],
  )
  return (
    <VisuallyHidden>
      <span aria-live="polite">{announced}</span>
    </VisuallyHidden>
  )
}
