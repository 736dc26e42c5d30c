import { sql } from 'kysely'
import { minesGems, minesMultiplier } from '#rules/mines/mines.ts'
import { MULTIPLIER_SCALE } from '#fair/multiplier.ts'
import { usdOf, type Rate } from '#server/coins/convert-at.ts'
import { DOLLAR_DECIMALS, type PlayConfig } from '#server/config/play-config.ts'
import type { Database } from '#server/db/tables.ts'
import { stakeTermsOf } from '#server/play/stake-terms.ts'

export interface Exposure {
  readonly rounds: number
  /** In 10⁻⁸ dollars at the last prices. */
  readonly most: bigint
}

interface Group {
  readonly game: string
  readonly coin: string
  readonly mines: number | null
  /** Only in Crash: where the bet is cashed out at the latest, in hundredths. */
  readonly point: string | null
  readonly stake: string
  readonly rounds: string
}

/** By game: most that open rounds can still pay. No payout is larger than the operator's limit for the coin. */
export async function readExposure(
  db: Database,
  config: PlayConfig,
  rates: ReadonlyMap<string, Rate>,
): Promise<ReadonlyMap<string, Exposure>> {
  const { rows } = await sql<Group>`
    select game, coin, (params ->> 'mines')::integer as mines, stake, count(*)::text as rounds,
      case when crash_round is not null then least((params ->> 'target')::bigint, (params ->> 'cap')::bigint) end as point
    from round group by game, coin, mines, stake, point`.execute(db)
  const found = new Map<string, Exposure>()
  for (const group of rows) {
    const rate = rates.get(group.coin)
    if (!rate) continue
    const { maxPayout } = stakeTermsOf(config, rate, null)
    const most = mostOf(group)
    const units = most === null || most > maxPayout ? maxPayout : most
    const rounds = Number(group.rounds)
    const known = found.get(group.game) ?? { rounds: 0, most: 0n }
    found.set(group.game, {
      rounds: known.rounds + rounds,
      most: known.most + usdOf(units, rate, DOLLAR_DECIMALS) * BigInt(rounds),
    })
  }
  return found
}

/** For one round, in smallest units; null where only the operator's limit ends it. */
function mostOf({ mines, point, stake }: Group): bigint | null {
  if (point !== null) return (BigInt(stake) * BigInt(point)) / 100n
  if (mines === null) return null
  const top = minesMultiplier({ mines }, minesGems({ mines }))
  return (BigInt(stake) * BigInt(top)) / BigInt(MULTIPLIER_SCALE)
}
