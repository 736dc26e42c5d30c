import { toJsonSchema } from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'
import { KoiFileSchema } from './koi-file.ts'
import { ProfileFileSchema } from './profile-file.ts'

/** For editors. Checks that JSON Schema cannot express, such as the checksum of an address, are left out. */
export const koiFileJsonSchema = (): string => jsonSchema(KoiFileSchema, 'KOI_CONFIG')

export const profileJsonSchema = (): string => jsonSchema(ProfileFileSchema, 'KOI_PROFILE')

function jsonSchema(schema: GenericSchema, variable: string): string {
  const json = toJsonSchema(schema, { typeMode: 'input', errorMode: 'ignore' })
  return `${JSON.stringify({ ...json, title: `The ${variable} file` }, null, 2)}\n`
}
