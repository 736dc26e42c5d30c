import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import type { PublicBet } from '#contract/feed.ts'
import { coinSymbol } from '#contract/values.ts'
import { useFormat } from '#i18n/use-format.ts'
import { formatDecimal, parseDecimal, unitsAt, ZERO } from '#lib/decimal.ts'
import { useOwnPublicNumber } from '#queries/own-public-number.ts'
import { AnswerGate } from '#ui/AnswerGate.tsx'
import { DataRow } from '#ui/DataRow.tsx'
import { DataTable } from '#ui/DataTable.tsx'
import { PlayerName } from '#ui/PlayerName.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { NothingYet } from './NothingYet.tsx'
import { useIsSeen } from './use-is-seen.ts'
import { useRecentBets } from './use-recent-bets.ts'

const SHOWN = 12

interface LiveBetsTableProps {
  game: string
  /** Without time and stake, for a narrow column. */
  isNarrow?: boolean
}

/** The latest bets of all players on a game. Rows under the pointer stay where they are. */
export function LiveBetsTable({ game, isNarrow = false }: LiveBetsTableProps) {
  const { t } = useLingui()
  const ref = useRef<HTMLDivElement>(null)
  const own = useOwnPublicNumber()
  const query = useRecentBets(useIsSeen(ref))
  const [held, hold] = useState<readonly PublicBet[]>()
  const bets = held ?? query.data?.filter((bet) => bet.game === game).slice(0, SHOWN)
  const narrow = [t`Player`, t`Multiplier`, t`Profit`]
  return (
    <div ref={ref} onPointerEnter={() => hold(bets)} onPointerLeave={() => hold(undefined)}>
      <AnswerGate query={query} skeleton={<Waiting />}>
        {() =>
          bets === undefined || bets.length === 0 ? (
            <NothingYet>
              <Trans>No bets right now. They show up here as they are made.</Trans>
            </NothingYet>
          ) : (
            <DataTable
              label={t`Live bets`}
              heads={isNarrow ? narrow : [t`Player`, t`Time`, t`Bet`, t`Multiplier`, t`Profit`]}
            >
              {bets.map((bet) => (
                <LiveBetRow key={bet.id} bet={bet} own={own} isNarrow={isNarrow} />
              ))}
            </DataTable>
          )
        }
      </AnswerGate>
    </div>
  )
}

function Waiting() {
  return (
    <div className="grid gap-4 p-4">
      <Skeleton shape="line" />
      <Skeleton shape="line" />
      <Skeleton shape="line" />
    </div>
  )
}

/** Decimals of any coin at most. */
const DECIMALS = 8

interface LiveBetRowProps {
  bet: PublicBet
  /** Public number of whoever looks. */
  own: number | null
  isNarrow: boolean
}

function LiveBetRow({ bet, own, isNarrow }: LiveBetRowProps) {
  const { decimal, moment } = useFormat()
  const { name, number, coin, stake, payout, multiplier, at } = bet
  const symbol = coinSymbol(coin)
  const units = (amount: string) => unitsAt(parseDecimal(amount) ?? ZERO, DECIMALS)
  const profit = units(payout) - units(stake)
  const size = decimal(formatDecimal({ units: profit < 0n ? -profit : profit, scale: DECIMALS }), 2)
  return (
    <DataRow
      title={<PlayerName player={{ name, number }} own={own} />}
      isWon={profit > 0n}
      cells={[
        ...(isNarrow
          ? []
          : [
              moment(new Date(at)),
              <span key="stake" translate="no">{`${decimal(stake, 2)} ${symbol}`}</span>,
            ]),
        <span key="multiplier" translate="no">{`${decimal(`${multiplier}`, 2)}×`}</span>,
        <span
          key="profit"
          translate="no"
        >{`${profit > 0n ? '+' : profit < 0n ? '−' : ''}${size} ${symbol}`}</span>,
      ]}
    />
  )
}
