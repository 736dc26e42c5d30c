import { useCallback, useRef, type ReactElement } from 'react'

/** A region that is read aloud politely, and what writes into it. It renders nothing: each bet says something. */
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
