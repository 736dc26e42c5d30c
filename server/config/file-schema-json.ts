import { toJsonSchema } from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'
import { KoiFileSchema } from './koi-file.ts'
import { ProfileFileSchema } from './profile-file.ts'

/** The file's schema for editors. What only the check knows, such as the capitals of an address, is not in it. */
export const koiFileJsonSchema = (): string => jsonSchema(KoiFileSchema, 'KOI_CONFIG')

/** The same of a profile. */
export const profileJsonSchema = (): string => jsonSchema(ProfileFileSchema, 'KOI_PROFILE')

function jsonSchema(schema: GenericSchema, variable: string): string {
  const json = toJsonSchema(schema, { typeMode: 'input', errorMode: 'ignore' })
  return `${JSON.stringify({ ...json, title: `What ${variable} names` }, null, 2)}\n`
}
