import 'fake-indexeddb/auto'
import { openDB, type IDBPDatabase } from 'idb'
import { afterEach } from 'vitest'
import { DEMO_COIN } from '#features/play/demo-engine/demo-coin.ts'
import { createLocalEngine, type LocalEngine } from '#features/play/demo-engine/local-engine.ts'
import type { AccountRecord } from '#features/play/demo-engine/account-record.ts'
import {
  hiloCardOf,
  hiloGuesses,
  isHiloGuessRight,
  type HiloCardName,
  type HiloGuess,
} from '#rules/hilo/hilo.ts'
import { mineTiles, MINES } from '#rules/mines/mines.ts'
import { createIdempotencyKey } from '#features/play/idempotency-key.ts'
import type { BetRequest } from '#features/play/play-engine.ts'
import type { ParamsOf } from '#rules/games.ts'
import type { ReadableStore } from '#lib/store.ts'
import { HILO } from '#rules/hilo/hilo-rules.ts'
import type { InstantBetGame } from '../support/game-params.ts'

export const COIN = 10n ** BigInt(DEMO_COIN.decimals)

export interface EngineOptions {
  readonly now?: () => number
}

let started: LocalEngine[] = []
let count = 0
afterEach(() => {
  for (const engine of started) engine.close()
  started = []
})

export function freshName(): string {
  count += 1
  return `play-${count}`
}

/** An engine as each tab has one. Closed after the test. */
export function startEngine(name = freshName(), options: EngineOptions = {}): LocalEngine {
  const engine = createLocalEngine({ name, ...options })
  started.push(engine)
  return engine
}

export async function readyEngine(name = freshName(), options: EngineOptions = {}) {
  const engine = startEngine(name, options)
  await until(engine.status, ({ status }) => status !== 'loading')
  return engine
}

export async function until<T>(store: ReadableStore<T>, isIt: (value: T) => boolean): Promise<void> {
  await new Promise<void>((resolve) => {
    const check = () => {
      if (!isIt(store.get())) return
      stop()
      resolve()
    }
    const stop = store.subscribe(check)
    check()
  })
}

export const evenDice = (stake = COIN, key = createIdempotencyKey()): BetRequest<'dice'> => ({
  game: 'dice',
  params: { side: 'over', target: 5_050 },
  stake,
  key,
})

/** A bet of each game that settles at once. */
export const INSTANT_BETS: { [G in InstantBetGame]: () => BetRequest<G> } = {
  dice: () => evenDice(),
  limbo: () => ({ game: 'limbo', params: { target: 200 }, stake: COIN, key: createIdempotencyKey() }),
  plinko: () => ({
    game: 'plinko',
    params: { rows: 16, risk: 'high' },
    stake: COIN,
    key: createIdempotencyKey(),
  }),
  keno: () => ({
    game: 'keno',
    params: { risk: 'low', picks: [3, 17, 39] },
    stake: COIN,
    key: createIdempotencyKey(),
  }),
  wheel: () => ({
    game: 'wheel',
    params: { segments: 30, risk: 'medium' },
    stake: COIN,
    key: createIdempotencyKey(),
  }),
  'pond-reels': () => ({ game: 'pond-reels', params: {}, stake: COIN, key: createIdempotencyKey() }),
}

export const minesBet = (mines = 3, stake = COIN, key = createIdempotencyKey()): BetRequest<'mines'> => ({
  game: 'mines',
  params: { mines },
  stake,
  key,
})

export const hiloBet = (
  params: ParamsOf<'hilo'> = {},
  stake = COIN,
  key = createIdempotencyKey(),
): BetRequest<'hilo'> => ({ game: 'hilo', params, stake, key })

/** The guess that is right next in the open round of Hilo, and one that is wrong: only the device knows. */
export async function hiddenGuesses(
  name: string,
): Promise<{ right: HiloGuess; wrong: HiloGuess | undefined; next: HiloCardName }> {
  const round = (await storedAccount(name)).rounds.find(({ game }) => game === 'hilo')
  if (!round) throw new Error('No round of Hilo is open')
  const [card, next] = HILO.parseOutcome(round.outcome).slice(round.steps.length)
  if (card === undefined || next === undefined) throw new Error('No card is left')
  const guesses = hiloGuesses(hiloCardOf(card))
  const isRight = (guess: HiloGuess) => isHiloGuessRight(hiloCardOf(card), guess, hiloCardOf(next))
  const right = guesses.find(isRight)
  if (right === undefined) throw new Error('No guess is right')
  return { right, wrong: guesses.find((guess) => !isRight(guess)), next }
}

export async function withDatabase<T>(name: string, use: (database: IDBPDatabase) => Promise<T>): Promise<T> {
  const database = await openDB(name)
  try {
    return await use(database)
  } finally {
    database.close()
  }
}

export async function storedAccount(name: string): Promise<AccountRecord> {
  return await withDatabase(
    name,
    async (database) => (await database.get('account', 'demo')) as AccountRecord,
  )
}

export async function forgetAccount(name: string): Promise<void> {
  await withDatabase(name, (database) => database.delete('account', 'demo'))
}

type StoredFields = Readonly<Record<string, unknown>>

/** Rewrites all stored bets and open rounds into the format of an older release. */
export async function rewriteStored(
  name: string,
  change: (record: StoredFields) => StoredFields,
): Promise<void> {
  await withDatabase(name, async (database) => {
    const transaction = database.transaction(['account', 'bets'], 'readwrite')
    const bets = transaction.objectStore('bets')
    for (const key of await bets.getAllKeys()) await bets.put(change((await bets.get(key)) as StoredFields))
    const accounts = transaction.objectStore('account')
    const account = (await accounts.get('demo')) as { rounds: StoredFields[] }
    await accounts.put({ ...account, rounds: account.rounds.map(change) }, 'demo')
    await transaction.done
  })
}

/** Reads the secrets of the open Mines round: tiles with a mine, and tiles with a gem. */
export async function hiddenTiles(
  name: string,
): Promise<{ mines: readonly number[]; gems: readonly number[] }> {
  const [round] = (await storedAccount(name)).rounds
  if (!round) throw new Error('No round is open')
  const mines: readonly number[] = mineTiles(
    MINES.parseOutcome(round.outcome),
    MINES.parseParams(round.params),
  )
  const gems = Array.from({ length: 25 }, (_, tile) => tile).filter((tile) => !mines.includes(tile))
  return { mines, gems }
}
