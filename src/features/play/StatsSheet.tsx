import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useSnapshot } from 'valtio'
import { Button } from '#ui/Button.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Overlay } from '#ui/Overlay.tsx'
import { Stat } from '#ui/Stat.tsx'
import { Text } from '#ui/Text.tsx'
import type { Play } from './play-controller.ts'
import { resetStats } from './play-session.actions.ts'
import { playSession } from './play-session.state.ts'
import { StatsChart } from './StatsChart.tsx'
import { useCoin } from './use-coin.ts'
import { usePlayFormat } from './use-play-format.ts'

interface StatsSheetProps {
  isOpen: boolean
  onClose: () => void
  play: Play
}

/** What this session came to in this game. */
export function StatsSheet({ isOpen, onClose, play }: StatsSheetProps) {
  const { t } = useLingui()
  const { stats } = useSnapshot(playSession)[play.game]
  const coin = useCoin()
  const { coins, signedCoins, multiplier } = usePlayFormat()
  if (!coin) return null
  const net = signedCoins(stats.net, coin)
  const { bets, wins, losses } = stats
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
            search={{ game: play.game }}
            replace
            className={`${buttonClass({ variant: 'secondary' })} flex-1`}
          >
            <Trans>All bets</Trans>
          </Link>
          <Button
            variant="ghost"
            className="flex-1"
            aria-disabled={bets === 0}
            onClick={() => resetStats(play.game)}
          >
            <Trans>Reset</Trans>
          </Button>
        </div>
      }
    >
      <div className="grid gap-4">
        <div className="grid gap-0.5">
          <Text
            size={8}
            weight={850}
            num
            tone={stats.net > 0n ? 'jade' : stats.net < 0n ? 'danger' : 'default'}
          >
            {net}
          </Text>
          <Text size={3} tone="muted">
            <Plural value={bets} one="over # bet" other="over # bets" />
          </Text>
        </div>
        <StatsChart series={stats.series} label={t`Profit and loss over ${bets} bets, now ${net}`} />
        <div className="grid grid-cols-2 gap-2">
          <Stat label={t`Won`} value={wins} />
          <Stat label={t`Lost`} value={losses} />
          <Stat label={t`Bet in all`} value={coins(stats.wagered, coin)} />
          <Stat label={t`Best multiplier`} value={stats.best > 0 ? multiplier(stats.best) : '–'} />
        </div>
      </div>
    </Overlay>
  )
}
