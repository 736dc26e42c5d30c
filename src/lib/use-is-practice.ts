import { useQuery } from '@tanstack/react-query'
import { configQuery } from './config.queries.ts'

/** Whether the server is on play money, which every money screen says; false until that is known. */
export function useIsPractice(): boolean {
  return useQuery(configQuery).data?.mode === 'practice'
}
