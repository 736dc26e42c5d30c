import * as v from 'valibot'
import { SealSchema } from '#contract/seal.ts'

const About = {
  format: v.literal(1),
  begunAt: v.pipe(v.string(), v.isoTimestamp()),
  endedAt: v.pipe(v.string(), v.isoTimestamp()),
  /** The version of Koi that made it. */
  koi: v.string(),
  /** The newest migration. */
  schema: v.pipe(v.number(), v.integer()),
  /** The newest seal, as of the beginning. */
  seal: v.nullable(SealSchema),
  /** SHA-256 by path. A base backup has its own list, `backup_manifest`, whose SHA-256 is here. */
  files: v.record(v.string(), v.string()),
}
const LsnSchema = v.pipe(v.string(), v.regex(/^[0-9A-F]+\/[0-9A-F]+$/i))

export const ManifestSchema = v.variant('kind', [
  v.object({ ...About, kind: v.literal('pglite') }),
  v.object({
    ...About,
    kind: v.literal('postgres'),
    /** The major version of the server. */
    major: v.pipe(v.number(), v.integer()),
    /** The system identifier: the same in every copy of a cluster. */
    system: v.string(),
    database: v.string(),
    segmentBytes: v.pipe(v.number(), v.integer(), v.minValue(1_048_576)),
    timeline: v.pipe(v.number(), v.integer()),
    startLsn: LsnSchema,
    endLsn: LsnSchema,
  }),
])
export type Manifest = v.InferOutput<typeof ManifestSchema>
export type PostgresManifest = Extract<Manifest, { kind: 'postgres' }>
