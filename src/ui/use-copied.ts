import { useCallback, useEffect, useRef, useState } from 'react'

/** How long a button says that it has copied. */
export const COPIED_MS = 2_000

/** `refused`: the browser does not allow it, so the text is shown for the player to copy. */
export type CopyState = 'idle' | 'copied' | 'refused'

/** Copies a text and tells for 2 s that it is done, for a button that says so itself. */
export function useCopied(): { state: CopyState; copy: (text: string) => void } {
  const [state, setState] = useState<CopyState>('idle')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const copy = useCallback((text: string) => {
    clearTimeout(timer.current)
    const write = async () => navigator.clipboard.writeText(text)
    write().then(
      () => {
        setState('copied')
        timer.current = setTimeout(() => setState('idle'), COPIED_MS)
      },
      () => setState('refused'),
    )
  }, [])
  return { state, copy }
}
