import { toJsonSchema } from '@valibot/to-json-schema'
import { KoiFileSchema } from './koi-file.ts'

/** The file's schema for editors. What only the check knows, such as the capitals of an address, is not in it. */
export function koiFileJsonSchema(): string {
  const schema = toJsonSchema(KoiFileSchema, { typeMode: 'input', errorMode: 'ignore' })
  return `${JSON.stringify({ ...schema, title: 'What KOI_CONFIG names' }, null, 2)}\n`
}
