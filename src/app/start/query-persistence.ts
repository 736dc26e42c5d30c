import { createAsyncStoragePersister } from '@tanstack/query-async-storage-persister'
import type { Query, QueryClient } from '@tanstack/react-query'
import {
  persistQueryClientRestore,
  persistQueryClientSubscribe,
  type PersistedClient,
  type Persister,
} from '@tanstack/react-query-persist-client'
import * as v from 'valibot'
import { API_QUERY_KEY } from '#api/api-client.ts'
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
/** Increase when the stored form changes; other forms are dropped. */
const FORMAT = 'koi-2'

/** The persisted cache, and the owner of its per-account answers. */
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

/** Already expired: the restore discards it. */
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
 * Persists queries with `meta.persist` in `storage`, for 24 h after the server's answer. `owner` names the account
 * whose answers may be stored and shown; `null` for a visitor, who has none.
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
    /** Puts stored answers that may still be shown back into the cache. Never rejects. */
    restore: () => persistQueryClientRestore(options).catch(() => undefined),
    /** Stores every change from now on; returns a function that stops it. */
    follow: () => persistQueryClientSubscribe(options),
    /** Call when the account changes: removes the previous account's answers from memory and storage. */
    forgetAccount: () => client.removeQueries({ predicate: (query) => query.meta?.persist !== 'public' }),
  }
}

/** Drops answers that are too old, belong to somebody else, or break the contract: storage may contain anything. */
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
  // Answers are stored with a delay and may miss the player's last action: show them, but fetch them again.
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

/** The pages of an infinite query; a single answer of others. */
function answersIn(data: unknown): readonly unknown[] {
  const { pages } = Object(data) as { pages?: unknown }
  return Array.isArray(pages) ? pages : [data]
}

/** Calls with public answers that are stored for the next launch. */
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
 * Calls of the given scope and `paths` whose stored answers are restored. Calls for an account, and others that the
 * first load does not know, are in a chunk of their own.
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

/** Wraps the storage: the first read returns the stored answers whose reading began with the page. */
export function readAhead(storage: DurableStorage): DurableStorage {
  let answers = window.koiStoredAnswers
  return {
    ...storage,
    async get(key) {
      const ahead = key === ANSWERS_KEY ? answers : undefined
      if (ahead !== undefined) answers = undefined
      return (await ahead) ?? storage.get(key)
    },
  }
}
