import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '#ui/button-class.ts'
import { LobbyHero } from '#ui/LobbyHero.tsx'

/** For a visitor who has opened no game yet: one tap starts a round with demo coins. */
export function TryRound() {
  return (
    <LobbyHero
      title={<Trans>Play a round, then check it</Trans>}
      detail={<Trans>No account needed</Trans>}
      more={<Trans>With demo coins, without an account. Your device checks the result.</Trans>}
      action={
        <Link
          to="/games/$slug/play"
          params={{ slug: 'dice' }}
          search={{ try: true }}
          className={buttonClass({ size: 'sm' })}
        >
          <Trans>Try a round</Trans>
        </Link>
      }
    />
  )
}
