import { sql, type RawBuilder } from 'kysely'
import type { LedgerAccount } from './ledger-transaction.ts'
import type { PlannedTransaction } from './plan-transaction.ts'

interface PlannedMovement extends PlannedTransaction {
  /** Milliseconds since the epoch. */
  readonly at: number
  /** The caller's own number, which `ledger_post` returns. */
  readonly item?: number
}

/** Encodes movements as the five arguments of `ledger_post`. Objects refer to each other by numbers from 1. */
export function ledgerArguments(asked: readonly PlannedMovement[]): RawBuilder<unknown> {
  const accounts = new Numbered<{ bucket: number; kind: string; coin: string; player: number | null }>()
  const keys = new Map<string, number>()
  const givers: number[] = []
  const takers: number[] = []
  const amounts: bigint[] = []
  const movements = asked.map((each, index) => {
    const { bucket, key, fingerprint, kind, subject = null, transfer, at, item } = each
    const numberOf = ({ kind: of, coin, ...account }: LedgerAccount) => {
      const player = 'player' in account ? account.player : null
      return accounts.numberOf(`${bucket} ${of} ${coin} ${player}`, { bucket, kind: of, coin, player })
    }
    const first = givers.length + 1
    for (const { from, to, amount } of each.moves) {
      givers.push(numberOf(from))
      takers.push(numberOf(to))
      amounts.push(amount)
    }
    const place = `${bucket} ${key}`
    const twin = keys.get(place) ?? null
    keys.set(place, index + 1)
    return {
      n: index + 1,
      item,
      bucket,
      key,
      fingerprint: fingerprint.toString('hex'),
      kind,
      subject,
      twin,
      at: new Date(at),
      first,
      last: givers.length,
      chain: transfer?.chain ?? null,
      tx_id: transfer?.txId ?? null,
      log_index: transfer?.logIndex ?? null,
    }
  })
  return sql`${JSON.stringify(accounts.all)}::json, ${`{${givers.join()}}`}::integer[],
    ${`{${takers.join()}}`}::integer[], ${`{${amounts.join()}}`}::bigint[], ${JSON.stringify(movements)}::json`
}
/** Assigns numbers from 1 in order of first use. */
class Numbered<T> {
  readonly #numbers = new Map<string, number>()
  readonly all: (T & { readonly n: number })[] = []

  numberOf(name: string, thing: T): number {
    const known = this.#numbers.get(name)
    if (known !== undefined) return known
    const n = this.all.push({ ...thing, n: this.all.length + 1 })
    this.#numbers.set(name, n)
    return n
  }
}
