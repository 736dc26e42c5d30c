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

/** Limits concurrent database use of the process; other requests wait here, before any work is done for them. */
export const createCallTurns = (connections = USUAL_CONNECTIONS): FairTurns =>
  createFairTurns({ ...TURNS, atOnce: callsAtOnce(connections) })

/** For requests that are handled in batches: they wait for each other, not for a connection each. */
export const createBatchTurns = (atOnce: number): FairTurns => createFairTurns({ ...TURNS, atOnce })

/** Queue of a request: its player's, or the one that all unknown callers of its address share. */
export const queueKeyOf = (uid: number | undefined, address: string): string =>
  uid === undefined ? `address ${address}` : `player ${uid}`

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
    return turnOfCall(turns, queueKeyOf(uid, callerOf(c, c.get('logger'), trustProxy).address))
  }
}
