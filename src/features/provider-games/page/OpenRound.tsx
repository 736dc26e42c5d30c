import { Trans } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { RotateCcw } from 'lucide-react'
import type { ProviderGame } from '#contract/provider-games.ts'
import { coinSymbol } from '#contract/values.ts'
import { isRoundOf, providerRoundsQuery } from '#features/provider-games/provider-rounds.ts'
import { useFormat } from '#i18n/use-format.ts'
import { Banner } from '#ui/Banner.tsx'
import { buttonClass } from '#ui/button-class.ts'

/** Leads back into a round that was left open. */
export function OpenRound({ game }: { game: ProviderGame }) {
  const { decimal } = useFormat()
  const { data } = useInfiniteQuery(providerRoundsQuery(undefined))
  const round = data?.pages[0]?.rounds.find((each) => isRoundOf(each, game) && each.closedAt === null)
  if (!round) return null
  const { provider, code, providerName } = game
  const staked = `${decimal(round.staked, 2)} ${coinSymbol(round.coin)}`
  return (
    <Banner
      inset
      icon={<RotateCcw aria-hidden size={17} />}
      action={
        <Link
          to="/games/by/$provider/$code/play"
          params={{ provider, code }}
          search={{ coin: round.coin }}
          className={buttonClass({ variant: 'secondary', size: 'sm' })}
        >
          <Trans>Continue</Trans>
        </Link>
      }
    >
      <Trans>
        A round with {staked} is open. {providerName} keeps it for you.
      </Trans>
    </Banner>
  )
}
