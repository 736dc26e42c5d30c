import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FlaskConical, Play } from 'lucide-react'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { connection } from '#api/connection.ts'
import type { DataOf } from '#contract/endpoint.ts'
import type { getProviderGame } from '#contract/provider-games.ts'
import { coinNetwork, coinSymbol } from '#contract/values.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useStore } from '#lib/use-store.ts'
import { activeCoinState } from '#queries/active-coin.state.ts'
import { chooseCoin } from '#queries/active-coin.actions.ts'
import { useBalances } from '#queries/balances.queries.ts'
import { coinsQuery } from '#queries/coins.queries.ts'
import { Invitation } from '#session/Invitation.tsx'
import { useUser } from '#session/use-user.ts'
import { Banner } from '#ui/Banner.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { SelectField } from '#ui/SelectField.tsx'
import { OpenRound } from './OpenRound.tsx'

/** Play with a coin, or try without. */
export function PlayButtons({ game }: { game: DataOf<typeof getProviderGame> }) {
  const { uid } = useUser()
  const isOffline = useStore(connection) === 'offline'
  const { provider, code, hasDemo } = game
  const params = { provider, code }
  const address = `/games/by/${provider}/${encodeURIComponent(code)}`
  const play = (
    <>
      <Play aria-hidden size={18} fill="currentColor" />
      <Trans>Play</Trans>
    </>
  )
  return (
    <Invitation>
      <div className="grid gap-2.5">
        {isOffline ? (
          <Banner inset tone="offline">
            <Trans>You are offline. This game can be opened as soon as you are connected.</Trans>
          </Banner>
        ) : null}
        {uid > 0 ? (
          <PlayWithCoin game={game} />
        ) : (
          <Link to="/accout" search={{ from: address }} className={buttonClass({ block: true })}>
            {play}
            <span className="sr-only">
              <Trans>after you log in</Trans>
            </span>
          </Link>
        )}
        {hasDemo ? (
          <Link
            to="/games/by/$provider/$code/play"
            params={params}
            search={{ coin: 'demo' }}
            className={buttonClass({ variant: 'secondary', block: true })}
          >
            <FlaskConical aria-hidden size={18} />
            <Trans>Try without money</Trans>
          </Link>
        ) : null}
      </div>
    </Invitation>
  )
}

/** The coin chosen elsewhere comes first, if the game takes it; otherwise one that the player has. */
function PlayWithCoin({ game }: { game: DataOf<typeof getProviderGame> }) {
  const { t } = useLingui()
  const { decimal } = useFormat()
  const { coin: active } = useSnapshot(activeCoinState)
  const { data: known } = useQuery(coinsQuery)
  const { data: balances } = useBalances()
  const [chosen, setChosen] = useState<string>()
  const { provider, code, coins } = game
  const held = coins.find((coin) => balances?.some((row) => row.coin === coin && Number(row.available) > 0))
  const coin = chosen ?? (coins.includes(active) ? active : (held ?? coins[0]))
  if (coin === undefined) {
    return (
      <Banner inset>
        <Trans>None of Koi’s coins can be used in this game right now.</Trans>
      </Banner>
    )
  }
  const labelOf = (id: string) => {
    const network = known?.find((each) => each.id === id)?.network ?? coinNetwork(id)
    const available = balances?.find((row) => row.coin === id)?.available ?? '0'
    return `${coinSymbol(id)} · ${network} · ${decimal(available)}`
  }
  return (
    <>
      <OpenRound game={game} />
      <SelectField
        label={t`Play with`}
        options={coins.map((id) => ({ value: id, label: labelOf(id) }))}
        value={coin}
        onChange={({ target }) => setChosen(target.value)}
      />
      <Link
        to="/games/by/$provider/$code/play"
        params={{ provider, code }}
        search={{ coin }}
        className={buttonClass({ block: true })}
        onClick={() => chooseCoin(coin)}
      >
        <Play aria-hidden size={18} fill="currentColor" />
        <Trans>Play</Trans>
      </Link>
    </>
  )
}
