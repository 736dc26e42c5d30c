import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Play } from 'lucide-react'
import { useState } from 'react'
import type { GameSummary } from '#contract/games.ts'
import { inLocale } from '#contract/localized.ts'
import { listRounds } from '#contract/play.ts'
import { coinSymbol } from '#contract/values.ts'
import { useRecentGames } from '#features/games/use-recent-games.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useLocale } from '#i18n/use-locale.ts'
import { apiQuery, JUST_ASKED_MS } from '#queries/api-query.ts'
import { useIsOnBreak } from '#session/break.state.ts'
import { useUser } from '#session/use-user.ts'
import { buttonClass } from '#ui/button-class.ts'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import styles from './HomePage.module.css'

const WEEK_MS = 7 * 24 * 60 * 60_000

/** Open rounds of the logged-in player. */
const roundsQuery = apiQuery(listRounds, { staleTime: JUST_ASKED_MS })

/**
 * Leads into an open round, or else to the game opened last, if that was in the last seven days. During a break only
 * open rounds count, because they can be finished.
 */
export function ContinueLink({ games }: { games: readonly GameSummary[] | undefined }) {
  const { t } = useLingui()
  const locale = useLocale()
  const { decimal } = useFormat()
  const { uid } = useUser()
  const { data } = useQuery({ ...roundsQuery, enabled: uid !== 0 })
  const [since] = useState(() => Date.now() - WEEK_MS)
  const recents = useRecentGames()
  const isOnBreak = useIsOnBreak()
  const round = uid === 0 ? undefined : data?.rounds[0]
  const recent = isOnBreak ? undefined : recents.find(({ openedAt }) => openedAt >= since)
  const slug = round?.game ?? recent?.slug
  const game = games?.find((each) => each.slug === slug && each.status === 'playable')
  if (!game) return null
  const name = inLocale(game.name, locale)
  const staked = round && `${decimal(round.stake, 2)} ${coinSymbol(round.coin)}`
  return (
    <Link
      to="/games/$slug/play"
      params={{ slug: game.slug }}
      search={round ? { coin: round.coin } : {}}
      className={`${buttonClass({ variant: 'secondary', size: 'sm' })} ${styles.go}`}
      data-testid={round ? 'open-round' : 'continue'}
    >
      <img src={game.cover} alt="" width={24} height={32} className={styles.goCover} />
      <span className={styles.goWords}>
        <Trans>Continue</Trans>
        <span className={styles.goName}>{` ${name}`}</span>
      </span>
      {staked === undefined ? null : <VisuallyHidden>{t`${staked} staked`}</VisuallyHidden>}
      <Play aria-hidden size={14} />
    </Link>
  )
}
