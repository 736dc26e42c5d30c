import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { memo, useState } from 'react'
import { useFormat } from '#i18n/use-format.ts'
import { DataRow } from '#ui/DataRow.tsx'
import { DataTable } from '#ui/DataTable.tsx'
import { sectionLinkClass } from '#ui/section-link-class.ts'
import { Text } from '#ui/Text.tsx'
import { isCrashBet, ownStakeOf, type BetGame, type PastBet } from '#features/play/play-engine.ts'
import { useGameSession } from '#features/play/session/use-game-session.ts'
import { useAfterPaint } from '#features/play/use-after-paint.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import { useOpenBet } from '#features/play/use-play-sheet.ts'
import { useBetList } from './use-bet-list.ts'

const SHOWN = 12

/** The player's latest bets on a game, with demo coins or a balance: those whose results have been shown. */
export function OwnBetsTable({ game }: { game: BetGame }) {
  return game === 'crash' ? <OwnCrashBets /> : <OwnSeedBets game={game} />
}

function OwnSeedBets({ game }: { game: BetGame }) {
  return <Rows game={game} bets={useAfterPaint(useGameSession(game).recent)} />
}

/** The session keeps none of Crash. */
function OwnCrashBets() {
  const [filter] = useState({ game: 'crash' as const })
  const { state } = useBetList(filter)
  return <Rows game="crash" bets={state.status === 'ready' ? state.bets : []} />
}

function Rows({ game, bets }: { game: BetGame; bets: readonly PastBet[] }) {
  const { t } = useLingui()
  const open = useOpenBet()
  if (bets.length === 0) {
    return (
      <Text size={3} tone="muted" className="px-4 py-6 text-center">
        <Trans>Each bet you make is listed here, with everything needed to check it.</Trans>
      </Text>
    )
  }
  return (
    <>
      <DataTable label={t`My bets`} heads={[t`Result`, t`Time`, t`Bet`, t`Multiplier`, t`Profit`]}>
        {bets.slice(0, SHOWN).map((bet) => (
          <OwnBetRow key={bet.id} bet={bet} onOpen={open} />
        ))}
      </DataTable>
      <div className="border-t px-4 py-1">
        <Link to="/history" search={({ coin }) => ({ game, coin })} className={sectionLinkClass}>
          <Trans>All bets</Trans>
        </Link>
      </div>
    </>
  )
}

const OwnBetRow = memo(function OwnBetRow({ bet, onOpen }: { bet: PastBet; onOpen: (id: string) => void }) {
  const { moment } = useFormat()
  const { coins, multiplier, signedCoins, result } = usePlayFormat()
  const profit = bet.payout - ownStakeOf(bet)
  const times = multiplier(bet.multiplier)
  return (
    <DataRow
      title={<span translate="no">{isCrashBet(bet) ? times : result(bet)}</span>}
      isWon={profit > 0n}
      cells={[
        moment(new Date(bet.time)),
        <span key="stake" translate="no">
          {coins(bet.stake, bet)}
        </span>,
        <span key="multiplier" translate="no">
          {times}
        </span>,
        <span key="profit" translate="no">
          {signedCoins(profit, bet)}
        </span>,
      ]}
      onOpen={() => onOpen(bet.id)}
    />
  )
})
