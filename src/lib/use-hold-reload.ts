import { useEffect } from 'react'
import { holdReload } from './reload-guard.ts'

/** Prevents reloads while `isBusy`: a form has unsaved entries, or a bet runs. */
export function useHoldReload(isBusy: boolean): void {
  useEffect(() => (isBusy ? holdReload() : undefined), [isBusy])
}
