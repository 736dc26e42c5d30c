import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useSnapshot } from 'valtio'
import { coinNetwork, coinSymbol } from '#contract/values.ts'
import { useFormat } from '#i18n/use-format.ts'
import { chooseCoin } from '#queries/active-coin.actions.ts'
import { activeCoinState } from '#queries/active-coin.state.ts'
import { coinsQuery } from '#queries/coins.queries.ts'
import { useUser } from '#session/use-user.ts'
import { CoinMark } from '#ui/art/CoinMark.tsx'
import { Overlay } from '#ui/dialog/Overlay.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { DEMO } from '#features/play/play-coin-search.ts'
import { usePlayCoin } from '#features/play/use-play-coin.ts'
import { usePlaySheet } from '#features/play/use-play-sheet.ts'
import { coinFocus } from './coin-focus.ts'
import { useHeldCoins } from './use-held-coins.ts'

interface CoinsSheetProps {
  isOpen: boolean
  onClose: () => void
}

/** Demo coins, one coin in any case, and all others that the player holds. */
export function CoinsSheet({ isOpen, onClose }: CoinsSheetProps) {
  const { t } = useLingui()
  const { uid } = useUser()
  const { decimal } = useFormat()
  const { leaveTo } = usePlaySheet()
  const { coin: played, refused } = usePlayCoin()
  const active = useSnapshot(activeCoinState).coin
  const { data: coins } = useQuery(coinsQuery)
  const held = useHeldCoins()
  const first = played === DEMO ? active : played
  // The order does not depend on the choice: a row must not jump when it is chosen.
  const listed = [...new Set([...(coins ?? []).map(({ id }) => id), ...held.map(({ coin }) => coin), first])]
  const offered = listed.filter((id) => id === first || held.some(({ coin }) => coin === id))

  const choose = (coin: string) => {
    if (coin === played && refused === undefined) return onClose()
    coinFocus.keep()
    if (coin !== DEMO && uid > 0) chooseCoin(coin)
    leaveTo({ coin })
  }
  return (
    <Overlay open={isOpen} onClose={onClose} placement="bottom" title={t`Play with`}>
      <ul className="grid grid-cols-1 gap-1 -mx-3">
        <li>
          <ListRow
            variant="plain"
            icon={<CoinMark symbol="DEMO" size={34} />}
            iconTone="none"
            title={t`Demo`}
            subtitle={t`Free coins on this device`}
            selected={played === DEMO}
            onClick={() => choose(DEMO)}
          />
        </li>
        {offered.map((id) => {
          const network = coins?.find((coin) => coin.id === id)?.network
          const balance = held.find(({ coin }) => coin === id)
          return (
            <li key={id}>
              <ListRow
                variant="plain"
                icon={<CoinMark symbol={coinSymbol(id)} network={network} size={34} />}
                iconTone="none"
                title={coinSymbol(id)}
                subtitle={network ?? coinNetwork(id)}
                trailing={<span className="num">{balance && decimal(balance.available)}</span>}
                selected={id === played}
                onClick={() => choose(id)}
              />
            </li>
          )
        })}
      </ul>
    </Overlay>
  )
}
