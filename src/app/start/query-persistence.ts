import { createAsyncStoragePersister } from '@tanstack/query-async-storage-persister'
import type { Query, QueryClient } from '@tanstack/react-query'
import {
  persistQueryClientRestore,
  persistQueryClientSubscribe,
  type PersistedClient,
  type Persister,
} from '@tanstack/react-query-persist-client'
import * as v from 'valibot'
import { API_QUERY_KEY } from '#api/query-key.ts'
import { listCoins } from '#contract/coins.ts'
import { getConfig } from '#contract/config.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { getGame, listCategories, listGames, listProviders } from '#contract/games.ts'
import { listPromotions } from '#contract/promotions.ts'
import { ageOf } from '#lib/age.ts'
import type { DurableStorage } from '#lib/durable-storage.ts'
import { ANSWERS_KEY } from '#lib/stored-answers.ts'
import { PERSIST_MAX_AGE_MS, type PersistScope } from '#queries/api-query.ts'

const THROTTLE_MS = 1_000
/** Raise when the stored form changes; data of another form is dropped. */
const FORMAT = 'koi-2'

/** What lies in storage: the persisted cache and whose per-account answers it holds. */
export interface StoredClient extends PersistedClient {
  owner: string | null
}
type DehydratedQuery = PersistedClient['clientState']['queries'][number]

const StoredClientSchema = v.object({
  timestamp: v.number(),
  buster: v.string(),
  owner: v.nullable(v.string()),
  clientState: v.object({
    queries: v.array(
      v.looseObject({
        queryKey: v.array(v.unknown()),
        queryHash: v.string(),
        state: v.looseObject({ dataUpdatedAt: v.number() }),
      }),
    ),
  }),
})

/** Expired by definition: the restore discards it. */
const NOTHING: StoredClient = {
  timestamp: 0,
  buster: '',
  owner: null,
  clientState: { mutations: [], queries: [] },
}

function parseStored(text: string): StoredClient {
  try {
    const stored: unknown = JSON.parse(text)
    return v.is(StoredClientSchema, stored) ? (stored as unknown as StoredClient) : NOTHING
  } catch {
    return NOTHING
  }
}

/**
 * Persists the query cache in `storage`: only queries that ask for it with `meta.persist`, for 24 h
 * counted from when the server answered. `owner` names whose per-account data may be kept and shown:
 * an account, or `null` for a signed-out visitor, who has none.
 */
export function createQueryPersistence(
  client: QueryClient,
  storage: DurableStorage,
  owner: () => string | null,
) {
  const persister: Persister = createAsyncStoragePersister({
    key: ANSWERS_KEY,
    throttleTime: THROTTLE_MS,
    storage: {
      getItem: async (key) => {
        const stored = await storage.get(key)
        return typeof stored === 'string' ? stored : null
      },
      setItem: (key, value) => storage.set(key, value),
      removeItem: (key) => storage.remove(key),
    },
    serialize: (persisted) => JSON.stringify({ ...persisted, owner: owner() } satisfies StoredClient),
    deserialize: (text) => keepTrusted(parseStored(text), owner()),
  })
  const options = {
    queryClient: client,
    persister,
    maxAge: PERSIST_MAX_AGE_MS,
    buster: FORMAT,
    dehydrateOptions: {
      shouldDehydrateQuery: (query: Query) =>
        query.meta?.persist !== undefined &&
        query.state.data !== undefined &&
        query.state.status === 'success',
      shouldDehydrateMutation: () => false,
    },
  }
  return {
    /** Puts what was stored, and may still be shown, back into the cache. Never rejects. */
    restore: () => persistQueryClientRestore(options).catch(() => undefined),
    /** Stores every change from now on; returns the function that stops it. */
    follow: () => persistQueryClientSubscribe(options),
    /** Call when the account changes: forgets what belonged to the one before, in memory and in storage. */
    forgetAccount: () => client.removeQueries({ predicate: (query) => query.meta?.persist !== 'public' }),
  }
}

/** Storage is outside: what is too old, belongs to somebody else or breaks the contract is left out. */
export async function keepTrusted(
  stored: StoredClient,
  owner: string | null,
  now = Date.now(),
): Promise<PersistedClient> {
  const isOwn = owner !== null && stored.owner === owner
  const current = stored.clientState.queries.filter(
    ({ state }) => ageOf(state.dataUpdatedAt, now) <= PERSIST_MAX_AGE_MS,
  )
  const ofScope = async (scope: PersistScope) => {
    const queries = current.filter(({ meta }) => meta?.persist === scope)
    const paths = queries.map(({ queryKey }) => queryKey[1])
    const endpoints = queries.length > 0 ? await persistedEndpoints(scope, paths) : []
    return queries.filter((query) => fulfilsContract(query, endpoints))
  }
  const own = isOwn ? await ofScope('account') : []
  // Saved a moment late, an answer may be from before the player's last act: it is shown, and asked for anew.
  const aged = own.map((query) => ({ ...query, state: { ...query.state, isInvalidated: true } }))
  const queries = [...(await ofScope('public')), ...aged]
  return { ...stored, clientState: { mutations: [], queries } }
}

function fulfilsContract({ queryKey, state }: DehydratedQuery, endpoints: readonly Endpoint[]): boolean {
  const [scope, path] = queryKey
  if (scope !== API_QUERY_KEY) return false
  const endpoint = endpoints.find((candidate) => candidate.path === path)
  return endpoint !== undefined && answersIn(state.data).every((answer) => v.is(endpoint.data, answer))
}

/** The answers of a query that loads page by page; of any other its one. */
function answersIn(data: unknown): readonly unknown[] {
  const { pages } = Object(data) as { pages?: unknown }
  return Array.isArray(pages) ? pages : [data]
}

/** Calls whose answers are the same for everyone and are kept for the next launch. */
const PUBLIC: readonly Endpoint[] = [
  listGames,
  getGame,
  listCategories,
  listProviders,
  listCoins,
  listPromotions,
  getConfig,
]

/**
 * Calls whose kept answers of the scope are restored, where their path is among `paths`. Those of an account,
 * and what the first load knows nothing of, come with a chunk of their own.
 */
export async function persistedEndpoints(
  scope: PersistScope,
  paths: readonly unknown[] = [],
): Promise<readonly Endpoint[]> {
  const isKnown = scope === 'public' && paths.every((path) => PUBLIC.some((known) => known.path === path))
  if (isKnown) return PUBLIC
  const isOf = ({ access, isPersonal }: Endpoint) =>
    access === 'player' || isPersonal ? 'account' : 'public'
  return import('#contract/api.ts').then((module) =>
    module.API.filter((each) => isOf(each) === scope && each.method === 'GET'),
  )
}
