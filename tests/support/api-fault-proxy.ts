import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type Fault =
  /** Passed on after a pause. */
  | { kind: 'delay'; ms: number }
  /** A failure in the server's error shape; with `isLogin`, a 401 means an invalid token. */
  | { kind: 'status'; status: number; message?: string; code?: string; isLogin?: boolean }
  /** 200 and JSON, but against the contract. */
  | { kind: 'malformed'; body?: string; contentType?: string }
  /** The connection breaks before the answer. */
  | { kind: 'drop' }
  /** The connection breaks within the answer. */
  | { kind: 'cut' }

export interface FaultProxy {
  readonly origin: string
  /** For example `GET /api/games`. */
  readonly requests: readonly string[]
  /** Applies `fault` to requests whose path matches, `times` times or until `clear`. Later rules win. */
  fail(path: RegExp | string, fault: Fault, times?: number): void
  clear(): void
  stop(): Promise<void>
}

/** The reference of each failure that the proxy makes up. */
export const FAULT_REFERENCE = '3f9a1c0b7d2e'

interface Rule {
  path: RegExp | string
  fault: Fault
  left: number
}

/** An HTTP proxy in front of a running server, on a free port, which injects faults. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const upstream = new URL(target)
  const requests: string[] = []
  let rules: Rule[] = []

  function takeFault(path: string): Fault | undefined {
    const rule = rules.findLast(
      (candidate) =>
        candidate.left > 0 &&
        (typeof candidate.path === 'string' ? path === candidate.path : candidate.path.test(path)),
    )
    if (rule) rule.left -= 1
    return rule?.fault
  }

  function passOn(incoming: IncomingMessage, outgoing: ServerResponse, isCut: boolean): void {
    const forwarded = request(
      {
        host: upstream.hostname,
        port: upstream.port,
        method: incoming.method,
        path: incoming.url,
        headers: { ...incoming.headers, host: upstream.host },
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        if (isCut) {
          answer.once('data', (chunk: Buffer) => {
            outgoing.write(chunk.subarray(0, Math.ceil(chunk.length / 2)), () => outgoing.destroy())
          })
        } else {
          answer.pipe(outgoing)
        }
      },
    )
    forwarded.on('error', () => outgoing.destroy())
    outgoing.on('close', () => forwarded.destroy())
    incoming.pipe(forwarded)
  }

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const path = new URL(incoming.url ?? '/', target).pathname
    requests.push(`${incoming.method ?? 'GET'} ${path}`)
    const fault = takeFault(path)
    switch (fault?.kind) {
      case undefined:
        return passOn(incoming, outgoing, false)
      case 'delay':
        await sleep(fault.ms)
        if (!outgoing.destroyed) passOn(incoming, outgoing, false)
        return
      case 'status': {
        const { status, message = 'Refused by the test', code = 'test', isLogin } = fault
        outgoing.writeHead(status, { 'content-type': 'application/json', 'x-request-id': FAULT_REFERENCE })
        outgoing.end(JSON.stringify({ message, code, ...(isLogin !== undefined && { result: { isLogin } }) }))
        return
      }
      case 'malformed':
        outgoing.writeHead(200, { 'content-type': fault.contentType ?? 'application/json' })
        outgoing.end(fault.body ?? '{"data":{"unexpected":true}}')
        return
      case 'drop':
        incoming.socket.destroy()
        return
      case 'cut':
        return passOn(incoming, outgoing, true)
    }
  }

  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing))
  await new Promise<void>((done) => server.listen(0, upstream.hostname, done))
  const { port } = server.address() as AddressInfo

  return {
    origin: `http://${upstream.hostname}:${port}`,
    requests,
    fail: (path, fault, times = Number.POSITIVE_INFINITY) => void rules.push({ path, fault, left: times }),
    clear: () => void (rules = []),
    stop: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
