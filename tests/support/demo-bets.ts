import { IDBFactory } from 'fake-indexeddb'
import 'fake-indexeddb/auto'
import { openDB } from 'idb'
import type { Page } from '@playwright/test'
import type { BetRequest, PlayEngine } from '#features/play/play-engine.ts'
import { createLocalEngine } from '#features/play/demo-engine/local-engine.ts'
import type { InstantGame, ParamsOf, PlayGame } from '#rules/games.ts'
import { INSTANT_GAMES, type InstantBetGame } from './game-params.ts'

/** The browser's database of demo play. */
const DATABASE = 'koi-play'
const STORES = ['account', 'bets', 'pairs'] as const

/** Stored rows of demo play, by store. */
export type StoredPlay = Record<(typeof STORES)[number], { key: string | number; row: unknown }[]>

/** Plays with the real engine on a database in memory, and returns its rows. */
export async function playDemo(play: (engine: PlayEngine) => Promise<void>, now?: () => number) {
  globalThis.indexedDB = new IDBFactory()
  const engine = createLocalEngine({ name: DATABASE, ...(now && { now }) })
  await play(engine)
  engine.close()
  const database = await openDB(DATABASE)
  const stored: StoredPlay = { account: [], bets: [], pairs: [] }
  for (const store of STORES) {
    const keys = (await database.getAllKeys(store)) as (string | number)[]
    const rows: unknown[] = await database.getAll(store)
    stored[store] = keys.map((key, index) => ({ key, row: rows[index] }))
  }
  database.close()
  return stored
}

/** Replaces the browser's rows by these. The page must have opened the history or a game before. */
export function storePlay(page: Page, play: StoredPlay): Promise<void> {
  return page.evaluate(
    ({ name, stores, stored }) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.onerror = () => reject(new Error('The database cannot be opened'))
        opening.onsuccess = () => {
          const database = opening.result
          const transaction = database.transaction(stores, 'readwrite')
          for (const store of stores) {
            const target = transaction.objectStore(store)
            target.clear()
            for (const { key, row } of stored[store]) {
              if (target.keyPath === null) target.put(row, key)
              else target.put(row)
            }
          }
          transaction.oncomplete = () => {
            database.close()
            resolve()
          }
          transaction.onabort = () => reject(new Error('The rows cannot be stored'))
        }
      }),
    { name: DATABASE, stores: STORES, stored: play },
  )
}

let keys = 0
const key = () => `bet-${(keys += 1)}`
const COIN = 1_000_000n

/** Bets on games that settle at once. */
const INSTANT_BETS: { readonly [G in InstantBetGame]: ParamsOf<G> } = {
  dice: { side: 'over', target: 5_050 },
  limbo: { target: 200 },
  plinko: { rows: 16, risk: 'high' },
  keno: { risk: 'low', picks: [3, 17, 39] },
  wheel: { segments: 30, risk: 'medium' },
  'pond-reels': {},
}
/** Games that `playEachGame` plays. */
export const DEMO_GAMES: readonly PlayGame[] = [...INSTANT_GAMES, 'mines']
/** Number of bets that `playEachGame` makes. */
export const GAME_COUNT = DEMO_GAMES.length

/** One bet in each game with the engine's current seeds, including a round of Mines that is cashed out. */
export async function playEachGame(engine: PlayEngine): Promise<void> {
  for (const game of INSTANT_GAMES) {
    const bet = { game, params: INSTANT_BETS[game], stake: COIN, key: key() }
    await engine.place(bet as BetRequest<InstantGame>)
  }
  const round = await engine.place({ game: 'mines', params: { mines: 3 }, stake: COIN, key: key() })
  const state = await engine.act(round.id, { type: 'reveal', tile: 12 }, key())
  if (state.status === 'open') await engine.cashOut(round.id, key())
}

export async function playDice(engine: PlayEngine, count: number): Promise<void> {
  for (let bet = 0; bet < count; bet += 1) {
    await engine.place({ game: 'dice', params: { side: 'under', target: 4_950 }, stake: COIN, key: key() })
  }
}
