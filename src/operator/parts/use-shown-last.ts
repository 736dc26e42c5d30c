import { useState } from 'react'

/** The value, and after that the last one: for a dialog that fades with its words. */
export function useShownLast<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}
