import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { SealSchema, type SealAnswer } from '#contract/seal.ts'
import { makeDirectory } from '#server/db/make-directory.ts'
import type { Database } from '#server/db/tables.ts'
import { listSealsOf, readSeals } from '#server/seal/seals.queries.ts'
import { syncDirectory, writeDurably } from './backup-dir.ts'

const SEALS = 'seals'
const daysIn = async (dir: string) =>
  (await readdir(join(dir, SEALS)).catch(() => [])).flatMap((name) => /^(.+)\.json$/.exec(name)?.[1] ?? [])

/**
 * Keeps each seal in a file of its own outside the database, so that a restored one can be compared with it. A kept
 * one is never written again.
 * @returns the newest seal
 */
export async function keepSeals(dir: string, db: Database): Promise<SealAnswer | null> {
  const folder = join(dir, SEALS)
  makeDirectory(folder)
  const kept = new Set(await daysIn(dir))
  let newest: SealAnswer | null = null
  let after: string | undefined
  do {
    const { seals, next } = await listSealsOf(db, after)
    newest ??= seals[0] ?? null
    const missing = seals.filter(({ day }) => !kept.has(day))
    for (const seal of missing) await writeDurably(join(folder, `${seal.day}.json`), JSON.stringify(seal))
    after = missing.length < seals.length ? undefined : (next ?? undefined)
  } while (after !== undefined)
  await syncDirectory(folder)
  return newest
}

export interface ComparedSeals {
  readonly count: number
  readonly newest: string | null
  readonly faults: readonly string[]
}

/** @param until seals of later moments cannot be in the database */
export async function compareSeals(dir: string, db: Database, until: Date | null): Promise<ComparedSeals> {
  const days = (await daysIn(dir)).toSorted()
  const faults: string[] = []
  let count = 0
  let newest: string | null = null
  const restored = await readSeals(db, days)
  for (const day of days) {
    const kept = parseKept(await readFile(join(dir, SEALS, `${day}.json`), 'utf8'))
    if (kept === null) {
      faults.push(`the kept copy of the seal of ${day} is damaged`)
      continue
    }
    if (until !== null && sealedAt(kept) > until) continue
    const found = restored.get(day)
    count += 1
    newest = day
    if (!found) faults.push(`the seal of ${day} is kept in ${SEALS}, and is not in the restored database`)
    else if (found.seal !== kept.seal || found.kid !== kept.kid || found.signature !== kept.signature)
      faults.push(`the seal of ${day} is another one than the copy kept in ${SEALS}`)
  }
  return { count, newest, faults }
}

function parseKept(text: string): SealAnswer | null {
  try {
    return v.parse(SealSchema, JSON.parse(text))
  } catch {
    return null
  }
}

const sealedAt = ({ seal }: SealAnswer): Date => new Date(/"at":"([^"]*)"/.exec(seal)?.[1] ?? NaN)
