import * as v from 'valibot'
import { ChainIdSchema, EvmAddressSchema } from '#contract/values.ts'

export const WalletsSearchSchema = v.object({
  /** Address of the wallet to unlink after a confirmation. */
  remove: v.optional(v.fallback(v.optional(EvmAddressSchema), undefined)),
  /** Chain of that wallet, if it is a contract. */
  on: v.optional(v.fallback(v.optional(ChainIdSchema), undefined)),
})
