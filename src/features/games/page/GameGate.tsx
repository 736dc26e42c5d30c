import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { CirclePause } from 'lucide-react'
import { useEffect, useLayoutEffect, type ReactNode } from 'react'
import { STATUS_WORDS } from '#features/games/game-status.ts'
import { recordRecentGame } from '#features/games/recent-games.actions.ts'
import { useStaysOpen } from '#lib/use-stays-open.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { useGame } from './use-game.ts'

interface GameGateProps {
  slug: string
  /** True while a round is open, which can be finished anyway. */
  mayFinish?: boolean
  /** Called when the game is paused, before its children unmount. */
  onPause?: () => void
  children: ReactNode
}

/** Blocks a game that the catalogue lists as paused. An unknown status, for example offline, blocks nothing. */
export function GameGate({ slug, mayFinish = false, onPause, children }: GameGateProps) {
  const { t, i18n } = useLingui()
  const lookup = useGame(slug)
  const words = lookup.status === 'found' ? STATUS_WORDS[lookup.game.status] : null
  const isOpen = words === null
  useEffect(() => {
    if (isOpen) recordRecentGame(slug)
  }, [isOpen, slug])
  useLayoutEffect(() => {
    if (!isOpen) onPause?.()
  }, [isOpen, onPause])
  const isLetIn = useStaysOpen(words !== null, mayFinish)
  if (words === null || isLetIn) return children
  return (
    <EmptyState
      level={1}
      icon={<CirclePause aria-hidden size={26} />}
      title={t`This game cannot be played now`}
      detail={i18n._(words.sentence)}
      action={
        <Link to="/games/$slug" params={{ slug }} className={buttonClass({ variant: 'secondary' })}>
          <Trans>Rules and fairness</Trans>
        </Link>
      }
    />
  )
}
