import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { FreeRoundsSchema } from './free-rounds.ts'
import { CoinIdSchema, DecimalSchema, MomentSchema } from './values.ts'

/** Letters and digits. Spaces and hyphens do not count, and letters that look like digits count as those. */
export const GiftCodeSchema = v.pipe(
  v.string(),
  v.nonEmpty('required'),
  v.maxLength(100, 'gift_code'),
  v.transform((text) =>
    text
      .normalize('NFKC')
      .toUpperCase()
      .replace(/[\s\p{Dash}_]/gu, '')
      .replace(/O/g, '0')
      .replace(/[IL]/g, '1'),
  ),
  v.check((code) => /^[0-9A-Z]{6,32}$/.test(code), 'gift_code'),
)

export const redeemGiftCode = endpoint({
  method: 'POST',
  path: '/user/gift-codes',
  tag: 'gifts',
  access: 'player',
  summary: 'Use a code; the same code again tells what it gave, and gives nothing',
  body: v.object({ code: GiftCodeSchema }),
  data: v.object({
    /** False if the player had used it before. */
    isNew: v.boolean(),
    at: MomentSchema,
    gift: v.variant('kind', [
      v.object({ kind: v.literal('money'), coin: CoinIdSchema, amount: DecimalSchema }),
      v.object({ kind: v.literal('free-rounds'), rounds: FreeRoundsSchema }),
    ]),
  }),
  /** Unknown, ended, stopped and used-up codes are answered alike, so that nobody learns which ones exist. */
  errors: ['gift_code_unknown', 'break_active', 'rate_limited'],
})
