import { useQuery } from '@tanstack/react-query'
import { configQuery } from './config.queries.ts'

/** The server writes its mode into the page. A page that does not say counts as practice. */
const pageMode = () => document.querySelector('meta[name="koi-mode"]')?.getAttribute('content') ?? 'practice'

/**
 * Whether the server is on play money, which every money screen says. Until the server has answered, now or on an
 * earlier visit, the page knows.
 */
export function useIsPractice(): boolean {
  return (useQuery(configQuery).data?.mode ?? pageMode()) !== 'live'
}
