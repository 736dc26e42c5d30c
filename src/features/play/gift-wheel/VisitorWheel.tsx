import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '#ui/button-class.ts'
import { Text } from '#ui/Text.tsx'
import { WheelPanel } from './WheelPanel.tsx'

export function VisitorWheel() {
  return (
    <WheelPanel>
      <Text size={3} tone="muted">
        <Trans>
          A part of the house edge of your bets gathers here, and a turn multiplies it: by 1 on average, so a
          turn is worth what has gathered. One turn a day; what is not turned stays.
        </Trans>
      </Text>
      <Link to="/accout" search={{ from: '/gift' }} className={buttonClass({ block: true })}>
        <Trans>Log in to turn it</Trans>
      </Link>
    </WheelPanel>
  )
}
