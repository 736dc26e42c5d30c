import { Trans } from '@lingui/react/macro'
import { Link, useLocation } from '@tanstack/react-router'
import { coinSymbol } from '#contract/values.ts'
import { buttonClass } from '#ui/button-class.ts'
import { playFrameClass } from '#ui/play/play-frame-class.ts'
import { Text } from '#ui/Text.tsx'
import { DEMO } from '#features/play/play-coin-search.ts'
import { usePlayCoin } from '#features/play/use-play-coin.ts'

/** Stands in place of the bet for a visitor who only watches. */
export function CrashLogin() {
  const { refused } = usePlayCoin()
  const from = useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr })
  const symbol = coinSymbol(refused ?? DEMO)
  return (
    <div className="grid grid-cols-1 gap-2.5" id="bet" data-testid="crash-login">
      <Link
        to="/accout"
        search={{ from }}
        className={`${buttonClass({ variant: 'primary', block: true })} ${playFrameClass.action}`}
      >
        <Trans>Log in to bet with {symbol}</Trans>
      </Link>
      <Link
        to="."
        search={(old) => ({ ...old, coin: DEMO })}
        replace
        resetScroll={false}
        className={buttonClass({ variant: 'secondary', block: true })}
      >
        <Trans>Play with demo coins</Trans>
      </Link>
      <Text size={3} tone="muted">
        <Trans>You are watching the rounds of all players live.</Trans>
      </Text>
    </div>
  )
}
