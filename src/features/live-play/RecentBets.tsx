import { Trans } from '@lingui/react/macro'
import { AnswerGate } from '#ui/AnswerGate.tsx'
import { BetRows } from './BetRows.tsx'
import { NothingYet } from './NothingYet.tsx'
import { useRecentBets } from './use-recent-bets.ts'

const SHOWN = 8

interface RecentBetsProps {
  /** Only of this game; of all where none is given. */
  game?: string | undefined
  nameOf: (game: string) => string
  /** Whether it is on screen: new bets come only then. */
  isSeen: boolean
}

/** Bets of all players as they are made. */
export function RecentBets({ game, nameOf, isSeen }: RecentBetsProps) {
  const query = useRecentBets(isSeen)
  return (
    <AnswerGate query={query}>
      {(bets) => {
        const shown = bets.filter((bet) => game === undefined || bet.game === game).slice(0, SHOWN)
        return shown.length > 0 ? (
          <BetRows bets={shown} nameOf={nameOf} />
        ) : (
          <NothingYet>
            <Trans>No bets right now. They show up here as they are made.</Trans>
          </NothingYet>
        )
      }}
    </AnswerGate>
  )
}
