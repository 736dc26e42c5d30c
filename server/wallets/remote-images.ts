import sharp from 'sharp'
import type { Clock } from '#server/base/clock.ts'
import { contentHash } from '#server/base/content-hash.ts'
import { fetchBounded } from '#server/base/fetch-bounded.ts'
import { inPictureTurn } from '#server/base/picture-turns.ts'

const BOUNDS = { timeoutMs: 4_000, maxBytes: 256 * 1024 }
const MAX_PIXELS = 4_000_000
/** All pictures in memory together. */
const MAX_TOTAL_BYTES = 16 * 1024 * 1024
/** How long one that is not there, or cannot be had, is not asked for again. */
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
 * Pictures of other servers, for this one to serve as its own: so nobody but them learns who looks at what.
 * Only pixels pass; SVG is a page of a stranger. `freshMs` is how long each is kept at most.
 */
export function createRemoteImages(clock: Clock, freshMs: number) {
  const entries = new Map<string, Entry>()
  const pending = new Map<string, Promise<RemoteImage | ImageFailure>>()
  let totalBytes = 0

  return {
    /** `beforeFetch` may refuse by throwing; it is not asked about a picture that is here. */
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
      const image = await fetchImage(url)
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
    // A map lists its keys in the order they came: the first is the one used least lately.
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

/** One that failed counts too: anybody can ask for thousands that do not exist. */
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

/** By the bytes every file of the kind begins with, whatever the other server calls it. */
function typeOf(bytes: Buffer): string | null {
  const head = bytes.toString('latin1', 0, 12)
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (/^GIF8[79]a/.test(head)) return 'image/gif'
  return /^RIFF.{4}WEBP$/s.test(head) ? 'image/webp' : null
}

/** A broken one would otherwise be kept for as long as a good one. sharp is set up in `server/accounts/avatar.ts`. */
async function isWhole(type: string, bytes: Buffer): Promise<boolean> {
  // Not among the formats that are ever decoded here.
  if (type === 'image/gif') return true
  try {
    await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 }).stats()
    return true
  } catch {
    return false
  }
}
