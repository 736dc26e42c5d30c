import { Trans } from '@lingui/react/macro'
import { Text } from '#ui/Text.tsx'
import { minutesAndSeconds, useSecondsLeft } from './use-seconds-left.ts'

/** When the shown code gives way to a new one; null keeps the place. Not read aloud every second. */
export function RenewsIn({ at }: { at: number | null }) {
  if (at === null) return <Text size={3}>&nbsp;</Text>
  return <Countdown at={at} />
}

function Countdown({ at }: { at: number }) {
  const left = minutesAndSeconds(useSecondsLeft(at))
  return (
    <Text role="timer" size={3} tone="subtle" num>
      <Trans>Renews in {left}</Trans>
    </Text>
  )
}
