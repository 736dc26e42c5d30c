import { sql, type RawBuilder } from 'kysely'
import { TRANSACTION_KINDS, type TransactionKind } from '#server/ledger/plan-transaction.ts'

interface Shape {
  /** Its moves of money, each `from>to`, as a regular expression for all of them. */
  readonly moves: string
  /** Whether its key is made of what it moves money for. */
  readonly key: RawBuilder<unknown>
  /** Whether it names what it moves money for. */
  readonly hasSubject: boolean
}

/** What each kind of transaction may look like: a new kind is a fault until it is here. */
const SHAPES: Readonly<Record<TransactionKind, Shape>> = {
  deposit: {
    moves: '(deposit>available|deposit>house house>available)',
    key: sql`it.key = 'deposit/' || it.chain || '/' || it.tx_id || '/' || it.log_index`,
    hasSubject: false,
  },
  'practice-grant': {
    moves: 'house>available',
    key: sql`it.key = 'practice-grant/' || it.player || '/' || it.coin`,
    hasSubject: false,
  },
  stake: { moves: 'available>house', key: sql`it.key ~ '^bet/.+/stake$'`, hasSubject: true },
  payout: { moves: 'house>available', key: sql`it.key ~ '^bet/.+/payout$'`, hasSubject: true },
  round: {
    moves: 'available>house( house>available)?',
    key: sql`it.key ~ '^bet/.+/stake$'`,
    hasSubject: true,
  },
  'bonus-lock': {
    moves: 'bonus>locked',
    key: sql`it.key = 'bonus/' || it.subject || '/lock'`,
    hasSubject: true,
  },
  'bonus-release': {
    moves: 'locked>available',
    key: sql`starts_with(it.key, 'bonus/' || it.subject || '/release/')`,
    hasSubject: true,
  },
  'bonus-forfeit': {
    moves: 'locked>bonus',
    key: sql`it.key = 'bonus/' || it.subject || '/forfeit'`,
    hasSubject: true,
  },
  'withdrawal-reserve': {
    moves: 'available>pending',
    key: sql`it.key = 'withdrawal/' || it.subject || '/reserve'`,
    hasSubject: true,
  },
  'withdrawal-complete': {
    moves: 'pending>withdrawal( pending>house)?',
    key: sql`it.key = 'withdrawal/' || it.subject || '/settle'`,
    hasSubject: true,
  },
  'withdrawal-cancel': {
    moves: 'pending>available( pending>house)?',
    key: sql`it.key = 'withdrawal/' || it.subject || '/settle'`,
    hasSubject: true,
  },
  rakeback: { moves: 'rakeback>available', key: sql`starts_with(it.key, 'rakeback/')`, hasSubject: false },
  referral: { moves: 'referral>available', key: sql`starts_with(it.key, 'referral/')`, hasSubject: false },
  'account-forfeit': {
    moves: '(available>house|locked>bonus)( available>house| locked>bonus)*',
    key: sql`it.key = 'account-forfeit/' || it.player`,
    hasSubject: false,
  },
}

const byKind = (value: (shape: Shape) => RawBuilder<unknown>) =>
  sql`case it.kind ${sql.join(
    TRANSACTION_KINDS.map((kind) => sql`when ${sql.lit(kind)} then ${value(SHAPES[kind])}`),
    sql` `,
  )} end`

export const isKnownKind = sql`it.kind in (${sql.join(TRANSACTION_KINDS.map((kind) => sql.lit(kind)))})`
export const allowedMoves = byKind(({ moves }) => sql.lit(`^${moves}$`))
export const isKeyOfKind = byKind(({ key }) => key)
export const hasSubject = byKind(({ hasSubject: has }) => sql.lit(has))
