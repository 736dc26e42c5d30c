import type { ProviderCategory } from '#contract/provider-games.ts'
import type { Database } from '#server/db/tables.ts'

/** A whole provider; its games keep their own switches. */
export async function switchProvider(
  db: Database,
  provider: string,
  isOn: boolean,
  now: Date,
): Promise<void> {
  if (isOn) await db.deleteFrom('provider_off').where('provider', '=', provider).execute()
  else
    await db
      .insertInto('provider_off')
      .values({ provider, at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

type Which = { readonly code: string } | { readonly categories: readonly ProviderCategory[] }

/** Games that the provider does not list any more can only be turned off. @returns codes of those that were switched */
export async function switchGames(
  db: Database,
  provider: string,
  which: Which,
  isOn: boolean,
): Promise<readonly string[]> {
  const rows = await db
    .updateTable('provider_game')
    .set({ is_on: isOn })
    .where('provider', '=', provider)
    .where('is_on', '=', !isOn)
    .$if(isOn, (query) => query.where('gone_at', 'is', null))
    .$if('code' in which, (query) => query.where('code', '=', 'code' in which ? which.code : ''))
    .$if('categories' in which, (query) =>
      query.where('category', 'in', 'categories' in which ? [...which.categories] : ['live']),
    )
    .returning('code')
    .execute()
  return rows.map(({ code }) => code).sort()
}
