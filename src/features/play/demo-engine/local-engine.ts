import { createEngine, createHistoryFollowers } from '#features/play/create-engine.ts'
import type { Balance, DemoControls, PastBet, PlayEngine, PlayLimits } from '#features/play/play-engine.ts'
import { createStore } from '#lib/store.ts'
import type { RandomSource } from './account-record.ts'
import { createAccountStores } from './account-stores.ts'
import { DEMO_COIN, DEMO_LIMITS, START_BALANCE } from './demo-coin.ts'
import { createLocalAutoPlays, type LocalAutoPlays } from './local-auto-plays.ts'
import { place, step, type LocalPlay } from './local-bets.ts'
import { clearHistory, createLocalHistory } from './local-history.ts'
import { pastPairs, rotate, setClientSeed } from './local-seeds.ts'
import { toPlayError } from './play-failure.ts'
import { PlayVault } from './play-vault.ts'

export interface LocalEngineOptions {
  /** Name of the database: tabs with the same name play on the same balance. */
  readonly name: string
  readonly random?: RandomSource
  readonly now?: () => number
}

/** A play engine that needs no server: everything is drawn and kept on this device. */
export interface LocalEngine extends PlayEngine {
  readonly demo: DemoControls
  /** For Crash, which is played beside the games of seed pairs. */
  readonly vault: PlayVault
  readonly autoPlays: LocalAutoPlays
  /** Tells that bets of Crash are in the history. */
  tellSettled(bets: readonly PastBet[]): void
  /** Ends the connection to storage and to other tabs. For tests; a page keeps its engine. */
  close(): void
}

export function createLocalEngine({
  name,
  random = (bytes) => crypto.getRandomValues(bytes),
  now = Date.now,
}: LocalEngineOptions): LocalEngine {
  const vault = new PlayVault(name, { random, now, startBalance: START_BALANCE })
  const followers = createHistoryFollowers()
  const play: LocalPlay = { vault, followers, autoPlays: createLocalAutoPlays(now), random, now }
  const history = createLocalHistory(vault, followers)
  const { balance, seeds, openRounds } = createAccountStores(vault)
  const limits = createStore<PlayLimits | undefined>(DEMO_LIMITS)
  const noLimits = createStore<PlayLimits | undefined>(undefined)
  vault.onOtherTab(() => followers.tell({ type: 'changed' }))
  void vault.open().catch(() => undefined)

  const engine = createEngine(
    {
      status: vault.status,
      balance,
      limits: (coin) => (coin === DEMO_COIN.coin ? limits : noLimits),
      openRounds,
      seeds: {
        current: seeds,
        setClientSeed: (clientSeed) => setClientSeed(play, clientSeed),
        rotate: () => rotate(play),
        past: (cursor) => pastPairs(vault, cursor),
        async bets(serverSeedHash, cursor) {
          const { bets, next } = await history.page({ serverSeedHash }, cursor)
          return { bets: bets.map((bet) => ({ bet, receipts: [] })), next }
        },
      },
      history,
      place: (request) => place(play, request),
      act: (roundId, asked, key) => step(play, roundId, { type: 'step', step: asked, key }),
      cashOut: (roundId, key) => step(play, roundId, { type: 'cash-out', key }),
      startAutoPlay: async (bounds) => play.autoPlays.start(bounds),
      demo: {
        refillTo: START_BALANCE,
        refill: () => refill(vault),
        async reset() {
          await vault.restart()
          followers.tell({ type: 'changed' })
        },
        async clearHistory() {
          await clearHistory(vault)
          followers.tell({ type: 'changed' })
        },
      },
    },
    toPlayError,
  )
  return {
    ...engine,
    vault,
    autoPlays: play.autoPlays,
    tellSettled(bets) {
      for (const bet of bets) followers.tell({ type: 'added', bet })
    },
    close: () => vault.close(),
  }
}

const refill = (vault: PlayVault): Promise<Balance> =>
  vault.change(async ({ account }) => {
    const current = await account
    const amount = current.balance < START_BALANCE ? START_BALANCE : current.balance
    return { answer: { ...DEMO_COIN, amount }, account: { ...current, balance: amount } }
  })
