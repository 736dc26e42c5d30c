import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { HashSchema, ReceiptSchema } from './play.ts'
import { CoinIdSchema, CountSchema, RowIdSchema } from './values.ts'

// Daily seals (UTC) signed by the house. Amounts are in a coin's smallest unit, as whole numbers in texts;
// docs/seals.md explains the text `seal` and the check of proofs.

export const SEALS_PER_PAGE = 30

/** A UTC day, as `2026-11-25`. */
export const DaySchema = v.pipe(v.string(), v.isoDate())

/** The signature is over exactly the UTF-8 bytes of `seal`. */
export const SealSchema = v.object({
  day: DaySchema,
  seal: v.string(),
  kid: v.string(),
  /** Ed25519, base64url. */
  signature: v.string(),
})
export type SealAnswer = v.InferOutput<typeof SealSchema>

const UnitsSchema = v.pipe(v.string(), v.regex(/^(?:0|[1-9]\d*)$/))

/** Proof that consecutive receipts are in the seal of a day. */
export const SealedReceiptsSchema = v.object({
  day: DaySchema,
  first: CountSchema,
  /** SHA-256 of their texts. */
  receipts: v.array(HashSchema),
  path: v.array(HashSchema),
})

/** Proof that a player's balance of a coin is in the seal of a day. */
export const SealedBalanceSchema = v.object({
  day: DaySchema,
  /** The player's name in receipts. */
  player: v.string(),
  coin: CoinIdSchema,
  /** Their sum is the balance. */
  pieces: v.array(
    v.object({
      amount: UnitsSchema,
      salt: v.string(),
      index: CountSchema,
      path: v.array(v.object({ hash: HashSchema, sum: UnitsSchema })),
    }),
  ),
})

export const listSeals = endpoint({
  method: 'GET',
  path: '/seals',
  tag: 'seals',
  access: 'public',
  isOpen: true,
  summary: 'List the seals of all days, newest first',
  query: v.object({ after: v.optional(DaySchema) }),
  data: v.object({ seals: v.array(SealSchema), next: v.nullable(DaySchema) }),
  errors: [],
})

export const getSeal = endpoint({
  method: 'GET',
  path: '/seals/:day',
  tag: 'seals',
  access: 'public',
  isOpen: true,
  summary: 'Get the seal of a day',
  params: v.object({ day: DaySchema }),
  data: SealSchema,
  errors: ['not_found'],
})

export const SealsOfBetSchema = v.object({
  /** All receipts of the bet, oldest first. */
  receipts: v.array(ReceiptSchema),
  /** Seals that contain some of them. */
  seals: v.array(SealSchema),
  sealedReceipts: v.array(SealedReceiptsSchema),
  /** SHA-256 of receipts whose day is not sealed yet. */
  waiting: v.array(HashSchema),
})
export type SealsOfBet = v.InferOutput<typeof SealsOfBetSchema>

export const getSealsOfBet = endpoint({
  method: 'GET',
  path: '/bets/:id/seals',
  tag: 'seals',
  access: 'player',
  summary: 'Get the receipts of a bet or an open round, with proofs of their inclusion in daily seals',
  params: v.object({ id: RowIdSchema }),
  data: SealsOfBetSchema,
  errors: ['not_found'],
})

export const SealedBalancesSchema = v.object({
  seal: SealSchema,
  /** One per coin that the player held. */
  sealedBalances: v.array(SealedBalanceSchema),
})
export type SealedBalances = v.InferOutput<typeof SealedBalancesSchema>

export const getSealedBalance = endpoint({
  method: 'GET',
  path: '/seals/:day/balance',
  tag: 'seals',
  access: 'player',
  summary: 'Get the player’s balances in the seal of a day, with proofs',
  params: v.object({ day: DaySchema }),
  data: SealedBalancesSchema,
  errors: ['not_found'],
})
