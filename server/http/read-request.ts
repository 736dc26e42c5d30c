import type { Context } from 'hono'
import * as v from 'valibot'
import type { Endpoint, ParsedRequest, Upload } from '#contract/endpoint.ts'
import { Refusal } from '#server/base/refusal.ts'

export const MAX_JSON_BYTES = 64 * 1024

/**
 * @throws Refusal `bad_request` with the names of the invalid fields, `payload_too_large`, `unsupported_media_type`
 */
export async function readRequest(c: Context, endpoint: Endpoint): Promise<ParsedRequest<Endpoint>> {
  const { params, query, body, upload } = endpoint
  return {
    params: params && parse(params, c.req.param()),
    query: query && parse(query, c.req.query()),
    body: upload ? await readBytes(c, upload) : body && parse(body, await readJson(c)),
  } as ParsedRequest<Endpoint>
}

function parse(schema: v.GenericSchema, value: unknown): unknown {
  if (hasNul(value)) throw new Refusal('bad_request', 'Not valid: text with a NUL character')
  const parsed = v.safeParse(schema, value)
  if (parsed.success) return parsed.output
  const fields = [...new Set(parsed.issues.map((issue) => v.getDotPath(issue) ?? 'body'))]
  throw new Refusal('bad_request', `Not valid: ${fields.join(', ')}`.slice(0, 500), { fields })
}

/** PostgreSQL cannot store it in text. Not recursive: a body may be nested 30,000 deep. */
function hasNul(value: unknown): boolean {
  const left = [value]
  while (left.length > 0) {
    const each = left.pop()
    if (typeof each === 'string' && each.includes('\0')) return true
    if (typeof each !== 'object' || each === null) continue
    for (const [key, inner] of Object.entries(each)) left.push(key, inner)
  }
  return false
}

async function readJson(c: Context): Promise<unknown> {
  requireType(c, ['application/json'])
  const text = new TextDecoder().decode(await readLimited(c, MAX_JSON_BYTES))
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal('bad_request', 'The body is not JSON')
  }
}

async function readBytes(c: Context, { types, maxBytes }: Upload): Promise<Uint8Array> {
  requireType(c, types)
  return readLimited(c, maxBytes)
}

function requireType(c: Context, types: readonly string[]): void {
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (types.includes(type)) return
  throw new Refusal('unsupported_media_type', `The body must be ${types.join(' or ')}`)
}

/**
 * Stops reading at the limit, whatever `content-length` says.
 * @throws Refusal `payload_too_large`, `bad_request` when the connection breaks
 */
export async function readLimited(c: Context, maxBytes: number): Promise<Uint8Array> {
  const tooLarge = () => new Refusal('payload_too_large', 'The request is too large')
  const announced = c.req.header('content-length')
  if (Number(announced ?? 0) > maxBytes) throw tooLarge()
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    // HTTP allows no more bytes than announced, and reading at once costs a third of a stream.
    if (announced !== undefined) {
      const body = new Uint8Array(await c.req.raw.arrayBuffer())
      if (body.byteLength > maxBytes) throw tooLarge()
      return body
    }
    for await (const chunk of (c.req.raw.body ?? []) as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength
      if (size > maxBytes) throw tooLarge()
      chunks.push(chunk)
    }
  } catch (error) {
    // A client may disconnect at any time: not an error of the server, so nothing is logged.
    throw error instanceof Refusal ? error : new Refusal('bad_request', 'The request broke off')
  }
  return Buffer.concat(chunks)
}
