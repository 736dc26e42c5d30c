import * as contract from '#contract/seal.ts'
import type { Database } from '#server/db/tables.ts'
import { served, type Served } from '#server/http/mount-endpoint.ts'
import type { Secrets } from '#server/identity/secrets.ts'
import { readSealedBalances, readSealsOfBet } from './seal-proofs.ts'
import { listSealsOf, readSeal } from './seals.queries.ts'

export function sealEndpoints(db: Database): Served[] {
  return [
    served(contract.listSeals, { handle: ({ query: { after } }) => listSealsOf(db, after) }),
    served(contract.getSeal, { handle: ({ params: { day } }) => readSeal(db, day) }),
  ]
}

/** For the player whose receipts and balances they prove. */
export function sealProofEndpoints(services: {
  readonly db: Database
  readonly secrets: Pick<Secrets, 'hash' | 'decrypt'>
}): Served[] {
  return [
    served(contract.getSealsOfBet, {
      handle: ({ params: { id } }, { session: { uid } }) => readSealsOfBet(services.db, uid, id),
    }),
    served(contract.getSealedBalance, {
      handle: ({ params: { day } }, { session: { uid } }) => readSealedBalances(services, uid, day),
    }),
  ]
}
