import * as v from 'valibot'

/** Stored JSON as `schema` reads it; undefined where nothing is stored, or what is stored is of another form. */
export function parseStored<S extends v.GenericSchema>(
  schema: S,
  text: string | null,
): v.InferOutput<S> | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text)
  return parsed.success ? parsed.output : undefined
}
