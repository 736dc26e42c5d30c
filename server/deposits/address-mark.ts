import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { StartupError } from '#server/base/startup-error.ts'

/**
 * The index that the next address of a key gets, kept outside the database: one that was restored has forgotten the
 * last addresses, and would give them to other players. Keys are named by their first address.
 */
export interface AddressMark {
  read(key: string): Promise<number>
  /** Before the address is shown to anybody. */
  keep(key: string, next: number): Promise<void>
}

const MarksSchema = v.record(v.string(), v.pipe(v.number(), v.safeInteger(), v.minValue(0)))

const FILE = 'deposit-addresses.json'

/** The mark in a file of this machine. @throws StartupError when it cannot be read or written */
export async function openAddressMark(dataDir: string): Promise<AddressMark> {
  const mark = addressMark(join(dataDir, FILE))
  try {
    await mark.keep('', 0)
    return mark
  } catch (error) {
    throw new StartupError(
      `${FILE} in DATA_DIR (${dataDir}) cannot be read and written (${(error as Error).message}): it says which deposit addresses were given out.`,
    )
  }
}

/** @throws Error when it is there and cannot be read, or cannot be written */
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
