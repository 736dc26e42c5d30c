import { Trans } from '@lingui/react/macro'
import { Link, useLocation } from '@tanstack/react-router'
import { coinSymbol } from '#contract/values.ts'
import { useUser } from '#session/use-user.ts'
import { Banner } from '#ui/Banner.tsx'
import { textLinkClass } from '#ui/text-link-class.ts'
import { usePlayCoin } from '#features/play/use-play-coin.ts'

/** Why demo coins are played with although the address names another coin. */
export function CoinRefused() {
  const { uid } = useUser()
  const { refused } = usePlayCoin()
  const from = useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr })
  if (refused === undefined) return null
  const symbol = coinSymbol(refused)
  return (
    <Banner
      inset
      action={
        uid === 0 ? (
          <Link to="/accout" search={{ from }} className={textLinkClass}>
            <Trans>Log in</Trans>
          </Link>
        ) : undefined
      }
    >
      {uid === 0 ? (
        <Trans>Log in to play with {symbol}. Until then you play with demo coins.</Trans>
      ) : (
        <Trans>Koi does not have this coin. You play with demo coins.</Trans>
      )}
    </Banner>
  )
}
