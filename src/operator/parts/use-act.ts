import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import type { BodyOf } from '#contract/endpoint.ts'
import { act } from '#contract/operator/actions.ts'
import { api } from '#operator/session/api.ts'
import { toast } from '#ui/toast.ts'
import { useOpen } from './use-address.ts'

type Asked = Omit<BodyOf<typeof act>, 'why'>
export type ResultRow = Readonly<Record<string, unknown>>

/** Does what the command line does. Resolves to its rows; null if another operator must agree first. */
export function useAct(): (asked: Asked, why: string) => Promise<readonly ResultRow[] | null> {
  const { t } = useLingui()
  const queries = useQueryClient()
  const open = useOpen()
  return async (asked, why) => {
    const outcome = await api.call(act, { body: { ...asked, why } })
    void queries.invalidateQueries()
    if (outcome.state === 'done') return outcome.rows
    toast({
      message: t`Proposed. With what you have given in 24 hours it is so much that another operator must agree.`,
      tone: 'info',
      durationMs: 10_000,
      action: { label: t`Proposals`, onPress: () => open('/proposals') },
    })
    return null
  }
}
