import { useQuery } from '@tanstack/react-query'
import { gameQuery } from '#features/games/games.queries.ts'
import { GameRules } from '#features/games/page/GameRules.tsx'
import { GameRulesSkeleton } from '#features/games/page/GameRulesSkeleton.tsx'
import { HowToCheck } from '#features/games/page/HowToCheck.tsx'
import { AnswerGate } from '#ui/AnswerGate.tsx'
import styles from './desk.module.css'

/** The rules of the game's page, beside each other where there is room. */
export function DeskRules({ game }: { game: string }) {
  const query = useQuery(gameQuery(game))
  return (
    <div className={styles.rules}>
      <div className={styles.column}>
        <AnswerGate query={query} skeleton={<GameRulesSkeleton />}>
          {(detail) => <GameRules game={detail} />}
        </AnswerGate>
      </div>
      <div className={styles.column}>
        <HowToCheck isShared={game === 'crash'} />
      </div>
    </div>
  )
}
