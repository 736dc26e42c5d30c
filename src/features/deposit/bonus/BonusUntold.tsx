import { Trans } from '@lingui/react/macro'
import { useFormat } from '#i18n/use-format.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Text } from '#ui/Text.tsx'

/** Koi's published bonus on each of the first two deposits. */
const USUAL_BONUS_BPS = 18_000

interface BonusUntoldProps {
  onRetry: () => void
  isAsking: boolean
}

/** Shown if the server's terms could not be loaded. */
export function BonusUntold({ onRetry, isAsking }: BonusUntoldProps) {
  const { percent } = useFormat()
  const share = percent(USUAL_BONUS_BPS)
  return (
    <Card tone="pond" className="flex flex-wrap items-center justify-between gap-3">
      <p className="grid gap-0.5">
        <Text as="span" size={7} weight={850} num>
          <Trans>Up to {share} bonus</Trans>
        </Text>
        <Text as="span" size={3} tone="muted" weight={600}>
          <Trans>on your first two deposits. The terms did not load.</Trans>
        </Text>
      </p>
      <Button variant="secondary" size="sm" loading={isAsking} onClick={onRetry}>
        <Trans>Try again</Trans>
      </Button>
    </Card>
  )
}
