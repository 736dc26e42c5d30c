import * as v from 'valibot'

/** Returns undefined if nothing is stored or it does not fit the schema. */
export function parseStored<S extends v.GenericSchema>(
  schema: S,
  text: string | null,
): v.InferOutput<S> | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text)
  return parsed.success ? parsed.output : undefined
}
