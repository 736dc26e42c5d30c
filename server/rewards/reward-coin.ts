import type { Database } from '#server/db/tables.ts'

export interface RewardCoin {
  readonly id: string
  readonly decimals: number
}

export const readRewardCoin = (db: Database, id: string): Promise<RewardCoin> =>
  db.selectFrom('coin').select(['id', 'decimals']).where('id', '=', id).executeTakeFirstOrThrow()
