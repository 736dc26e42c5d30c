import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { contentHash } from '#server/base/content-hash.ts'
import type { EncodedBody } from '#server/http/content-encoding.ts'

const TYPES: Record<string, string> = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.gif': 'image/gif',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
}

/**
 * `no-transform`: the service worker accepts only files as built, so a proxy that changes them would break
 * installation.
 */
export const IMMUTABLE = 'public, max-age=31536000, immutable, no-transform'
export const REVALIDATE = 'no-cache, no-transform'

export interface StaticFile {
  readonly body: EncodedBody
  readonly hash: string
  readonly type: string
}

/** By URL, compressed by the build. Names that begin with a dot are not served. */
export function loadFiles(dir: string): Map<string, StaticFile> {
  const files = new Map<string, StaticFile>()
  for (const path of listFiles(dir)) {
    if (/\.(br|gz)$/.test(path)) continue
    const place = join(dir, path)
    files.set(
      path,
      toFile(path, readFileSync(place), readIfExists(`${place}.br`), readIfExists(`${place}.gz`)),
    )
  }
  return files
}

export function listFiles(dir: string, prefix = ''): string[] {
  return readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith('.') && entry.name !== '.well-known') return []
    const path = `${prefix}/${entry.name}`
    if (entry.isDirectory()) return listFiles(join(dir, entry.name), path)
    return entry.isFile() ? [path] : []
  })
}

export function toFile(path: string, plain: Buffer, br: Buffer | null, gzip: Buffer | null): StaticFile {
  return {
    body: { plain, ...(br && { br }), ...(gzip && { gzip }) },
    hash: contentHash(plain),
    type: TYPES[extname(path)] ?? 'application/octet-stream',
  }
}

export function readIfExists(path: string): Buffer | null {
  return existsSync(path) ? readFileSync(path) : null
}

export function plainText(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(text, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...headers },
  })
}
