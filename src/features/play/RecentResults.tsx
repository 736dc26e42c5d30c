import { useLingui } from '@lingui/react/macro'
import { useSnapshot } from 'valtio'
import { ResultChip } from './ResultChip.tsx'
import type { PlayGame, SettledBet } from './play-engine.ts'
import { playSession } from './play-session.state.ts'
import styles from './play.module.css'

interface RecentResultsProps<G extends PlayGame> {
  game: G
  textOf: (bet: SettledBet<G>) => string
}

/** Latest results, the newest on the right. First in the page's order, so that it is reached first. */
export function RecentResults<G extends PlayGame>({ game, textOf }: RecentResultsProps<G>) {
  const { t } = useLingui()
  const { recent } = useSnapshot(playSession)[game]
  return (
    <ul className={styles.recent} aria-label={t`Recent results`}>
      {recent.map((bet) => (
        <ResultChip key={bet.id} bet={bet} text={textOf(bet as SettledBet<G>)} />
      ))}
    </ul>
  )
}
