import { chooseEncoding, type EncodedBody } from './content-encoding.ts'

/**
 * Answers GET and HEAD: picks an encoding, sends a strong ETag for each encoding, and 304 when the client has the
 * body. `hash` is that of the plain body. A `status` other than 200 always sends the body.
 */
export function conditionalResponse(
  request: Request,
  body: EncodedBody,
  hash: string,
  headers: Record<string, string>,
  status = 200,
): Response {
  const encoding = chooseEncoding(request.headers.get('accept-encoding') ?? undefined, body)
  const bytes = encoding ? (body[encoding] ?? body.plain) : body.plain
  const etag = `"${hash}${encoding ? `-${encoding}` : ''}"`
  const always = { ...headers, etag, ...(isEncodable(body) && { vary: 'Accept-Encoding' }) }
  if (status === 200 && matches(request.headers.get('if-none-match'), etag)) {
    return new Response(null, { status: 304, headers: always })
  }
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(bytes), {
    status,
    headers: {
      ...always,
      'content-length': String(bytes.length),
      ...(encoding && { 'content-encoding': encoding }),
    },
  })
}

function isEncodable(body: EncodedBody): boolean {
  return body.br !== undefined || body.gzip !== undefined
}

/** Weak comparison, as If-None-Match demands: proxies may have weakened the tag. */
function matches(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false
  if (ifNoneMatch.trim() === '*') return true
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
