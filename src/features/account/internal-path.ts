import * as v from 'valibot'

/** An address below this origin: what another site could put into a link must not lead away from here. */
export const InternalPathSchema = v.pipe(
  v.string(),
  v.maxLength(500),
  v.check((path) => {
    try {
      const url = new URL(path, 'https://koi.invalid')
      return path.startsWith('/') && url.origin === 'https://koi.invalid' && !/[\\\p{Cc}]/u.test(path)
    } catch {
      return false
    }
  }),
)
