import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { StartupError } from '#server/base/startup-error.ts'

/**
 * Stores the next address index of each key outside the database. A restored backup has forgotten the newest addresses
 * and would give them to other players. Keys are named by their first address.
 */
export interface AddressMark {
  read(key: string): Promise<number>
  /** Must be called before the address is shown. */
  keep(key: string, next: number): Promise<void>
}

const MarksSchema = v.record(v.string(), v.pipe(v.number(), v.safeInteger(), v.minValue(0)))

const FILE = 'deposit-addresses.json'

/** Stores the indexes in DATA_DIR. @throws StartupError when the file cannot be read or written */
export async function openAddressMark(dataDir: string): Promise<AddressMark> {
  const mark = addressMark(join(dataDir, FILE))
  try {
    await mark.keep('', 0)
    return mark
  } catch (error) {
    throw new StartupError(
      `${FILE} in DATA_DIR (${dataDir}) cannot be read and written (${(error as Error).message}): it stores which deposit addresses were given out.`,
    )
  }
}

/** @throws Error for an unreadable or unwritable file; a missing file counts as empty */
function addressMark(path: string): AddressMark {
  const readAll = async () => {
    try {
      return v.parse(MarksSchema, JSON.parse(await readFile(path, 'utf8')))
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return {}
      throw cause
    }
  }
  return {
    read: async (key) => (await readAll())[key] ?? 0,
    async keep(key, next) {
      const marks = await readAll()
      if ((marks[key] ?? -1) >= next) return
      await mkdir(join(path, '..'), { recursive: true })
      const file = await open(`${path}.new`, 'w')
      try {
        await file.writeFile(`${JSON.stringify({ ...marks, [key]: next })}\n`)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(`${path}.new`, path)
    },
  }
}
