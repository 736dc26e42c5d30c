import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { connection } from '#api/connection.ts'
import { joinRace, type Race } from '#contract/race.ts'
import { coinSymbol } from '#contract/values.ts'
import { errorMessageOf } from '#i18n/error-messages.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useAction } from '#lib/use-action.ts'
import { useStore } from '#lib/use-store.ts'
import { api } from '#session/api.ts'
import { Button } from '#ui/Button.tsx'
import { FormError } from '#ui/FormError.tsx'
import { Text } from '#ui/Text.tsx'
import { ownRaceQuery, useOwnRace } from './race.queries.ts'

/** One's own place, or the way in. */
export function OwnRace({ race }: { race: Race }) {
  const { t, i18n } = useLingui()
  const { decimal, integer } = useFormat()
  const { data: own } = useOwnRace()
  const queryClient = useQueryClient()
  const isOffline = useStore(connection) === 'offline'
  const join = useAction({
    run: (isJoined: boolean) => api.call(joinRace, { body: { isJoined } }),
    onSuccess: (answer) => void queryClient.setQueryData(ownRaceQuery.queryKey, answer),
  })
  if (!own) return null
  const points = decimal(own.points, 2, 2)
  const prize = decimal(own.prize, 2, 2)
  const symbol = coinSymbol(race.coin)
  const rank = own.rank === null ? null : integer(own.rank)
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 pt-1">
        <div className="min-w-0 flex-1 basis-48">
          <Text weight={700} num>
            {rank !== null ? (
              <Trans>
                Place {rank}: {prize} {symbol} so far
              </Trans>
            ) : own.isJoined ? (
              <Trans>You take part</Trans>
            ) : (
              <Trans>You do not take part</Trans>
            )}
          </Text>
          <Text size={3} tone="muted" num>
            {own.isJoined ? (
              <Trans>{points} points; they are counted anew every half minute</Trans>
            ) : (
              <Trans>It costs nothing, and your public name is listed.</Trans>
            )}
          </Text>
        </div>
        <Button
          size="sm"
          variant="secondary"
          loading={join.isRunning}
          disabled={isOffline}
          onClick={() => join.run(!own.isJoined)}
        >
          {own.isJoined ? t`Leave` : t`Take part`}
        </Button>
      </div>
      <FormError>{join.error === undefined ? undefined : i18n._(errorMessageOf(join.error))}</FormError>
    </div>
  )
}
