import { Refusal } from '#server/base/refusal.ts'
import { StartupError } from '#server/base/startup-error.ts'

/** @throws StartupError with the sentence of a Refusal */
export async function inSentences<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw error instanceof Refusal ? new StartupError(`${error.message}.`) : error
  }
}
