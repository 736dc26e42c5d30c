import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useId, useState, type ReactNode } from 'react'
import { Overlay } from '#ui/dialog/Overlay.tsx'
import { Button } from '#ui/Button.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Divider } from '#ui/Divider.tsx'
import { Heading } from '#ui/Heading.tsx'
import { SegmentedControl } from '#ui/SegmentedControl.tsx'
import type { BetGame } from '#features/play/play-engine.ts'
import { AllTimeFigures } from './AllTimeFigures.tsx'
import { resetStats } from './play-session.actions.ts'
import { SessionCourse } from './SessionCourse.tsx'
import { StatsFigures } from './StatsFigures.tsx'
import { useGameSession } from './use-game-session.ts'
import { useCoin } from '#features/play/use-coin.ts'

interface StatsSheetProps {
  isOpen: boolean
  onClose: () => void
  game: BetGame
  /** Shown under the figures. */
  children?: ReactNode
}

export function StatsSheet({ isOpen, onClose, game, children }: StatsSheetProps) {
  const { t } = useLingui()
  const { stats } = useGameSession(game)
  const coin = useCoin()
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
        <StatsFigures stats={stats} coin={coin} />
        {children}
        <AllTimeStats game={game} />
      </div>
    </Overlay>
  )
}

function AllTimeStats({ game }: { game: BetGame }) {
  const { t } = useLingui()
  const headingId = useId()
  const [scope, setScope] = useState<'game' | 'all'>('game')
  return (
    <section className="grid grid-cols-1 gap-4" aria-labelledby={headingId}>
      <Divider />
      <Heading level={3} size="section" id={headingId}>
        <Trans>All time</Trans>
      </Heading>
      <SegmentedControl
        label={t`Bets counted`}
        options={[
          { value: 'game', label: t`This game` },
          { value: 'all', label: t`All games` },
        ]}
        value={scope}
        onChange={setScope}
      />
      <AllTimeFigures key={scope} game={scope === 'game' ? game : undefined} />
    </section>
  )
}
