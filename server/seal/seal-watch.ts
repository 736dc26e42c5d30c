import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import * as v from 'valibot'
import type { Logger } from '#server/base/logger.ts'
import type { CheckedClock } from '#server/base/server-clock.ts'
import { shareJob } from '#server/jobs/share-job.ts'
import { sealNextDay, type SealServices } from './seal-day.ts'

const EVERY_MS = 60_000
const FIRST_MS = 9_000
const COMPRESSED = ['.br', '.gz']

/** @returns stops it once work under way is done */
export function watchSeals({
  clock,
  logger,
  ...services
}: SealServices & { readonly clock: CheckedClock; readonly logger: Logger }): () => Promise<void> {
  return shareJob({
    db: services.db,
    clock,
    logger,
    everyMs: EVERY_MS,
    firstMs: FIRST_MS,
    name: 'seals',
    schema: v.null(),
    async work() {
      const day = await sealNextDay({ ...services, clock })
      if (day === null) return { result: null }
      logger.info({ day }, 'the day is sealed')
      // After a pause of several days the next one is due at once.
      return { result: null, pauseMs: 0 }
    },
    failure: 'the day cannot be sealed',
  })
}

/**
 * SHA-256 over the files of a build, except for compressed copies: of `<path>\0<SHA-256 of its content>\n` for each, in
 * the order of their paths. `docs/seals.md` says how to compute it by hand.
 */
export function hashBuild(folder: string): string {
  const paths = ['client', 'server']
    .flatMap((part) => readdirSync(join(folder, part), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !COMPRESSED.includes(extname(entry.name)))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
  const hash = createHash('sha256')
  for (const path of paths) {
    const content = createHash('sha256')
      .update(readFileSync(join(folder, path)))
      .digest('hex')
    hash.update(`${path}\0${content}\n`)
  }
  return hash.digest('hex')
}
