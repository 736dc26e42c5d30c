import { isClientSeed } from '#fair/seeds.ts'
import {
  isCrashBet,
  type BetRequest,
  type DemoControls,
  type HistoryChange,
  type HistoryCursor,
  type OpenRound,
  type PastBet,
  type PlayEngine,
  type PlaySeeds,
  type RoundState,
  type SettledBet,
  type SignedBet,
} from './play-engine.ts'
import { PlayError, type AskedFor } from './play-error.ts'

/** An engine before its failures and answers have the form that screens know. */
interface EngineParts<D> extends Omit<PlayEngine, 'seeds' | 'place' | 'cashOut' | 'demo'> {
  readonly demo: D
  readonly seeds: Omit<PlaySeeds, 'bets'> & {
    /** May include bets of Crash, which no seeds decide. */
    bets(
      serverSeedHash: string,
      cursor?: HistoryCursor,
    ): Promise<{ bets: readonly SignedBet<PastBet>[]; next: HistoryCursor | undefined }>
  }
  place(request: BetRequest): Promise<OpenRound | SettledBet>
  cashOut(roundId: string, key: string): Promise<RoundState>
}

export function createEngine<D extends DemoControls | undefined>(
  parts: EngineParts<D>,
  toPlayError: (error: unknown, asked: AskedFor) => PlayError,
): PlayEngine & { readonly demo: D } {
  const guarded =
    <A extends unknown[], T>(asked: AskedFor, call: (...given: A) => Promise<T>) =>
    async (...given: A): Promise<T> => {
      try {
        return await call(...given)
      } catch (error) {
        throw toPlayError(error, asked)
      }
    }
  const { seeds, history, startAutoPlay, demo } = parts
  return {
    ...parts,
    seeds: {
      ...seeds,
      setClientSeed: guarded('seeds', async (clientSeed) => {
        if (isClientSeed(clientSeed)) return await seeds.setClientSeed(clientSeed)
        throw new PlayError('bad_client_seed', 'A client seed has 1 to 64 characters')
      }),
      rotate: guarded('seeds', seeds.rotate),
      past: guarded('reading', seeds.past),
      bets: guarded('reading', async (serverSeedHash, cursor) => {
        const { bets, next } = await seeds.bets(serverSeedHash, cursor)
        return { bets: bets.filter(isSeeded), next }
      }),
      receipts: seeds.receipts && guarded('reading', seeds.receipts),
    },
    history: {
      ...history,
      page: guarded('reading', history.page),
      get: guarded('reading', history.get),
      export: guarded('reading', history.export),
    },
    // The answer belongs to the game of the request, which the compiler cannot follow.
    place: guarded('bet', parts.place) as PlayEngine['place'],
    act: guarded('step', parts.act),
    cashOut: guarded('step', async (roundId, key) => {
      const state = await parts.cashOut(roundId, key)
      if (state.status === 'settled') return state.bet
      throw new PlayError('bad_action', 'The round goes on')
    }),
    startAutoPlay: startAutoPlay && guarded('bet', startAutoPlay),
    demo: demo && {
      ...demo,
      refill: guarded('bet', demo.refill),
      reset: guarded('bet', demo.reset),
      clearHistory: guarded('bet', demo.clearHistory),
    },
  }
}

const isSeeded = (signed: SignedBet<PastBet>): signed is SignedBet => !isCrashBet(signed.bet)

export function createHistoryFollowers() {
  const followers = new Set<(change: HistoryChange) => void>()
  return {
    tell(change: HistoryChange): void {
      for (const follower of followers) follower(change)
    },
    follow(follower: (change: HistoryChange) => void): () => void {
      followers.add(follower)
      return () => followers.delete(follower)
    },
  }
}
