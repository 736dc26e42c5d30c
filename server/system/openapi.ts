import { toJsonSchema, type JsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { API, API_BASE } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { FailureSchema, type ErrorCode } from '#contract/envelope.ts'
import { STATUS } from '#server/http/api-failure.ts'

const DESCRIPTIONS: Record<ErrorCode, string> = {
  bad_request: 'A parameter is not valid',
  unauthorized: 'Signing in is needed',
  forbidden: 'Not allowed',
  not_found: 'Nothing has this name',
  method_not_allowed: 'The method is not possible here',
  payload_too_large: 'The request is too large',
  rate_limited: 'Too many requests',
  internal: 'Something went wrong on the server',
  unavailable: 'The service is not available right now',
}

/** The OpenAPI 3.1 document of the contract. */
export function createOpenApiDocument(version: string) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of API) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Koi API',
      version,
      description: 'Answers are { "data": … }; failures are { "message": "…", "code": "snake_case" }.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: API_BASE }],
    tags: [...new Set(API.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: { schemas: { Failure: schemaOf(FailureSchema) } },
  }
}

function operation(endpoint: Endpoint) {
  const codes: ErrorCode[] = [...new Set([...endpoint.errors, 'internal' as const, 'unavailable' as const])]
  const parameters = Object.entries(paramSchemas(endpoint)).map(([name, schema]) => ({
    name,
    in: 'path',
    required: true,
    schema,
  }))
  return {
    operationId: operationId(endpoint),
    tags: [endpoint.tag],
    summary: endpoint.summary,
    ...(parameters.length > 0 && { parameters }),
    // Everything here may be read without signing in.
    security: [],
    responses: {
      200: { description: endpoint.summary, content: json(schemaOf(v.object({ data: endpoint.data }))) },
      ...Object.fromEntries(
        codes.map((code) => [
          STATUS[code],
          { description: DESCRIPTIONS[code], content: json({ $ref: '#/components/schemas/Failure' }) },
        ]),
      ),
    },
  }
}

function paramSchemas(endpoint: Endpoint): Record<string, unknown> {
  return endpoint.params ? (schemaOf(endpoint.params).properties ?? {}) : {}
}

/** `getGamesSlug` for `GET /games/:slug`. */
function operationId({ method, path }: Endpoint): string {
  const words = path.split(/\W+/).filter(Boolean)
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

function schemaOf(schema: v.GenericSchema): JsonSchema {
  const { $schema: _, ...rest } = toJsonSchema(schema, { target: 'draft-2020-12', errorMode: 'ignore' })
  return rest
}

const json = (schema: unknown) => ({ 'application/json': { schema } })
