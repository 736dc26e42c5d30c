import type { Check } from './check.ts'
import type { Queries } from './database-pair.ts'

const LOOK_EVERY_MS = 500
const ROWS = `select bucket || '/' || id as place, concat_ws(' ', key, kind, subject) as what from ledger_transaction`

interface Row {
  readonly place: string
  readonly what: string
}

/** Records every movement that could once be read, because a reader relies on it. */
export class Seen {
  readonly #movements = new Map<string, string>()
  readonly #db: Queries
  readonly #looking: NodeJS.Timeout
  /** Ids that were read for two movements. */
  readonly #faults: string[] = []

  constructor(db: Queries) {
    this.#db = db
    this.#looking = setInterval(() => void this.#look().catch(() => {}), LOOK_EVERY_MS)
  }

  /** Compares the records with the final state. */
  async check(): Promise<Check> {
    clearInterval(this.#looking)
    const { rows } = await this.#db.query<Row>(ROWS)
    const now = new Map(rows.map(({ place, what }) => [place, what]))
    const faults = [...this.#movements]
      .filter(([place, what]) => now.get(place) !== what)
      .map(([place, what]) => `${place} was ${what} and is ${now.get(place) ?? 'not there'}`)
    return {
      name: 'movements that could once be read: still there, under the same id',
      compared: this.#movements.size,
      faults: [...this.#faults, ...faults],
    }
  }

  async #look(): Promise<void> {
    const { rows } = await this.#db.query<Row>(`${ROWS} where at > now() - interval '10 seconds'`)
    for (const { place, what } of rows) {
      const before = this.#movements.get(place)
      if (before !== undefined && before !== what) this.#faults.push(`${place} was ${before}, then ${what}`)
      this.#movements.set(place, what)
    }
  }
}

/** Checks that the next id of each table is new. */
export async function checkSequences(db: Queries): Promise<Check> {
  const { rows } = await db.query<{ table: string; column: string; sequence: string }>(
    `select quote_ident(table_name) as table, quote_ident(column_name) as column,
       pg_get_serial_sequence(quote_ident(table_name), column_name) as sequence
     from information_schema.columns
     where table_schema = 'public' and (is_identity = 'YES' or column_default like 'nextval%')`,
  )
  const faults: string[] = []
  for (const { table, column, sequence } of rows) {
    const { rows: found } = await db.query(
      `select from ${table} having max(${column}) > coalesce(pg_sequence_last_value('${sequence}'), 0)`,
    )
    if (found.length > 0) faults.push(`${table} has ids that ${sequence} will give again`)
  }
  return { name: 'sequences: none is behind its table', compared: rows.length, faults }
}

/** Checks that every process listens to the current database. */
export async function checkListeners(db: Queries, processes: number): Promise<Check> {
  const { rows } = await db.query(`select from pg_stat_activity where application_name = 'koi-feed'`)
  const faults = rows.length === processes ? [] : [`${rows.length} listen`]
  return { name: 'every server listens at the primary', compared: processes, faults }
}
