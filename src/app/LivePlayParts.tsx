import { useQuery } from '@tanstack/react-query'
import { inLocale } from '#contract/localized.ts'
import { listBets } from '#contract/play.ts'
import { gamesQuery } from '#features/games/games.queries.ts'
import { BetRows } from '#features/live-play/BetRows.tsx'
import { GamePlayFacts } from '#features/live-play/GamePlayFacts.tsx'
import { LivePlay } from '#features/live-play/LivePlay.tsx'
import { NothingYet } from '#features/live-play/NothingYet.tsx'
import { transparencyQuery } from '#features/transparency/transparency.queries.ts'
import { useLocale } from '#i18n/use-locale.ts'
import { api } from '#session/api.ts'
import { Invitation } from '#session/Invitation.tsx'
import { useUser } from '#session/use-user.ts'
import { AnswerGate } from '#ui/AnswerGate.tsx'

const SHOWN = 8

/** Bets of all players, with the player's own, of one game or of all games. */
export function LivePlayParts({ game }: { game?: string | undefined }) {
  const locale = useLocale()
  const { uid } = useUser()
  // Only for names, so do not retry if the page failed to load them.
  const { data: games = [] } = useQuery({ ...gamesQuery, retryOnMount: false })
  const nameOf = (slug: string) => {
    const known = games.find((each) => each.slug === slug)
    return known ? inLocale(known.name, locale) : slug
  }
  const own = uid === 0 ? null : <OwnBets uid={uid} game={game} nameOf={nameOf} />
  return (
    <Invitation>
      {game === undefined ? (
        <LivePlay nameOf={nameOf} own={own} />
      ) : (
        <div className="grid grid-cols-1 gap-5">
          <PlayFacts slug={game} />
          <LivePlay game={game} nameOf={nameOf} own={own} className="-mx-4" />
        </div>
      )}
    </Invitation>
  )
}

function PlayFacts({ slug }: { slug: string }) {
  const { data } = useQuery(transparencyQuery)
  return <GamePlayFacts slug={slug} measured={data?.games.find((game) => game.slug === slug)} />
}

interface OwnBetsProps {
  uid: number
  game: string | undefined
  nameOf: (game: string) => string
}

function OwnBets({ uid, game, nameOf }: OwnBetsProps) {
  const query = useQuery({
    queryKey: ['own-bets', uid, game],
    queryFn: async ({ signal }) => {
      const { bets } = await api.call(listBets, { query: game === undefined ? {} : { game }, signal })
      return bets.slice(0, SHOWN)
    },
    gcTime: 0,
  })
  return (
    <AnswerGate query={query}>
      {(bets) => (bets.length > 0 ? <BetRows bets={bets} nameOf={nameOf} /> : <NothingYet />)}
    </AnswerGate>
  )
}
