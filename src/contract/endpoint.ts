import type * as v from 'valibot'
import type { ErrorCode } from './envelope.ts'

type Schema = v.GenericSchema
/** Parameters arrive as text. */
type ParamsSchema = v.GenericSchema<Record<string, string | undefined>, unknown>

/** Bytes instead of JSON in the request's body. */
export interface Upload {
  /** Media types the call takes. */
  readonly types: readonly string[]
  readonly maxBytes: number
}

/**
 * One call of the API. The server registers and validates it, the client is typed by it and parses the
 * answer with it, and the OpenAPI document is generated from it. `path` is below the base path `/api`;
 * `:name` marks a path parameter described by `params`. A successful answer is `{ "data": <data> }`.
 */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: `/${string}`
  readonly summary: string
  readonly tag: string
  /**
   * Whether the call needs the token of a player's session in the `Access-Token` header; `optional` answers everybody,
   * and tells a player what is his.
   */
  readonly access: 'public' | 'optional' | 'player'
  /** Any site's page may have it asked for: it changes nothing, costs next to nothing, and says the same to all. */
  readonly isOpen?: true
  /** Whoever asks gets it, but what is kept of it on a device belongs to the account that looked at it. */
  readonly isPersonal?: true
  readonly params?: ParamsSchema
  readonly query?: ParamsSchema
  /** The JSON of the request; a call has a body or takes an upload, never both. */
  readonly body?: Schema
  readonly upload?: Upload
  readonly data: Schema
  /** Failures this call can answer with besides those that follow from its shape, `rate_limited`, `internal` and `unavailable`. */
  readonly errors: readonly ErrorCode[]
}

/** Declares a call of the API. */
export function endpoint<const E extends Endpoint>(e: E): E {
  return e
}

/** What the call resolves to. */
export type DataOf<E extends Endpoint> = v.InferOutput<E['data']>

type InputOf<E extends Endpoint, Part extends 'params' | 'query' | 'body'> =
  E extends Record<Part, infer S extends Schema> ? v.InferInput<S> : undefined
type OutputOf<E extends Endpoint, Part extends 'params' | 'query' | 'body'> =
  E extends Record<Part, infer S extends Schema> ? v.InferOutput<S> : undefined

export type ParamsOf<E extends Endpoint> = InputOf<E, 'params'>
export type QueryOf<E extends Endpoint> = InputOf<E, 'query'>
export type BodyOf<E extends Endpoint> = E extends { upload: Upload } ? Blob : InputOf<E, 'body'>

/** What the server's handler is given once all of it has been validated. */
export interface ParsedRequest<E extends Endpoint> {
  readonly params: OutputOf<E, 'params'>
  readonly query: OutputOf<E, 'query'>
  readonly body: E extends { upload: Upload } ? Uint8Array : OutputOf<E, 'body'>
}
