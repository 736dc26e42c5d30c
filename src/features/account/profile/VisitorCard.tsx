import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Card } from '#ui/Card.tsx'
import { Heading } from '#ui/Heading.tsx'
import { Text } from '#ui/Text.tsx'
import { KoiLogo } from '#ui/art/KoiLogo.tsx'
import { buttonClass } from '#ui/button-class.ts'

/** Nobody is logged in, and how to change that. */
export function VisitorCard() {
  return (
    <Card tone="pond" padding="lg" className="grid gap-4">
      <div className="flex items-center gap-4">
        <KoiLogo size={48} />
        <div className="min-w-0">
          <Heading level={1} size="title">
            <Trans>Visitor</Trans>
          </Heading>
          <Text size={3} tone="muted">
            <Trans>You are not logged in. What you choose stays on this device.</Trans>
          </Text>
        </div>
      </div>
      <div>
        <Link to="/accout" search={{ from: '/profile' }} className={buttonClass({ size: 'sm' })}>
          <Trans>Log in</Trans>
        </Link>
      </div>
    </Card>
  )
}
