import { randomInt } from 'node:crypto'
import * as v from 'valibot'
import { GiftCodeSchema } from '#contract/gift-codes.ts'
import { CoinIdSchema, DecimalSchema, RowIdSchema } from '#contract/values.ts'
import { StartupError } from '#server/base/startup-error.ts'
import { toDecimal } from '#server/coins/units.ts'
import { hashOfCode } from '#server/gifts/redeem-code.ts'
import { freeRoundsOf, requireAmount, requirePlayable, worthOfRounds } from './free-rounds-terms.ts'
import { readAs, type OperatorChange, type Verbs } from './operator-call.ts'

/** Crockford's base 32, without letters that look like digits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LETTERS = 12

const OptionsSchema = v.object({
  name: v.pipe(v.string('--name is missing'), v.trim(), v.minLength(1), v.maxLength(100)),
  text: v.optional(GiftCodeSchema),
  money: v.optional(DecimalSchema),
  coin: v.optional(CoinIdSchema, 'usdt-tron'),
  uses: v.pipe(
    v.optional(v.string(), '1'),
    v.transform(Number),
    v.integer('--uses is no whole number'),
    v.minValue(1),
    v.maxValue(1_000_000),
  ),
  until: v.pipe(
    v.string('--until is missing'),
    v.isoTimestamp('--until is no moment such as 2027-01-31T00:00:00Z'),
  ),
})

export const CODES: Verbs = {
  list: {
    isChange: false,
    async ask({ db }) {
      const rows = await db
        .selectFrom('gift_code')
        .leftJoin('coin', 'coin.id', 'gift_code.coin')
        .selectAll('gift_code')
        .select('coin.decimals')
        .orderBy('gift_code.id')
        .execute()
      return rows.map(({ id, name, coin, amount, decimals, free, uses, used, until, stopped_at }) => ({
        id,
        name,
        gives: free ?? { coin, amount: toDecimal(BigInt(amount ?? 0), decimals ?? 0) },
        used,
        uses,
        until: until.toISOString(),
        stopped: stopped_at?.toISOString() ?? null,
      }))
    },
  },

  create: {
    isChange: true,
    async worth({ db, options }) {
      const { money, coin, uses } = readAs(OptionsSchema, options)
      return money === undefined
        ? worthOfRounds(db, freeRoundsOf(options), uses)
        : { coin, amount: (await requireAmount(db, coin, money)) * BigInt(uses) }
    },
    async act(call) {
      const { db, secrets, now, options, actionId } = call
      const { name, text, money, coin, uses, until } = readAs(OptionsSchema, options)
      if (Date.parse(until) <= now) throw new StartupError(`${until} is over.`)
      const code = text ?? randomCode()
      const amount = money === undefined ? null : await requireAmount(db, coin, money)
      const free = money === undefined ? await requirePlayable(db, freeRoundsOf(options)) : null
      const row = await db
        .insertInto('gift_code')
        .values({
          hash: hashOfCode(secrets, code),
          name,
          coin: amount === null ? null : coin,
          amount: amount === null ? null : `${amount}`,
          free: free && JSON.stringify(free),
          uses,
          made_at: new Date(now),
          until: new Date(until),
          stopped_at: null,
          action_id: actionId,
        })
        .onConflict((conflict) => conflict.column('hash').doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!row) throw new StartupError('There is such a code already.')
      const what = { code: row.id, name, gives: free ?? { coin, amount: money }, uses, until }
      // Only here: the database keeps a hash.
      return { what, rows: [{ ...what, text: options['text']?.trim() ?? inGroups(code) }] }
    },
  },

  stop: {
    isChange: true,
    act: async (call) => {
      const id = await stop(call)
      return { what: { code: id }, rows: [{ code: id, stopped: new Date(call.now).toISOString() }] }
    },
  },
}

async function stop({ db, now, words }: OperatorChange): Promise<string> {
  const id = readAs(RowIdSchema, words[0])
  const { numUpdatedRows } = await db
    .updateTable('gift_code')
    .set({ stopped_at: new Date(now) })
    .where('id', '=', id)
    .where('stopped_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new StartupError(`There is no running code ${id}.`)
  return id
}

const randomCode = () =>
  Array.from({ length: LETTERS }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')

/** Easier to type. */
const inGroups = (code: string) => code.replace(/(.{4})(?=.)/g, '$1-')
