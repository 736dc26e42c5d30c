import type { Context } from 'hono'
import type { Endpoint, ParsedRequest } from '#contract/endpoint.ts'
import { isAllowed, type Permission } from '#contract/operator-roles.ts'
import { OPERATOR_TOKEN_HEADER } from '#contract/operator/session.ts'
import type { Clock } from '#server/base/clock.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { Database } from '#server/db/tables.ts'
import type { Caller, CallerOperator, OperatorCaller } from '#server/identity/caller.ts'
import { keepAction, keepRead } from '#server/identity/operator-log.ts'
import { keptRead } from '#server/operators/kept-read.ts'
import { readOperatorSession } from '#server/operators/operator-sessions.ts'

interface GateServices {
  readonly db: Database
  readonly clock: Clock
}

/** Calls that read no player's data and nothing that only some may see. A check of the log writes its line itself. */
const UNLOGGED: readonly Permission[] = ['own', 'today.read', 'audit.check']

export type OperatorGate = ReturnType<typeof createOperatorGate>

/** Lets operators in, and keeps the log: no endpoint can be without either. */
export function createOperatorGate({ db, clock }: GateServices) {
  return {
    /** @throws Refusal `unauthorized`, `forbidden` */
    async enter(endpoint: Endpoint, token: string): Promise<CallerOperator> {
      const operator = await readOperatorSession(db, token, clock())
      if (!operator) throw new Refusal('unauthorized', 'The session has ended', { isDeadToken: true })
      // An endpoint that names no permission is nobody's.
      if (endpoint.may === undefined || !isAllowed(operator.role, endpoint.may)) {
        throw new Refusal('forbidden', 'Your role may not do this')
      }
      return operator
    },

    /**
     * Answers only when the call's line is in the log: that of a read says who was shown, that of a change is written
     * with the change. A change that writes none itself gets one.
     */
    async handle(
      { endpoint, request, caller, operator }: Handled,
      work: (caller: OperatorCaller) => Promise<unknown>,
    ): Promise<unknown> {
      let isKept = false
      const known: OperatorCaller = {
        ...caller,
        operator,
        async keep(trx, line) {
          isKept = true
          await keepAction(trx, operator, line, clock())
        },
      }
      const isLogged = endpoint.may !== undefined && !UNLOGGED.includes(endpoint.may)
      const { params, query, body } = request as Partial<Record<'params' | 'query' | 'body', unknown>>
      if (isLogged && endpoint.method === 'GET') {
        let read: unknown = null
        try {
          read = await work(known)
          return read
        } finally {
          const line = { action: `${subjectOf(endpoint)} read`, what: keptRead({ params, query }, read) }
          await keepRead(db, operator, line, clock())
        }
      }
      const answer = await work(known)
      if (isLogged && endpoint.method !== 'GET' && !isKept) {
        const action = `${subjectOf(endpoint)} ${endpoint.method.toLowerCase()}`
        const what = keptRead({ params, query }, null)
        await keepAction(db, operator, { action, why: whyOf(body), what }, clock())
      }
      return answer
    },
  }
}

interface Handled {
  readonly endpoint: Endpoint
  readonly request: ParsedRequest<Endpoint>
  readonly caller: Caller
  readonly operator: CallerOperator
}

/** `/operator/players/:uid/bets` → `players bets`. */
const subjectOf = ({ path }: Endpoint) =>
  path
    .split('/')
    .slice(2)
    .filter((part) => !part.startsWith(':'))
    .join(' ')

const whyOf = (body: unknown): string => {
  const { why } = (body ?? {}) as { readonly why?: unknown }
  return typeof why === 'string' ? why : ''
}

/** @throws Refusal `unauthorized` for a request without a token */
export function operatorTokenOf(c: Context): string {
  const token = c.req.header(OPERATOR_TOKEN_HEADER)
  if (!token) throw new Refusal('unauthorized', 'Log in first')
  return token
}
