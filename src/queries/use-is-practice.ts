import { useQuery } from '@tanstack/react-query'
import { configQuery } from './config.queries.ts'

/** The server writes its mode into the page. A page without it counts as practice. */
const pageMode = () => document.querySelector('meta[name="koi-mode"]')?.getAttribute('content') ?? 'practice'

/**
 * True if the server runs in practice mode, which every money screen shows. Until an answer of the server is known, the
 * page's own mode counts.
 */
export function useIsPractice(): boolean {
  return (useQuery(configQuery).data?.mode ?? pageMode()) !== 'live'
}
