import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { CloudOff, LogIn } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { connection } from '#api/connection.ts'
import { errorMessageOf } from '#i18n/error-messages.ts'
import { useFormat } from '#i18n/use-format.ts'
import { formatDecimal } from '#lib/decimal.ts'
import { useStore } from '#lib/use-store.ts'
import { chooseCoin } from '#queries/active-coin.actions.ts'
import { activeCoinState } from '#queries/active-coin.state.ts'
import { coinsQuery } from '#queries/coins.queries.ts'
import { useBalances } from '#queries/balances.queries.ts'
import { useAccountStatus } from '#session/use-user.ts'
import { Button } from '#ui/Button.tsx'
import { Note } from '#ui/Note.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { SentenceGap } from '#ui/SentenceGap.tsx'
import { Switch } from '#ui/Switch.tsx'
import { Text } from '#ui/Text.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { CoinRow } from './CoinRow.tsx'
import { CoinsEmpty } from './CoinsEmpty.tsx'
import { CoinsMissing } from './CoinsMissing.tsx'
import { holdingsOf, NO_HOLDINGS, SMALL_BELOW_USD, visibleCoins } from './coin-filter.ts'
import { changeCoinView, followCoinView } from './coin-view.actions.ts'
import { coinViewState } from './coin-view.state.ts'
import styles from './coins.module.css'

interface CoinBrowserProps {
  /** Called when a coin was chosen. */
  onChosen: () => void
}

export function CoinBrowser({ onChosen }: CoinBrowserProps) {
  const { t } = useLingui()
  const { usd } = useFormat()
  const { view } = useSnapshot(coinViewState)
  const { coin: activeCoin } = useSnapshot(activeCoinState)
  const { data: coins } = useQuery(coinsQuery)
  const isVisitor = useAccountStatus() === 'signed-out'
  const { data: balances, dataUpdatedAt, error, fetchStatus } = useBalances()
  const [query, setQuery] = useState('')
  const listRef = useRef<HTMLUListElement>(null)

  useEffect(followCoinView, [])
  const held = balances && holdingsOf(balances)
  const holdings = isVisitor ? NO_HOLDINGS : held
  const isLoading = error === null && fetchStatus !== 'paused'
  const shown = coins && visibleCoins(coins, holdings, { query, hideSmall: view.hideSmall })
  const [first] = coins ?? []
  const small = usd(formatDecimal(SMALL_BELOW_USD))
  const choose = (coin: string) => {
    chooseCoin(coin)
    onChosen()
  }
  return (
    <div className={styles.browser}>
      <SearchField
        label={t`Search Coin`}
        value={query}
        maxLength={40}
        onChange={setQuery}
        // The list filters while the player types. Enter moves the focus to it, which also closes a phone's keyboard.
        onSubmit={() => listRef.current?.focus()}
      />
      <div className={styles.switches}>
        <Switch
          label={t`Display USD Value`}
          checked={view.displayUsd}
          onChange={(displayUsd) => changeCoinView({ displayUsd })}
        />
        <Switch
          label={t`Hide small balance`}
          checked={view.hideSmall}
          onChange={(hideSmall) => changeCoinView({ hideSmall })}
        />
      </div>
      {view.hideSmall ? (
        <Text size={2} tone="subtle" className="-mt-2 text-end">
          <Trans>Small means worth less than {small}</Trans>
        </Text>
      ) : null}
      <BalancesNote />
      {shown === undefined ? <CoinsMissing /> : null}
      {shown?.length === 0 ? (
        <CoinsEmpty
          query={query.trim()}
          onClearQuery={() => setQuery('')}
          onShowSmall={() => changeCoinView({ hideSmall: false })}
        />
      ) : null}
      {shown && shown.length > 0 ? (
        <ul ref={listRef} tabIndex={-1} aria-label={t`Coins`} className={styles.coins}>
          {shown.map((coin) => (
            <CoinRow
              key={coin.id}
              coin={coin}
              holdings={holdings}
              isLoading={isLoading}
              displayUsd={view.displayUsd}
              isActive={coin.id === activeCoin}
              onChoose={choose}
            />
          ))}
        </ul>
      ) : null}
      {first === undefined ? null : (
        <CoinsAge
          balancesAt={held && new Date(dataUpdatedAt)}
          pricedAt={first.isPriceFixed ? null : new Date(first.pricedAt)}
        />
      )}
      <VisuallyHidden role="status">
        {shown && query !== '' ? (
          <Plural value={shown.length} one="# coin found" other="# coins found" />
        ) : null}
      </VisuallyHidden>
    </div>
  )
}

/** Explains missing balances, with a way to get some; renders nothing if the balances are known. */
function BalancesNote() {
  const { i18n } = useLingui()
  const { data, error, fetchStatus, isFetching, refetch } = useBalances()
  if (useAccountStatus() === 'signed-out') {
    return (
      <Note icon={<LogIn aria-hidden size={16} />}>
        <Trans>You are not logged in, so every balance is zero.</Trans>
      </Note>
    )
  }
  const isOffline = fetchStatus === 'paused'
  if (data !== undefined || (error === null && !isOffline)) return null
  return (
    <div role="status" className="flex flex-wrap items-center justify-between gap-2">
      <Note icon={<CloudOff aria-hidden size={16} />} tone="warning">
        {isOffline ? (
          <Trans>You are offline, and your balances were never loaded on this device.</Trans>
        ) : (
          i18n._(errorMessageOf(error))
        )}
      </Note>
      {isOffline ? null : (
        <Button variant="secondary" loading={isFetching} onClick={() => void refetch()}>
          <Trans>Try again</Trans>
        </Button>
      )}
    </div>
  )
}

interface CoinsAgeProps {
  /** Time of the server's answer; undefined for a visitor, who has no balances. */
  balancesAt: Date | undefined
  /** Time of the prices; null for fixed prices, which do not age. */
  pricedAt: Date | null
}

/** The age of balances and prices. */
function CoinsAge({ balancesAt, pricedAt }: CoinsAgeProps) {
  const { moment } = useFormat()
  const isOffline = useStore(connection) === 'offline'
  const values = pricedAt && moment(pricedAt)
  const balances = balancesAt && moment(balancesAt)
  return (
    <Text size={2} tone="subtle" className="px-3">
      {isOffline && balances !== undefined ? (
        <>
          <Trans>You are offline.</Trans>
          <SentenceGap />
        </>
      ) : null}
      {balances === undefined ? null : (
        <>
          <Trans>Balances as of {balances}.</Trans>
          <SentenceGap />
        </>
      )}
      {values === null ? (
        <Trans>Values are at fixed practice rates.</Trans>
      ) : (
        <Trans>Values as of {values}.</Trans>
      )}
    </Text>
  )
}
