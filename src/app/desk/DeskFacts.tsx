import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { GamePlayFacts } from '#features/live-play/GamePlayFacts.tsx'
import type { BetGame } from '#features/play/play-engine.ts'
import { LiveBetsTable } from '#features/live-play/LiveBetsTable.tsx'
import { transparencyQuery } from '#features/transparency/transparency.queries.ts'
import { Section } from '#ui/Section.tsx'

/** How the game is played by all, beside its bet panel. */
export function DeskFacts({ game }: { game: BetGame }) {
  const { t } = useLingui()
  const { data } = useQuery(transparencyQuery)
  return (
    <>
      <Section title={t`Live bets`} className="-mx-4 flex-1 content-start" bleed>
        <LiveBetsTable game={game} isNarrow />
      </Section>
      <Section title={t`All players`} className="-mx-4">
        <GamePlayFacts slug={game} measured={data?.games.find(({ slug }) => slug === game)} />
      </Section>
    </>
  )
}
