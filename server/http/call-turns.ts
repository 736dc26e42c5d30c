import type { Context } from 'hono'
import { callsAtOnce, USUAL_CONNECTIONS } from '#server/db/connections.ts'
import { callerOf } from './caller.ts'
import { createFairTurns, type FairTurns } from '#server/base/fair-turns.ts'
import type { RequestVariables } from './request-log.ts'
import type { TokenPlayers } from '#server/identity/token-players.ts'
import { turnOfCall, type TurnOfCall } from './turn-of-call.ts'

const TURNS = {
  perKey: (key: string, isShared: boolean) => (key.startsWith('player ') ? (isShared ? 1 : 2) : 8),
  waiting: 2_000,
  waitMs: 2_500,
}

/**
 * The turns of all calls of a process: so many of them use the database at once, and the rest wait here, where nothing
 * was done for them yet.
 */
export const createCallTurns = (connections = USUAL_CONNECTIONS): FairTurns =>
  createFairTurns({ ...TURNS, atOnce: callsAtOnce(connections) })

/**
 * The turns of calls that are done together, `atOnce` of them with one question: they wait for each other, and not for
 * a connection each.
 */
export const createBatchTurns = (atOnce: number): FairTurns => createFairTurns({ ...TURNS, atOnce })

/** In whose line a call waits: its player's, or that of all whom its address has and nobody knows yet. */
export const lineOf = (uid: number | undefined, address: string): string =>
  uid === undefined ? `address ${address}` : `player ${uid}`

/** The turn of a call that is no endpoint of the contract. */
export type TurnOf = (c: Context<{ Variables: RequestVariables }>) => TurnOfCall

interface TurnOptions {
  readonly turns: FairTurns
  readonly players: TokenPlayers
  readonly trustProxy: boolean
}

export function createTurnOf({ turns, players, trustProxy }: TurnOptions): TurnOf {
  return (c) => {
    const token = c.req.header('access-token')
    const uid = token === undefined ? undefined : players.of(token)
    return turnOfCall(turns, lineOf(uid, callerOf(c, c.get('logger'), trustProxy).address))
  }
}
