import { Trans } from '@lingui/react/macro'
import { Banner } from '#ui/Banner.tsx'
import type { EngineHealth } from '#features/play/play-engine.ts'

export function HealthBanner({ health }: { health: Exclude<EngineHealth, 'durable'> }) {
  switch (health) {
    case 'memory':
      return (
        <Banner inset tone="warning">
          <Trans>
            Nothing can be stored in this browser. You can play, but it ends when the page is closed.
          </Trans>
        </Banner>
      )
    case 'offline':
      return (
        <Banner inset tone="offline">
          <Trans>
            You are offline. Your balance is shown as last known, and no bet is placed until you are
            connected. Demo coins can be played now.
          </Trans>
        </Banner>
      )
    case 'asking':
      return (
        <Banner inset tone="warning">
          <Trans>
            An answer got lost. Koi is asking the server what became of it; nothing else is staked until that
            is known.
          </Trans>
        </Banner>
      )
    case 'balance-old':
      return (
        <Banner inset tone="warning">
          <Trans>
            Your balance could not be updated. The amount shown may be old; Koi keeps asking for the new one.
          </Trans>
        </Banner>
      )
  }
}
