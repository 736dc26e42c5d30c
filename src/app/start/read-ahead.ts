import type { DurableStorage } from '#lib/durable-storage.ts'
import { ANSWERS_KEY } from '#lib/stored-answers.ts'

/** Wraps the storage: the first read returns the stored answers whose reading began with the page. */
export function readAhead(storage: DurableStorage): DurableStorage {
  let answers = window.koiStoredAnswers
  return {
    ...storage,
    async get(key) {
      const ahead = key === ANSWERS_KEY ? answers : undefined
      if (ahead !== undefined) answers = undefined
      return (await ahead) ?? storage.get(key)
    },
  }
}
