import { useEffect, useState } from 'react'
import { useSearch } from './use-address.ts'

/** After the last key. */
const ASKED_AFTER_MS = 250

/** The typed text, and the one of the address: the same, once the typing rests. */
export function useTypedSearch(name: string) {
  const [search, change] = useSearch()
  const asked = search[name] ?? ''
  const [typed, setTyped] = useState(asked)
  useEffect(() => {
    if (typed.trim() === asked) return
    const timer = setTimeout(() => change({ [name]: typed.trim() || undefined }), ASKED_AFTER_MS)
    return () => clearTimeout(timer)
  })
  return { asked, typed, setTyped }
}
