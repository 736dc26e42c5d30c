import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export const ENCODINGS = ['br', 'gzip'] as const
export type Encoding = (typeof ENCODINGS)[number]

export interface EncodedBody {
  readonly plain: Buffer
  readonly br?: Buffer
  readonly gzip?: Buffer
}

/** Below this many bytes compression saves no packet. */
const WORTH_IT = 1_000

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** Fast compression, for answers at run time; the build compresses files harder. */
export async function encodeBody(plain: Buffer): Promise<EncodedBody> {
  if (plain.length < WORTH_IT) return { plain }
  const [br, gz] = await Promise.all([
    compressBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    compressGzip(plain),
  ])
  return { plain, br, gzip: gz }
}

export function chooseEncoding(accept: string | undefined, body: EncodedBody): Encoding | null {
  if (!accept) return null
  const refused = new Set<string>()
  const allowed = new Set<string>()
  for (const part of accept.toLowerCase().split(',')) {
    const [name = '', ...params] = part.split(';').map((text) => text.trim())
    const isRefused = params.some((param) => /^q=0(\.0*)?$/.test(param))
    ;(isRefused ? refused : allowed).add(name)
  }
  const isWelcome = (name: string) => allowed.has(name) || (allowed.has('*') && !refused.has(name))
  return ENCODINGS.find((name) => body[name] !== undefined && isWelcome(name)) ?? null
}
