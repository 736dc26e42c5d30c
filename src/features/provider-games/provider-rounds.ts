import type { ApiClient } from '#api/api-client.ts'
import { listProviderRounds, type ProviderGame, type ProviderRound } from '#contract/provider-games.ts'
import { apiCursor } from '#queries/api-pages.ts'

/** The name of a game. */
export type GameOfProvider = Pick<ProviderGame, 'provider' | 'code'>

/** The newest first. */
export const providerRoundsQuery = (coin: string | undefined) =>
  apiCursor(listProviderRounds, {
    query: { ...(coin !== undefined && { coin }) },
    next: ({ next }) => next,
    persist: 'account',
  })

export const isRoundOf = (round: ProviderRound, { provider, code }: GameOfProvider): boolean =>
  round.provider === provider && round.code === code

/** Pages that are read for the rounds since the last time. */
const MOST_PAGES = 4

/**
 * The newest rounds with a coin, as far back as one that `isKnown`.
 * @throws ApiError
 */
export async function readNewestRounds(
  call: ApiClient['call'],
  coin: string,
  isKnown: (round: ProviderRound) => boolean,
): Promise<readonly ProviderRound[]> {
  const rounds: ProviderRound[] = []
  let after: string | null = null
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const query: { coin: string; after?: string } = { coin, ...(after !== null && { after }) }
    const answer = await call(listProviderRounds, { query })
    rounds.push(...answer.rounds)
    after = answer.next
    if (after === null || answer.rounds.some(isKnown)) break
  }
  return rounds
}
