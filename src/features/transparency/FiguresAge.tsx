import { Trans } from '@lingui/react/macro'
import { connection } from '#api/connection.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useStore } from '#lib/use-store.ts'
import { Text } from '#ui/Text.tsx'

/** Of which moment the figures are. */
export function FiguresAge({ at }: { at: Date }) {
  const { moment } = useFormat()
  const isOffline = useStore(connection) !== 'online'
  const time = moment(at)
  return (
    <Text size={2} tone="subtle">
      {isOffline ? (
        <Trans>You are offline. These are the figures as of {time}.</Trans>
      ) : (
        <Trans>Figures as of {time}, in dollars at the prices of that time.</Trans>
      )}
    </Text>
  )
}
