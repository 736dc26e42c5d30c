import { mkdir } from 'node:fs/promises'
import { StartupError } from '#server/base/startup-error.ts'

/** @throws StartupError if it exists, so that nothing is ever restored over something */
export async function makeNewDirectory(path: string): Promise<void> {
  await mkdir(path, { mode: 0o700 }).catch((cause: unknown) => {
    const { code = String(cause) } = cause as NodeJS.ErrnoException
    throw new StartupError(`${path} cannot be made (${code}): name a new directory in one that exists.`, {
      cause,
    })
  })
}
