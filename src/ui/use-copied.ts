import { useCallback, useEffect, useRef, useState } from 'react'

/** How long a button shows that it has copied. */
export const COPIED_MS = 2_000

/** `refused`: the browser does not allow it, so the text is shown for the player to copy. */
export type CopyState = 'idle' | 'copied' | 'refused'

/** For a button that shows the success itself, for 2 s. */
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
