import * as v from 'valibot'
import { endpoint } from '#contract/endpoint.ts'
import { CountSchema, DecimalSchema, MomentSchema, SignedDecimalSchema } from '#contract/values.ts'
import { CoinAmountSchema } from './values.ts'

const OperatedProviderSchema = v.object({
  provider: v.string(),
  name: v.string(),
  isOn: v.boolean(),
  gamesOn: CountSchema,
  games: CountSchema,
  /** This and the sums below count the present UTC day. */
  bets: CountSchema,
  stakedUsd: DecimalSchema,
  resultUsd: SignedDecimalSchema,
  openRounds: CountSchema,
  /** Debts of the provider for wins that were rolled back and could not be taken. */
  debts: v.array(CoinAmountSchema),
  syncedAt: v.nullable(MomentSchema),
  lastCallAt: v.nullable(MomentSchema),
})
export type OperatedProvider = v.InferOutput<typeof OperatedProviderSchema>

export const listOperatedProviders = endpoint({
  method: 'GET',
  path: '/operator/providers',
  tag: 'operator',
  access: 'operator',
  may: 'providers.read',
  summary: 'List providers of games with their figures and debts',
  data: v.array(OperatedProviderSchema),
  errors: [],
})
