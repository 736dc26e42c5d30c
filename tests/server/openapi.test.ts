import { describe, expect, it } from 'vitest'
import { API } from '#contract/api.ts'
import { createOpenApiDocument } from '#server/system/openapi.ts'

// Through JSON, as a reader gets it.
const document = JSON.parse(JSON.stringify(createOpenApiDocument('1.2.3')))

/** Every value under a key, wherever it is. */
function collect(value: unknown, key: string): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(name === key ? [inner] : []),
    ...collect(inner, key),
  ])
}

describe('OpenAPI document', () => {
  it('is version 3.1 with what that demands', () => {
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'Koi API', version: '1.2.3' },
      servers: [{ url: '/api' }],
    })
    const operations = Object.values<Record<string, { operationId: string; responses: object }>>(
      document.paths,
    ).flatMap((item) => Object.values(item))
    expect(operations).toHaveLength(API.length)
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(API.length)
    for (const { responses } of operations)
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', '500', '503']))
  })

  it('declares every parameter of every path, and no other', () => {
    for (const [path, item] of Object.entries<
      Record<string, { parameters?: { name: string; in: string; required: boolean; schema: object }[] }>
    >(document.paths)) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      for (const { parameters = [] } of Object.values(item)) {
        expect(parameters.map(({ name }) => name)).toEqual(named)
        for (const parameter of parameters) {
          expect(parameter).toMatchObject({ in: 'path', required: true, schema: { type: 'string' } })
        }
      }
    }
  })

  it('uses the JSON Schema dialect of OpenAPI 3.1', () => {
    expect(collect(document, '$schema')).toEqual([])
    // `items` was a list in older dialects, and `nullable` a keyword of OpenAPI 3.0.
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
