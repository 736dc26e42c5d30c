import type { DataOf, ParsedRequest } from '#contract/endpoint.ts'
import type { listProviderRounds } from '#contract/provider-games.ts'
import { Refusal } from '#server/base/refusal.ts'
import { toDecimal } from '#server/coins/units.ts'
import type { ProviderConfig } from '#server/config/provider-config.ts'
import type { Database } from '#server/db/tables.ts'
import { bucketOf } from '#server/ledger/bucket.ts'

const ROUNDS_PER_PAGE = 50

/** The newest first, also of providers and games that are no longer there. */
export async function readProviderRounds(
  db: Database,
  providers: readonly Pick<ProviderConfig, 'provider' | 'title'>[],
  player: number,
  { coin, after }: ParsedRequest<typeof listProviderRounds>['query'],
): Promise<DataOf<typeof listProviderRounds>> {
  if (after !== undefined && !/^[1-9]\d{0,17}$/.test(after))
    throw new Refusal('bad_request', 'Not valid: after', { fields: ['after'] })
  const rows = await db
    .selectFrom('provider_round')
    .innerJoin('coin', 'coin.id', 'provider_round.coin')
    .leftJoin('provider_game', (join) =>
      join
        .onRef('provider_game.provider', '=', 'provider_round.provider')
        .onRef('provider_game.code', '=', 'provider_round.game'),
    )
    .select([
      'provider_round.id',
      'provider_round.provider',
      'provider_round.game',
      'provider_round.round',
      'provider_round.coin',
      'provider_round.staked',
      'provider_round.paid',
      'provider_round.bets',
      'provider_round.opened_at',
      'provider_round.closed_at',
      'coin.decimals',
      'provider_game.name',
    ])
    .where('bucket', '=', bucketOf(player))
    .where('account_id', '=', player)
    .$if(coin !== undefined, (query) => query.where('provider_round.coin', '=', coin ?? ''))
    .$if(after !== undefined, (query) => query.where('provider_round.id', '<', after ?? ''))
    .orderBy('provider_round.id', 'desc')
    .limit(ROUNDS_PER_PAGE + 1)
    .execute()
  const page = rows.slice(0, ROUNDS_PER_PAGE)
  return {
    rounds: page.map(({ decimals, ...row }) => ({
      id: row.id,
      provider: row.provider,
      providerName: providers.find(({ provider }) => provider === row.provider)?.title ?? row.provider,
      code: row.game,
      name: row.name ?? { 'en-US': row.game },
      round: row.round,
      coin: row.coin,
      staked: toDecimal(BigInt(row.staked), decimals),
      paid: toDecimal(BigInt(row.paid), decimals),
      openedAt: row.opened_at.toISOString(),
      // Nothing is open where every bet was rolled back, though its provider may never say so.
      closedAt: (row.closed_at ?? (row.bets === 0 ? row.opened_at : null))?.toISOString() ?? null,
    })),
    next: rows.length > ROUNDS_PER_PAGE ? (page.at(-1)?.id ?? null) : null,
  }
}
