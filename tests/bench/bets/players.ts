import type { Database } from '#server/db/tables.ts'
import { createLogger } from '#server/base/logger.ts'
import { PRACTICE_GRANT } from '#server/balances/practice-grant.ts'
import { openSecrets } from '#server/identity/secrets.ts'
import { openSession } from '#server/identity/sessions.ts'
import { grantPracticeMoney } from '#server/ledger/movements.ts'
import { postTransactions } from '#server/ledger/post-transaction.ts'
import { changeSeeds, readSeeds } from '#server/play/seed-pairs.ts'
import { GAME_PARAMS, INSTANT_GAMES } from '../../support/game-params.ts'
import { openLedgerPlayers } from '../../support/ledger-players.ts'

export const COIN = PRACTICE_GRANT.coin

/** A player with practice money, a seed pair and a session, who always bets on one game. */
export interface Bettor {
  readonly uid: number
  readonly token: string
  /** The player's own network address. */
  readonly from: string
  readonly game: string
  readonly params: object
}

/** All games that a bet settles at once, and Mines with all its tiles in the bet. */
const BETS: readonly { readonly game: string; readonly params: object }[] = [
  ...INSTANT_GAMES.map((game) => ({ game, params: GAME_PARAMS[game].params })),
  { game: 'mines', params: { mines: 3, tiles: [0, 6, 12, 18, 24] } },
]

export async function openBettors(db: Database, count: number): Promise<Bettor[]> {
  const secrets = await openSecrets(db, null)
  const uids = await openLedgerPlayers(db, count)
  const now = Date.now()
  const amount = BigInt(PRACTICE_GRANT.amount)
  await postTransactions(
    db,
    uids.map((player) => ({ transaction: grantPracticeMoney({ player, coin: COIN, amount }), at: now })),
  )
  const bettors: Bettor[] = []
  for (const uid of uids) {
    const { nextServerSeedHash } = await readSeeds({ db, secrets }, uid, now)
    await changeSeeds({ db, secrets }, uid, { clientSeed: `seed of ${uid}`, nextServerSeedHash }, now)
    const from = `10.1.${uid >> 8}.${uid & 255}`
    const caller = {
      address: from,
      userAgent: 'bench',
      device: null,
      origin: '',
      logger: createLogger('silent'),
    }
    const token = await openSession(db, uid, { method: 'password', caller, now })
    const bet = BETS[bettors.length % BETS.length]
    if (bet) bettors.push({ uid, token, from, ...bet })
  }
  return bettors
}
