import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { PublicBet } from '#contract/feed.ts'
import type { PublicPlayer } from '#contract/public-player.ts'
import { coinSymbol } from '#contract/values.ts'
import { useFormat } from '#i18n/use-format.ts'
import { listRowClass } from '#ui/list-row-class.ts'
import { ListRowContent } from '#ui/ListRowContent.tsx'
import { PlayerAvatar } from '#ui/PlayerAvatar.tsx'
import { PlayerName } from '#ui/PlayerName.tsx'
import { Text } from '#ui/Text.tsx'

/** Without a player in a list of one's own bets. */
export type ShownBet = Omit<PublicBet, keyof PublicPlayer | 'at'> & Partial<PublicPlayer>

interface BetRowsProps {
  bets: readonly ShownBet[]
  /** Name of a game, by its slug. */
  nameOf: (game: string) => string
  /** Replaces the payout. */
  amountOf?: (bet: ShownBet) => ReactNode
  /** Public number of whoever looks. */
  own?: number | null
}

/** Not a live region: rows that come and go are not announced. */
export function BetRows({ bets, nameOf, amountOf, own = null }: BetRowsProps) {
  const { t } = useLingui()
  const { decimal } = useFormat()
  return (
    <ol className="grid grid-cols-1">
      {bets.map((bet) => {
        const { id, name, number = null, game, coin, stake, payout, multiplier } = bet
        const symbol = coinSymbol(coin)
        const staked = `${decimal(stake, 2)} ${symbol}`
        return (
          <li key={id} className={listRowClass({ variant: 'plain', interactive: false })}>
            <ListRowContent
              icon={name === undefined ? null : <PlayerAvatar number={number} size={34} />}
              iconTone="none"
              title={nameOf(game)}
              subtitle={
                <span className="wrap-anywhere">
                  {name === undefined ? null : (
                    <>
                      <PlayerName player={{ name, number }} own={own} />
                      <span>{' · '}</span>
                    </>
                  )}
                  <span>{t`${staked} staked`}</span>
                </span>
              }
              trailing={
                <span className="grid justify-items-end num" translate="no">
                  <Text as="span" weight={650} tone={multiplier > 1 ? 'jade' : 'muted'}>
                    {amountOf?.(bet) ?? `${decimal(payout, 2)} ${symbol}`}
                  </Text>
                  <Text as="span" size={2} tone="subtle">
                    {`${decimal(`${multiplier}`, 2)}×`}
                  </Text>
                </span>
              }
            />
          </li>
        )
      })}
    </ol>
  )
}
