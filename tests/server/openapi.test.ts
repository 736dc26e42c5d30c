import { describe, expect, it } from 'vitest'
import { API } from '#contract/api.ts'
import { PRACTICE_API } from '#contract/practice.ts'
import { requestEmailCode } from '#contract/auth.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { createOpenApiDocument } from '#server/system/openapi.ts'

// Through JSON, as readers get it.
const document = JSON.parse(JSON.stringify(createOpenApiDocument('1.2.3', 'practice')))

/** All values of a key, at any depth. */
function collect(value: unknown, key: string): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(name === key ? [inner] : []),
    ...collect(inner, key),
  ])
}

describe('the OpenAPI document', () => {
  it('is a valid document of version 3.1', () => {
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'Koi API', version: '1.2.3' },
      servers: [{ url: '/api' }],
    })
    const operations = Object.values<Record<string, { operationId: string; responses: object }>>(
      document.paths,
    ).flatMap((item) => Object.values(item))
    expect(operations).toHaveLength(API.length + PRACTICE_API.length)
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
    for (const { responses } of operations)
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', '500', '503']))
  })

  interface Operation {
    parameters?: { name: string; in: string; required: boolean; schema: object }[]
    requestBody?: { required: boolean; content: Record<string, { schema?: object }> }
    security: unknown[]
    responses: object
  }
  const operationOf = ({ method, path }: Endpoint): Operation =>
    document.paths[path.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()]

  it('declares every parameter of every path, and no other', () => {
    for (const endpoint of API) {
      const named = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name)
      const inPath = (operationOf(endpoint).parameters ?? []).filter((each) => each.in === 'path')
      expect(inPath.map(({ name }) => name)).toEqual(named)
      for (const parameter of inPath) {
        expect(parameter).toMatchObject({ required: true, schema: { type: 'string' } })
      }
    }
  })

  it('declares the parameters of queries, and which are optional', () => {
    const parameters = (operationOf(requestEmailCode).parameters ?? []).map(
      ({ name, in: place, required }) => [place, name, required],
    )
    expect(parameters).toEqual([
      ['query', 'email', true],
      ['query', 'purpose', true],
      ['query', 'locale', false],
      ['header', 'Device-Key', false],
    ])
  })

  it('declares bodies, uploads and sessions of calls that take them', () => {
    for (const endpoint of API) {
      const { requestBody, security, responses } = operationOf(endpoint)
      const types = endpoint.upload?.types ?? (endpoint.body ? ['application/json'] : [])
      expect(Object.keys(requestBody?.content ?? {})).toEqual(types)
      if (endpoint.body) {
        expect(requestBody).toMatchObject({
          required: true,
          content: { 'application/json': { schema: { type: 'object' } } },
        })
      }
      if (types.length > 0) expect(Object.keys(responses)).toEqual(expect.arrayContaining(['413', '415']))
      expect(security).toEqual(endpoint.access === 'player' ? [{ accessToken: [] }] : [])
    }
  })

  it('uses the JSON Schema dialect of OpenAPI 3.1', () => {
    expect(collect(document, '$schema')).toEqual([])
    // Older dialects allowed a list for `items`, and OpenAPI 3.0 had `nullable`.
    expect(collect(document, 'items').filter(Array.isArray)).toEqual([])
    expect(collect(document, 'nullable')).toEqual([])
    for (const reference of collect(document, '$ref')) {
      expect(reference).toBe('#/components/schemas/Failure')
    }
    expect(document.components.schemas.Failure.required).toEqual(['message', 'code'])
  })

  it('wraps every answer in data', () => {
    for (const schema of collect(document.paths, '200')) {
      expect(schema).toMatchObject({
        content: { 'application/json': { schema: { type: 'object', required: ['data'] } } },
      })
    }
  })
})
