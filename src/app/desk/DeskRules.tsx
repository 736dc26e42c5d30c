import { GameRules } from '#features/games/page/GameRules.tsx'
import { GameRulesSkeleton } from '#features/games/page/GameRulesSkeleton.tsx'
import { HowToCheck } from '#features/games/page/HowToCheck.tsx'
import { useGame } from '#features/games/page/use-game.ts'
import styles from './desk.module.css'

/** The rules of the game's page, beside each other where there is room. */
export function DeskRules({ game }: { game: string }) {
  const lookup = useGame(game)
  const detail = lookup.status === 'found' ? lookup.detail : undefined
  return (
    <div className={styles.rules}>
      <div className={styles.column}>{detail ? <GameRules game={detail} /> : <GameRulesSkeleton />}</div>
      <div className={styles.column}>
        <HowToCheck isShared={game === 'crash'} />
      </div>
    </div>
  )
}
