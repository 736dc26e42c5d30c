import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { API_BASE } from '#contract/api-base.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { OPERATOR_API } from '#contract/operator/api.ts'
import { findPlayers } from '#contract/operator/players.ts'
import { isAllowed, ROLES, type Role } from '#contract/operator-roles.ts'
import { getOperatorSession, OPERATOR_TOKEN_HEADER } from '#contract/operator/session.ts'
import { listAllWithdrawals } from '#contract/operator/withdrawals.ts'
import { OPERATOR_ANSWERS, playersPage, sessionOf, withdrawalsPage } from './operator-fixtures.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}
/** As strict as the server's: nothing inline, nothing from elsewhere. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export interface ConsoleServer {
  readonly origin: string
  /** Calls that were made, as `POST /operator/actions`, with what was sent. */
  readonly calls: readonly { readonly name: string; readonly body: unknown }[]
  /** Answers a call with a status and a body instead, until `undefined` is given. */
  answerInstead(endpoint: Endpoint, answer: { status: number; body: object } | undefined): void
  close(): Promise<void>
}

/** Serves the built console of `dist`, and answers its calls from the fixtures. The token is the name of a role. */
export async function serveConsole(dist: string): Promise<ConsoleServer> {
  const calls: { name: string; body: unknown }[] = []
  const instead = new Map<Endpoint, { status: number; body: object }>()
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    const answering = url.pathname.startsWith(`${API_BASE}/`)
      ? answerCall(url, request, response)
      : answerFile(join(dist, 'operator'), url.pathname, response)
    answering.catch((error: unknown) => response.writeHead(500).end(String(error)))
  })

  async function answerCall(url: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = url.pathname.slice(API_BASE.length)
    const endpoint = OPERATOR_API.find(
      (each) => each.method === request.method && pathPattern(each.path).test(path),
    )
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
    if (!endpoint) return void send(404, { code: 'not_found', message: 'There is no such call' })
    const text = await textOf(request)
    calls.push({ name: `${endpoint.method} ${path}`, body: text === '' ? undefined : JSON.parse(text) })
    const told = instead.get(endpoint)
    if (told) return void send(told.status, told.body)
    const token = request.headers[OPERATOR_TOKEN_HEADER]
    const role = ROLES.find((each) => each === token)
    if (endpoint.access === 'operator' && !role)
      return void send(401, { code: 'unauthorized', message: 'Log in', result: { isLogin: true } })
    if (role && endpoint.may && !isAllowed(role, endpoint.may))
      return void send(403, { code: 'forbidden', message: `${role} may not` })
    send(200, { data: answerOf(endpoint, url.searchParams, role) })
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://localhost:${port}`,
    calls,
    answerInstead(endpoint, answer) {
      if (answer) instead.set(endpoint, answer)
      else instead.delete(endpoint)
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function answerOf(endpoint: Endpoint, query: URLSearchParams, role: Role | undefined): unknown {
  if (endpoint === findPlayers) return playersPage(query)
  if (endpoint === listAllWithdrawals) return withdrawalsPage(query)
  if (endpoint === getOperatorSession) return sessionOf(role ?? 'owner')
  return OPERATOR_ANSWERS.get(endpoint)
}

const pathPattern = (path: string) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`)

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

/** A page of the console is its one document. */
async function answerFile(folder: string, path: string, response: ServerResponse): Promise<void> {
  const name = path.startsWith('/operator/assets/') ? path.slice('/operator/'.length) : 'index.html'
  const content = await readFile(join(folder, name)).catch(() => undefined)
  if (content === undefined || !path.startsWith('/operator')) return void response.writeHead(404).end()
  response
    .writeHead(200, {
      'Content-Type': TYPES[extname(name)] ?? 'application/octet-stream',
      'Content-Security-Policy': POLICY,
    })
    .end(content)
}
