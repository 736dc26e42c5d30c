import { API_BASE } from '#contract/api-base.ts'
import type { BodyOf, DataOf, Endpoint } from '#contract/endpoint.ts'
import { inviteOperator } from '#contract/operator/operators.ts'
import type { Role } from '#contract/operator-roles.ts'
import {
  acceptInvitation,
  beginConfirmation,
  beginInvitation,
  beginOperatorLogin,
  confirmSession,
  logInOperator,
  OPERATOR_TOKEN_HEADER,
} from '#contract/operator/session.ts'
import { createLogger } from '#server/base/logger.ts'
import { readConfig } from '#server/config/config.ts'
import { readsOf } from '#server/db/open-reads.ts'
import type { Database } from '#server/db/tables.ts'
import { operatorEndpoints } from '#server/endpoints.ts'
import { createRateLimits } from '#server/identity/rate-limits.ts'
import { openSecrets } from '#server/identity/secrets.ts'
import { operate } from '#server/admin/admin.command.ts'
import { createOperatorApp } from '#server/operator-app.ts'
import { createAuthenticator } from './software-authenticator.ts'

export const CONSOLE_ORIGIN = 'https://console.example'

interface Inviter {
  readonly token: string
  readonly confirm: () => Promise<unknown>
}

interface Input<E extends Endpoint> {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: BodyOf<E>
  readonly token?: string
  readonly from?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** The console's calls on a database. Several of them on one database are several processes. */
export async function openOperatorWorld(
  db: Database,
  time: { now: number } = { now: Date.parse('2026-06-01T12:00:00Z') },
  env: Record<string, string> = {},
) {
  const clock = () => time.now
  const config = readConfig({ OPERATOR_ORIGIN: CONSOLE_ORIGIN, TRUST_PROXY: '1', ...env })
  const secrets = await openSecrets(db, null)
  const services = {
    db,
    reads: readsOf(db),
    secrets,
    clock,
    config,
    limits: createRateLimits(db, clock),
    announceMail: () => {},
    views: [],
  }
  const app = createOperatorApp({
    db,
    clock,
    config,
    logger: createLogger('silent'),
    staticDir: null,
    endpoints: operatorEndpoints(services),
  })

  async function call<E extends Endpoint>(
    endpoint: E,
    { params = {}, query = {}, body, token, from = '198.51.100.1', headers = {} }: Input<E> = {},
  ) {
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')
    const search = new URLSearchParams(query).toString()
    const response = await app.request(`${API_BASE}${path}${search && `?${search}`}`, {
      method: endpoint.method,
      headers: {
        'x-forwarded-for': from,
        ...(token !== undefined && { [OPERATOR_TOKEN_HEADER]: token }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const answer = (await response.json()) as { data: DataOf<E>; code?: string; message?: string }
    return {
      status: response.status,
      code: answer.code ?? 'ok',
      message: answer.message ?? '',
      get data() {
        if (answer.code === undefined) return answer.data
        throw new Error(`${endpoint.method} ${path}: ${answer.code} (${answer.message})`)
      },
    }
  }

  /** As `npm run admin`. */
  const admin = (
    subject: string,
    verb: string,
    words: string[] = [],
    options: Record<string, string> = {},
    by = 'Mei',
  ) =>
    operate(
      {
        db,
        secrets,
        now: time.now,
        rewards: config.rewards,
        maxPriceAgeMs: config.votes.maxPriceAgeMs,
        consoleOrigin: CONSOLE_ORIGIN,
      },
      { subject, verb, words, options, by, why: 'a test' },
    )

  /** @returns the token of the link */
  const invite = async (name: string, role: Role) => {
    const [row] = (await admin('operator', 'invite', [name], { role })) as { link: string }[]
    return row?.link.split('#')[1] ?? ''
  }

  /** In the console, by an owner. */
  const inviteBy = async (by: Inviter, name: string, role: Role) => {
    await by.confirm()
    const { data } = await call(inviteOperator, { body: { name, role, why: 'a test' }, token: by.token })
    return data.path.split('#')[1] ?? ''
  }

  let invited = 0
  /** An operator with a passkey and a session. */
  async function newOperator(role: Role, name = `Op ${++invited}`, by?: Inviter) {
    const invitation = by ? await inviteBy(by, name, role) : await invite(name, role)
    const authenticator = createAuthenticator(CONSOLE_ORIGIN)
    const begun = await call(beginInvitation, { body: { token: invitation } })
    const response = authenticator.create(begun.data.options as never)
    const { data } = await call(acceptInvitation, { body: { token: invitation, response } })
    const operator = {
      id: data.operator.id,
      name,
      role,
      fingerprint: data.fingerprint,
      authenticator,
      token: data.token,
      /** As the operator. */
      call: <E extends Endpoint>(endpoint: E, input: Input<E> = {}) =>
        call(endpoint, { token: operator.token, ...input }),
      /** With the passkey, for what needs more than a session. */
      async confirm() {
        const { data: options } = await operator.call(beginConfirmation, { body: {} })
        return operator.call(confirmSession, { body: { response: authenticator.get(options as never) } })
      },
      /** Again, with the passkey. */
      async logIn() {
        const { data: options } = await call(beginOperatorLogin, { body: {} })
        const answer = await call(logInOperator, { body: { response: authenticator.get(options as never) } })
        if (answer.code === 'ok') operator.token = answer.data.token
        return answer
      },
    }
    return operator
  }

  return {
    db,
    app,
    services,
    config,
    time,
    call,
    admin,
    invite,
    newOperator,
    forgetLimits: async () => void (await db.deleteFrom('rate_limit').execute()),
  }
}
export type OperatorWorld = Awaited<ReturnType<typeof openOperatorWorld>>
export type TestOperator = Awaited<ReturnType<OperatorWorld['newOperator']>>
