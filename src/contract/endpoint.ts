import type * as v from 'valibot'
import type { ErrorCode } from './envelope.ts'

type Schema = v.GenericSchema
type ParamsSchema = v.GenericSchema<Record<string, string>, Record<string, string>>

/**
 * One call of the API. The server registers and validates it, the client is typed by it and parses the
 * answer with it, and the OpenAPI document is generated from it. `path` is below the base path `/api`;
 * `:name` marks a path parameter described by `params`. A successful answer is `{ "data": <data> }`.
 */
export interface Endpoint<
  TData extends Schema = Schema,
  TParams extends ParamsSchema | undefined = ParamsSchema | undefined,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: `/${string}`
  readonly summary: string
  readonly tag: string
  readonly params: TParams
  readonly data: TData
  /** Failures this call can answer with besides `internal` and `unavailable`. */
  readonly errors: readonly ErrorCode[]
}

/** Declares an endpoint without path parameters. */
export function endpoint<const TData extends Schema>(
  e: Omit<Endpoint<TData, undefined>, 'params'>,
): Endpoint<TData, undefined> {
  return { ...e, params: undefined }
}

/** Declares an endpoint whose path has parameters. */
export function endpointWithParams<const TData extends Schema, const TParams extends ParamsSchema>(
  e: Endpoint<TData, TParams>,
): Endpoint<TData, TParams> {
  return e
}

export type DataOf<E extends Endpoint> = v.InferOutput<E['data']>
export type ParamsOf<E extends Endpoint> = E['params'] extends ParamsSchema
  ? v.InferOutput<E['params']>
  : undefined
