import { listPastSeeds } from '#contract/play.ts'
import { createEngine } from '#features/play/create-engine.ts'
import type { PlayEngine } from '#features/play/play-engine.ts'
import { createCoinStores } from './account-balances.ts'
import { haveSeeds, readPastPair, setClientSeed } from './account-refresh.ts'
import type { ServerAccount } from './account-state.ts'
import { sendBet, sendCashOut, sendStep } from './server-bets.ts'
import { startServerAutoPlay } from './server-auto-plays.ts'
import { toPlayError } from './server-error.ts'
import { createServerHistory, readChain, readSignedBets } from './server-history.ts'
import { coinOf } from './wire-bets.ts'

/** Plays with the balance of one coin, by its id: the server draws, pays and keeps everything. */
export function createServerEngine(account: ServerAccount, coin: string): PlayEngine {
  const { call, status, openRounds, seeds, decimalsOf } = account
  return createEngine(
    {
      ...createCoinStores(account, coin),
      status,
      openRounds,
      seeds: {
        current: seeds,
        setClientSeed: (clientSeed) => setClientSeed(account, clientSeed),
        rotate: async () => setClientSeed(account, (await haveSeeds(account)).clientSeed),
        async past(after) {
          const { pairs, next } = await call(listPastSeeds, { query: after === undefined ? {} : { after } })
          return { pairs: pairs.map(readPastPair), next: next ?? undefined }
        },
        bets: (serverSeedHash, after) => readSignedBets(account, { serverSeedHash }, after),
        receipts: (serverSeedHash, after) => readChain(account, { serverSeedHash }, after),
      },
      history: createServerHistory(account, coin),
      place: (request) => sendBet(account, coin, request),
      act: (roundId, step, key) => sendStep(account, roundId, step, key),
      cashOut: (roundId, key) => sendCashOut(account, roundId, key),
      startAutoPlay: (bounds) => startServerAutoPlay(call, coinOf(coin, decimalsOf), bounds),
      demo: undefined,
    },
    toPlayError,
  )
}
