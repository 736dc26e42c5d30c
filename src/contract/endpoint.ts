import type * as v from 'valibot'
import type { ErrorCode } from './envelope.ts'
import type { Permission } from './operator-roles.ts'

type Schema = v.GenericSchema
/** Parameters arrive as text. */
type ParamsSchema = v.GenericSchema<Record<string, string | undefined>, unknown>

/** Bytes instead of JSON in the request's body. */
export interface Upload {
  readonly types: readonly string[]
  readonly maxBytes: number
}

/**
 * Server (routes, validation), client (types, parsing) and OpenAPI document all follow from it. `path` is below
 * `/api`; `:name` marks a path parameter described by `params`. A successful answer is `{ "data": <data> }`.
 */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: `/${string}`
  readonly summary: string
  readonly tag: string
  /**
   * `player` needs the token of a session in the `Access-Token` header; `optional` answers all callers, and players
   * with their own data; `operator` needs the token of an operator's session and the permission `may`.
   */
  readonly access: 'public' | 'optional' | 'player' | 'operator'
  readonly may?: Permission
  /** Pages of other sites may request it: it changes nothing, costs next to nothing, and answers the same to all. */
  readonly isOpen?: true
  /** Public, but a stored answer belongs to the account that requested it. */
  readonly isPersonal?: true
  readonly params?: ParamsSchema
  readonly query?: ParamsSchema
  /** JSON of the request; never together with `upload`. */
  readonly body?: Schema
  readonly upload?: Upload
  readonly data: Schema
  /** Errors in addition to those that follow from the shape, `rate_limited`, `internal` and `unavailable`. */
  readonly errors: readonly ErrorCode[]
}

export function endpoint<const E extends Endpoint>(e: E): E {
  return e
}

export type DataOf<E extends Endpoint> = v.InferOutput<E['data']>

type InputOf<E extends Endpoint, Part extends 'params' | 'query' | 'body'> =
  E extends Record<Part, infer S extends Schema> ? v.InferInput<S> : undefined
type OutputOf<E extends Endpoint, Part extends 'params' | 'query' | 'body'> =
  E extends Record<Part, infer S extends Schema> ? v.InferOutput<S> : undefined

export type ParamsOf<E extends Endpoint> = InputOf<E, 'params'>
export type QueryOf<E extends Endpoint> = InputOf<E, 'query'>
export type BodyOf<E extends Endpoint> = E extends { upload: Upload } ? Blob : InputOf<E, 'body'>

export interface ParsedRequest<E extends Endpoint> {
  readonly params: OutputOf<E, 'params'>
  readonly query: OutputOf<E, 'query'>
  readonly body: E extends { upload: Upload } ? Uint8Array : OutputOf<E, 'body'>
}
