import * as v from 'valibot'
import { FreeRoundsTermsSchema, type FreeRoundsTerms } from '#contract/free-rounds-terms.ts'
import { isRoundGame } from '#rules/games.ts'
import { readParams } from '#rules/plan/bet.ts'
import { PLAY_GAMES } from '#rules/play-games.ts'
import { StartupError } from '#server/base/startup-error.ts'
import { fromDecimal, isExactly } from '#server/coins/units.ts'
import type { Database } from '#server/db/tables.ts'
import { readAs, type Gift } from './operator-call.ts'

const NumberText = v.pipe(v.string(), v.regex(/^\d{1,9}$/, 'must be a whole number'), v.transform(Number))
const ParamsText = v.pipe(v.optional(v.string(), '{}'), v.parseJson())

/** From `--game --params --coin --stake --rounds --days`. @throws StartupError */
export function freeRoundsOf(options: Readonly<Record<string, string | undefined>>): FreeRoundsTerms {
  const { game, params, coin = 'usdt-tron', stake, rounds, days } = options
  return readAs(FreeRoundsTermsSchema, {
    game,
    coin,
    stake,
    params: readAs(ParamsText, params),
    count: readAs(NumberText, rounds ?? ''),
    days: readAs(NumberText, days ?? '30'),
  })
}

/** @throws StartupError if they cannot be played */
export async function requirePlayable(db: Database, free: FreeRoundsTerms): Promise<FreeRoundsTerms> {
  const { coin, stake } = free
  const game = PLAY_GAMES.find((each) => each === free.game && !isRoundGame(each))
  if (!game) {
    throw new StartupError(
      `There are no free rounds of ${free.game}: only of games that a bet settles at once.`,
    )
  }
  await requireAmount(db, coin, stake)
  try {
    return { ...free, params: { ...(readParams(game, free.params).params as Record<string, unknown>) } }
  } catch {
    throw new StartupError(`${JSON.stringify(free.params)} are no parameters of ${game}: see docs/games.md.`)
  }
}

/** The house pays all stakes, for as many players. @throws StartupError if they cannot be played */
export async function worthOfRounds(db: Database, free: FreeRoundsTerms, players: number): Promise<Gift> {
  const { coin, stake, count } = await requirePlayable(db, free)
  return { coin, amount: (await requireAmount(db, coin, stake)) * BigInt(count) * BigInt(players) }
}

/** @returns smallest units of the coin */
export async function requireAmount(db: Database, coin: string, amount: string): Promise<bigint> {
  const row = await db.selectFrom('coin').select('decimals').where('id', '=', coin).executeTakeFirst()
  if (!row) throw new StartupError(`There is no coin ${coin}.`)
  const units = fromDecimal(amount, row.decimals)
  if (units > 0n && isExactly(amount, units, row.decimals)) return units
  throw new StartupError(`${amount} ${coin} is no amount: the coin has ${row.decimals} decimals.`)
}
