import { useQueryClient } from '@tanstack/react-query'
import type { DataOf } from '#contract/endpoint.ts'
import type { getResponsiblePlay } from '#contract/responsible-play.ts'
import { responsiblePlayQuery } from '#features/responsible-play/responsible-play.queries.ts'
import { currentUser } from '#session/user.state.ts'
import { toast } from '#ui/toast.ts'
import { keepBreak } from './kept-break.ts'

/** Call when the server has begun a break: stores it, updates the page and shows a message. */
export function useBreakBegun() {
  const queryClient = useQueryClient()
  return (tools: DataOf<typeof getResponsiblePlay>, message: string) => {
    queryClient.setQueryData(responsiblePlayQuery.queryKey, tools)
    keepBreak(currentUser.get().uid, tools.break)
    toast({ message, tone: 'success' })
    window.scrollTo({ top: 0 })
  }
}
