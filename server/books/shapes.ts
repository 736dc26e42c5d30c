import { sql, type RawBuilder } from 'kysely'
import { TRANSACTION_KINDS, type HouseKind, type TransactionKind } from '#server/db/ledger-kinds.ts'

interface Shape {
  /** Moves of money that it may have, each `from>to`; any number of them if `isAny`. */
  readonly moves: readonly string[]
  readonly isAny?: true
  /** True if its key is made of the subject that it moves money for. */
  readonly key: RawBuilder<unknown>
  readonly hasSubject: boolean
}

const rewardOf = (payer: HouseKind): Shape => ({
  moves: [`${payer}>available`],
  key: sql`starts_with(it.key, it.kind || '/' || it.player || '/')`,
  hasSubject: false,
})

const ofProvider = (moves: readonly string[]): Shape => ({
  moves,
  key: sql`it.key like 'provider/_%/_%'`,
  hasSubject: true,
})

/** A new kind of transaction is a fault until it is here. */
const SHAPES: Readonly<Record<TransactionKind, Shape>> = {
  deposit: {
    moves: ['deposit>available', 'deposit>house house>available'],
    key: sql`it.key = 'deposit/' || it.chain || '/' || it.tx_id || '/' || it.log_index`,
    hasSubject: false,
  },
  'practice-grant': {
    moves: ['house>available'],
    key: sql`it.key = 'practice-grant/' || it.player || '/' || it.coin`,
    hasSubject: false,
  },
  stake: { moves: ['available>house'], key: sql`it.key like 'bet/_%/stake'`, hasSubject: true },
  payout: {
    moves: ['house>available'],
    key: sql`it.key like 'bet/_%/payout' or it.key like 'bet/_%/back'`,
    hasSubject: true,
  },
  round: {
    moves: ['available>house', 'available>house house>available'],
    key: sql`it.key like 'bet/_%/stake'`,
    hasSubject: true,
  },
  'bonus-lock': {
    moves: ['bonus>locked'],
    key: sql`it.key = 'bonus/' || it.subject || '/lock'`,
    hasSubject: true,
  },
  'bonus-release': {
    moves: ['locked>available'],
    key: sql`starts_with(it.key, 'bonus/' || it.subject || '/release/')`,
    hasSubject: true,
  },
  'bonus-forfeit': {
    moves: ['locked>bonus'],
    key: sql`it.key = 'bonus/' || it.subject || '/forfeit'`,
    hasSubject: true,
  },
  'withdrawal-reserve': {
    moves: ['available>pending'],
    key: sql`it.key = 'withdrawal/' || it.subject || '/reserve'`,
    hasSubject: true,
  },
  'withdrawal-complete': {
    moves: ['pending>withdrawal', 'pending>withdrawal pending>house'],
    key: sql`it.key = 'withdrawal/' || it.subject || '/settle'`,
    hasSubject: true,
  },
  'withdrawal-cancel': {
    moves: ['pending>available', 'pending>available pending>house'],
    key: sql`it.key = 'withdrawal/' || it.subject || '/settle'`,
    hasSubject: true,
  },
  rakeback: rewardOf('rakeback'),
  referral: rewardOf('referral'),
  'level-gift': rewardOf('gift'),
  'code-gift': rewardOf('gift'),
  'race-prize': rewardOf('race'),
  'free-stake': { moves: ['gift>available'], key: sql`it.key like 'bet/_%/free'`, hasSubject: true },
  'provider-bet': ofProvider(['available>provider']),
  'provider-win': ofProvider(['provider>available']),
  'provider-bet-back': ofProvider(['provider>available']),
  'provider-win-back': ofProvider(['available>provider', 'provider-debt>available available>provider']),
  'account-forfeit': {
    moves: ['available>house', 'locked>bonus'],
    isAny: true,
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
export const areMovesOfKind = byKind(({ moves, isAny }) => {
  const allowed = sql`array[${sql.join(moves.map((each) => sql.lit(each)))}]`
  return isAny ? sql`string_to_array(it.moves, ' ') <@ ${allowed}` : sql`it.moves = any(${allowed})`
})
export const isKeyOfKind = byKind(({ key }) => key)
export const hasSubject = byKind(({ hasSubject: has }) => sql.lit(has))
