import { useCallback, useRef, type ReactElement } from 'react'

/** Screen readers read the region aloud. `say` renders nothing, because every bet calls it. */
export function useAnnouncement(): readonly [region: ReactElement, say: (words: string) => void] {
  const region = useRef<HTMLParagraphElement>(null)
  const say = useCallback((words: string) => {
    if (region.current) region.current.textContent = words
  }, [])
  return [
    <p key="region" ref={region} role="status" className="sr-only" data-testid="play-announcement" />,
    say,
  ]
}
