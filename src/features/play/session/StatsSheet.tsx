import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Overlay } from '#ui/dialog/Overlay.tsx'
import { Button } from '#ui/Button.tsx'
import { Stat } from '#ui/Stat.tsx'
import { buttonClass } from '#ui/button-class.ts'
import type { PlayGame } from '#rules/games.ts'
import { resetStats } from './play-session.actions.ts'
import { SessionCourse } from './SessionCourse.tsx'
import { useGameSession } from './use-game-session.ts'
import { useCoin } from '#features/play/use-coin.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'

interface StatsSheetProps {
  isOpen: boolean
  onClose: () => void
  game: PlayGame
}

/** What this session came to in this game. */
export function StatsSheet({ isOpen, onClose, game }: StatsSheetProps) {
  const { t } = useLingui()
  const { stats } = useGameSession(game)
  const coin = useCoin()
  const { coins, multiplier } = usePlayFormat()
  if (!coin) return null
  return (
    <Overlay
      open={isOpen}
      onClose={onClose}
      placement="bottom"
      title={t`This session`}
      footer={
        <div className="flex flex-wrap gap-2">
          <Link
            to="/history"
            search={({ coin: played }) => ({ game, coin: played })}
            replace
            className={`${buttonClass({ variant: 'secondary' })} flex-1`}
          >
            <Trans>All bets</Trans>
          </Link>
          <Button
            variant="ghost"
            className="flex-1"
            aria-disabled={stats.bets === 0}
            onClick={() => resetStats(coin.coin, game)}
          >
            <Trans>Reset</Trans>
          </Button>
        </div>
      }
    >
      <div className="grid gap-4">
        <SessionCourse stats={stats} coin={coin} />
        <div className="grid grid-cols-2 gap-2">
          <Stat label={t`Won`} value={stats.wins} />
          <Stat label={t`Lost`} value={stats.losses} />
          <Stat label={t`Total bet`} value={coins(stats.wagered, coin)} />
          <Stat label={t`Best multiplier`} value={stats.best > 0 ? multiplier(stats.best) : '–'} />
        </div>
      </div>
    </Overlay>
  )
}
