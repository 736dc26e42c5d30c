import { sql } from 'kysely'
import * as v from 'valibot'
import { StartupError } from '#server/base/startup-error.ts'
import { listAllRounds } from '#server/gifts/free-rounds.ts'
import { BUCKETS } from '#server/ledger/bucket.ts'
import { freeRoundsOf, requireAmount, requirePlayable, worthOfRounds } from './free-rounds-terms.ts'
import { readAs, type OperatorChange, type Verbs } from './operator-call.ts'
import { PlayerTextSchema, requirePlayer } from './player-words.ts'

const DAY_MS = 24 * 60 * 60_000

export const ROUNDS: Verbs = {
  list: {
    isChange: false,
    async ask({ db, words }) {
      const player = await requirePlayer(db, words[0])
      return listAllRounds(db, player)
    },
  },

  give: {
    isChange: true,
    async worth({ db, words, options }) {
      const { n } = await db
        .selectFrom('account')
        .select(({ fn }) => fn.countAll<string>().as('n'))
        .where('closed_at', 'is', null)
        .executeTakeFirstOrThrow()
      return worthOfRounds(db, freeRoundsOf(options), receiverOf(words) === 'all' ? Number(n) : 1)
    },
    async act(call) {
      const free = await requirePlayable(call.db, freeRoundsOf(call.options))
      const stake = await requireAmount(call.db, free.coin, free.stake)
      const to = receiverOf(call.words)
      const player = to === 'all' ? null : await requirePlayer(call.db, call.words[0])
      const players = await give(call, player, free, stake)
      return { what: { to, free, players }, rows: [{ players, ...free }] }
    },
  },
}

const receiverOf = ([word]: readonly string[]) =>
  readAs(v.union([v.literal('all'), PlayerTextSchema], 'Name a player, or all'), word)

/** In one statement, so that all get them or nobody. */
async function give(
  { db, now, actionId }: OperatorChange,
  player: number | null,
  free: ReturnType<typeof freeRoundsOf>,
  stake: bigint,
): Promise<number> {
  const until = new Date(now + free.days * DAY_MS)
  const { numAffectedRows = 0n } = await sql`
    insert into free_grant (bucket, account_id, source, key, game, params, coin, stake, rounds, given_at, until)
    select id % ${sql.lit(BUCKETS)}, id, 'operator', ${actionId}, ${free.game}, ${JSON.stringify(free.params)}::jsonb,
      ${free.coin}, ${`${stake}`}::bigint, ${free.count}::integer, ${new Date(now)}::timestamptz, ${until}::timestamptz
    from account
    where closed_at is null and (${player}::integer is null or id = ${player}::integer)`.execute(db)
  if (numAffectedRows === 0n) throw new StartupError('There is no such open account.')
  return Number(numAffectedRows)
}
