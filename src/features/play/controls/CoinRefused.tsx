import { Trans } from '@lingui/react/macro'
import { Link, useLocation } from '@tanstack/react-router'
import { coinSymbol } from '#contract/values.ts'
import { Banner } from '#ui/Banner.tsx'
import { textLinkClass } from '#ui/text-link-class.ts'
import { usePlayCoin } from '#features/play/use-play-coin.ts'

/** The address names a coin, but nobody is logged in: play is with demo coins. */
export function CoinRefused() {
  const { refused } = usePlayCoin()
  const from = useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr })
  if (refused === undefined) return null
  const symbol = coinSymbol(refused)
  return (
    <Banner
      inset
      action={
        <Link to="/accout" search={{ from }} className={textLinkClass}>
          <Trans>Log in</Trans>
        </Link>
      }
    >
      <Trans>Log in to play with {symbol}. Until then you play with demo coins.</Trans>
    </Banner>
  )
}
