import * as contract from '#contract/operator/actions.ts'
import { requireConfirmed } from '#server/operators/confirm-session.ts'
import { served, type Served } from '#server/http/mount-endpoint.ts'
import { act, type ActServices } from './act.ts'
import { decideProposal, listProposals } from './proposals.ts'

export function operatorActionEndpoints(services: ActServices): Served[] {
  const { db, secrets, clock, config } = services
  return [
    served(contract.act, { handle: ({ body }, caller) => act(services, caller, body) }),
    served(contract.listProposals, { handle: (_, { operator }) => listProposals(db, operator.id, clock()) }),
    served(contract.decideProposal, {
      async handle({ params, body }, { operator, keep }) {
        const now = clock()
        if (body.isAgreed) requireConfirmed(operator, now)
        const { state, rows } = await decideProposal(
          { db, secrets, now, rewards: config.rewards, maxPriceAgeMs: config.votes.maxPriceAgeMs },
          { author: operator, role: operator.role, keep },
          { id: params.id, ...body },
        )
        return { state, rows: rows.map((row) => ({ ...row })) }
      },
    }),
  ]
}
