import { useEffect, useRef, type RefObject } from 'react'

/** The key `/` moves the focus to the search field inside the element. */
export function useSlashFocus(): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event
      const isTyping = target instanceof HTMLElement && target.matches('input, textarea, select')
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
      // The page below an open dialog takes no focus.
      if (document.querySelector('dialog:modal')) return
      const field = ref.current?.querySelector('input')
      if (!field) return
      event.preventDefault()
      field.focus()
      field.select()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return ref
}
