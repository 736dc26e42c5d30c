import sharp from 'sharp'
import type { Clock } from '#server/base/clock.ts'
import { contentHash } from '#server/base/content-hash.ts'
import { fetchBounded } from '#server/base/fetch-bounded.ts'
import { inPictureTurn } from '#server/base/picture-turns.ts'
import '#server/base/safe-pictures.ts'

const BOUNDS = { service: 'wallet-picture', timeoutMs: 4_000, maxBytes: 256 * 1024 }
const MAX_PIXELS = 4_000_000
const MAX_TOTAL_BYTES = 16 * 1024 * 1024
/** How long failures are cached. */
const MISSING_MS = 5 * 60_000
const UNREACHABLE_MS = 15_000

export interface RemoteImage {
  readonly type: string
  readonly bytes: Buffer
  readonly hash: string
}

export type ImageFailure = 'missing' | 'unreachable'

interface Entry {
  readonly image: RemoteImage | ImageFailure
  readonly until: number
}

/**
 * Proxies images, so that other servers do not see who looks at them. Only raster images pass: SVG can contain scripts.
 * @param freshMs maximum time in the cache
 * @param fetchOne for images that are found by something else than a URL
 */
export function createRemoteImages(
  clock: Clock,
  freshMs: number,
  fetchOne: (url: string) => Promise<RemoteImage | ImageFailure> = fetchImage,
) {
  const entries = new Map<string, Entry>()
  const pending = new Map<string, Promise<RemoteImage | ImageFailure>>()
  let totalBytes = 0

  return {
    /** `beforeFetch` may throw to refuse. It is not called for cached images. */
    async get(
      url: string,
      beforeFetch: () => Promise<void> = async () => {},
    ): Promise<RemoteImage | ImageFailure> {
      const entry = entries.get(url)
      if (entry && clock() < entry.until) {
        forget(url)
        keep(url, entry)
        return entry.image
      }
      const underWay = pending.get(url)
      if (underWay) return underWay
      await beforeFetch()
      const loading = pending.get(url) ?? load(url)
      pending.set(url, loading)
      return loading
    },
  }

  async function load(url: string): Promise<RemoteImage | ImageFailure> {
    try {
      const image = await fetchOne(url)
      const life = { missing: MISSING_MS, unreachable: UNREACHABLE_MS }
      forget(url)
      keep(url, { image, until: clock() + (typeof image === 'string' ? life[image] : freshMs) })
      return image
    } finally {
      pending.delete(url)
    }
  }

  function keep(url: string, entry: Entry): void {
    entries.set(url, entry)
    totalBytes += sizeOf(url, entry)
    // A Map keeps insertion order, so the first key is the least recently used.
    for (const oldest of entries.keys()) {
      if (totalBytes <= MAX_TOTAL_BYTES) break
      forget(oldest)
    }
  }

  function forget(url: string): void {
    const entry = entries.get(url)
    if (!entry) return
    entries.delete(url)
    totalBytes -= sizeOf(url, entry)
  }
}

/** Failures count, too: an attacker can request thousands of missing images. */
const sizeOf = (url: string, { image }: Entry) =>
  500 + url.length + (typeof image === 'string' ? 0 : image.bytes.length)

async function fetchImage(url: string): Promise<RemoteImage | ImageFailure> {
  try {
    const { status, bytes } = await fetchBounded(url, BOUNDS, {
      headers: { accept: 'image/webp,image/png,image/jpeg,image/gif' },
    })
    if (status >= 500 || status === 429) return 'unreachable'
    const type = status === 200 ? typeOf(bytes) : null
    if (type === null || !(await inPictureTurn('other servers', () => isWhole(type, bytes)))) return 'missing'
    return { type, bytes, hash: contentHash(bytes) }
  } catch {
    return 'unreachable'
  }
}

/** By magic bytes. The server's content type is not trusted. */
function typeOf(bytes: Buffer): string | null {
  const head = bytes.toString('latin1', 0, 12)
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (/^GIF8[79]a/.test(head)) return 'image/gif'
  return /^RIFF.{4}WEBP$/s.test(head) ? 'image/webp' : null
}

/** Prevents broken images from being cached like good ones. */
async function isWhole(type: string, bytes: Buffer): Promise<boolean> {
  // GIF is not decoded here.
  if (type === 'image/gif') return true
  try {
    await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 }).stats()
    return true
  } catch {
    return false
  }
}
