import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useFormat } from '#i18n/use-format.ts'
import { coinsQuery } from '#lib/coins.queries.ts'
import { SearchField } from '#ui/SearchField.tsx'
import { Switch } from '#ui/Switch.tsx'
import { Text } from '#ui/Text.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { NO_HOLDINGS, visibleCoins } from './coin-filter.ts'
import { changeCoinView } from './coin-view.actions.ts'
import { coinViewState } from './coin-view.state.ts'
import { CoinRow } from './CoinRow.tsx'
import { CoinsEmpty } from './CoinsEmpty.tsx'
import { CoinsMissing } from './CoinsMissing.tsx'

/** Coin that a new player's balance is kept in. */
const ACTIVE_COIN = 'usdt-tron'

/** Search, the two switches and the coins they leave. */
export function CoinBrowser() {
  const { t } = useLingui()
  const { moment } = useFormat()
  const { view } = useSnapshot(coinViewState)
  const { data: coins } = useQuery(coinsQuery)
  const [query, setQuery] = useState('')
  const listRef = useRef<HTMLUListElement>(null)

  const shown = coins && visibleCoins(coins, NO_HOLDINGS, { query, hideSmall: view.hideSmall })
  const pricedAt = coins?.[0]?.pricedAt
  const at = pricedAt && moment(new Date(pricedAt))
  return (
    <div className="grid grid-cols-1 gap-2">
      <SearchField
        label={t`Search Coin`}
        value={query}
        maxLength={40}
        onChange={setQuery}
        // The list filters while typing; Enter goes on to it, which also puts a phone's keyboard away.
        onSubmit={() => listRef.current?.focus()}
      />
      <div className="flex flex-wrap justify-between gap-x-6">
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
      {shown === undefined ? <CoinsMissing /> : null}
      {shown?.length === 0 ? (
        <CoinsEmpty
          query={query.trim()}
          onClearQuery={() => setQuery('')}
          onShowSmall={() => changeCoinView({ hideSmall: false })}
        />
      ) : null}
      {shown && shown.length > 0 ? (
        <ul ref={listRef} tabIndex={-1} aria-label={t`Coins`}>
          {shown.map((coin) => (
            <CoinRow
              key={coin.id}
              coin={coin}
              holdings={NO_HOLDINGS}
              displayUsd={view.displayUsd}
              isActive={coin.id === ACTIVE_COIN}
            />
          ))}
        </ul>
      ) : null}
      {at === undefined ? null : (
        <Text size={2} tone="subtle" className="px-3">
          <Trans>Values as of {at}. This release keeps no balances yet, so every one is zero.</Trans>
        </Text>
      )}
      <VisuallyHidden role="status">
        {shown && query !== '' ? (
          <Plural value={shown.length} one="# coin found" other="# coins found" />
        ) : null}
      </VisuallyHidden>
    </div>
  )
}
