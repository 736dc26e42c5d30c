import * as v from 'valibot'
import { browserStorage } from './browser-storage.ts'
import { firstPaint } from './first-paint.ts'
import { parseStored } from './parse-stored.ts'

const STORAGE_KEY = 'first-formats'
const LONGEST = 60

const MemorySchema = v.object({
  locale: v.string(),
  texts: v.record(v.string(), v.pipe(v.string(), v.maxLength(LONGEST))),
})
type Texts = v.InferOutput<typeof MemorySchema>['texts']

function readTexts(locale: string): Texts | undefined {
  const memory = parseStored(MemorySchema, browserStorage.get(STORAGE_KEY))
  return memory?.locale === locale ? memory.texts : undefined
}

/**
 * Stores the formatted numbers of a launch's first screen for the next launch. The first `Intl` object of a page takes
 * as long as a whole frame, and the numbers are mostly the same.
 */
export function createFormatMemory(locale: string) {
  const known = readTexts(locale)
  const shown: Texts = {}
  if (!firstPaint.get()) {
    const stop = firstPaint.subscribe(() => {
      stop()
      if (JSON.stringify(shown) !== JSON.stringify(known))
        browserStorage.set(STORAGE_KEY, JSON.stringify({ locale, texts: shown }))
    })
  }
  return {
    /** True if the last launch used this language. */
    isFilled: known !== undefined,
    /** Wraps `format` with a memory of its results; `name` identifies the format. */
    remember:
      <A extends readonly unknown[]>(name: string, format: (...value: A) => string) =>
      (...value: A): string => {
        if (firstPaint.get()) return format(...value)
        const key = `${name} ${value.join(' ')}`
        return (shown[key] = known?.[key] ?? format(...value))
      },
  }
}
