import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useFormat } from '#i18n/use-format.ts'
import { LiveCount } from '#ui/LiveCount.tsx'
import { playNowQuery } from './play-now.queries.ts'

const EVERY_MS = 10_000

/** Keeps the figures of the tiles current, too, while the page is seen. */
export function PlayersNow() {
  const { integer } = useFormat()
  const { data } = useQuery({ ...playNowQuery, refetchInterval: EVERY_MS })
  if (!data || data.players === null) return null
  const count = integer(data.players)
  return (
    <LiveCount key={count} count={count}>
      <Trans>{count} playing</Trans>
    </LiveCount>
  )
}
