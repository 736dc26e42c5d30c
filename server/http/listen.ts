import { lstatSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import { createConnection } from 'node:net'
import { setImmediate as turnOfLoop, setTimeout as sleep } from 'node:timers/promises'
import { createAdaptorServer } from '@hono/node-server'
import { StartupError } from '#server/base/startup-error.ts'
import type { Config } from '#server/config/config.ts'

/** Browsers try both for `localhost`, and use the first that answers. */
const LOCALHOST = ['127.0.0.1', '::1']
const SHOWN_AS_LOCALHOST = new Set([...LOCALHOST, '0.0.0.0', '::'])
const HAS_NO_IPV6 = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT'])
/** A connection that was under way when the path went waits to be accepted well within this time. */
const LAST_COME_MS = 100

export const createServer = (
  fetch: Parameters<typeof createAdaptorServer>[0]['fetch'],
  { keepAliveSeconds }: Pick<Config, 'keepAliveSeconds'>,
): Server =>
  createAdaptorServer({
    fetch,
    serverOptions: {
      requestTimeout: 30_000,
      headersTimeout: 10_000,
      keepAliveTimeout: keepAliveSeconds * 1_000,
      // Node checks request timeouts only at this interval; its default is 30 s.
      connectionsCheckingInterval: 5_000,
    },
  }) as Server

interface Listening {
  readonly servers: readonly Server[]
  readonly address: string
  /**
   * Resolves when a proxy opens no further connection. Until then all are served; an answer ends its connection.
   */
  leave(): Promise<void>
}

interface Place {
  readonly host: string
  readonly port: number
  readonly socket: string | null
  readonly stopDelaySeconds: number
}

/**
 * Binds `localhost` for IPv4 and, if available, IPv6, so that no other process answers there.
 * @throws StartupError when the port is not available
 */
export async function listen(
  makeServer: () => Server,
  { host, port, socket, stopDelaySeconds }: Place,
): Promise<Listening> {
  if (socket !== null) return listenOnSocket(makeServer(), socket)
  const [first = host, second] = host === 'localhost' ? LOCALHOST : [host]
  const server = makeServer()
  const taken = await bind(server, first, port)
  const servers = [server]
  const shown = host === 'localhost' || SHOWN_AS_LOCALHOST.has(host) ? 'localhost' : host
  const address = `http://${shown.includes(':') ? `[${shown}]` : shown}:${taken}`
  if (second !== undefined) {
    const other = makeServer()
    try {
      await bind(other, second, taken)
      servers.push(other)
    } catch (error) {
      const { cause } = error as { cause?: NodeJS.ErrnoException }
      if (!HAS_NO_IPV6.has(cause?.code ?? '')) {
        server.close()
        throw error
      }
    }
  }
  return {
    servers,
    address,
    async leave() {
      servers.forEach(endConnections)
      await sleep(stopDelaySeconds * 1_000)
    },
  }
}

/**
 * Without its path a socket is found by nobody, and those who have found it are still accepted. A TCP port has no such
 * step: closing it resets connections that wait to be accepted, with the call that a proxy has sent on them.
 */
async function listenOnSocket(server: Server, path: string): Promise<Listening> {
  await removeUnusedSocket(path)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) =>
      reject(new StartupError(`SOCKET cannot be opened (${cause.code}): ${path}.`, { cause })),
    )
    // Its folder says who may connect.
    server.listen({ path, readableAll: true, writableAll: true }, resolve)
  })
  return {
    servers: [server],
    address: path,
    async leave() {
      endConnections(server)
      let accepted = 0
      server.on('connection', () => (accepted += 1))
      rmSync(path, { force: true })
      for (let before = -1; before !== accepted;) {
        before = accepted
        await sleep(LAST_COME_MS)
        // On a busy machine the time is over before those who wait were looked at.
        await turnOfLoop()
      }
    },
  }
}

/** @throws StartupError if another process listens there, or something else has that path */
async function removeUnusedSocket(path: string): Promise<void> {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found) return
  if (!found.isSocket())
    throw new StartupError(`SOCKET must be the path of a socket, and ${path} is something else.`)
  const isInUse = await new Promise<boolean>((resolve) => {
    const connection = createConnection(path)
    connection.once('connect', () => resolve(true)).once('error', () => resolve(false))
    connection.once('connect', () => connection.destroy())
  })
  if (isInUse) throw new StartupError(`Another process listens at ${path}: give each its own SOCKET.`)
  // A process that was killed leaves it.
  rmSync(path)
}

function endConnections(server: Server): void {
  server.prependListener('request', (_, response) => response.setHeader('connection', 'close'))
}

function bind(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reasons: Record<string, string> = {
        EADDRINUSE: `Port ${port} on ${host} is already in use: stop what uses it, or set PORT to another one.`,
        EACCES: `Port ${port} may not be opened by this user: set PORT to one above 1023.`,
        EADDRNOTAVAIL: `This machine has no address ${host}: set HOST to one it has, such as 127.0.0.1.`,
        EAFNOSUPPORT: `This machine has no address ${host}: set HOST to one it has, such as 127.0.0.1.`,
        ENOTFOUND: `The host name ${host} is not known: set HOST to an address, such as 127.0.0.1.`,
      }
      const reason = reasons[error.code ?? '']
      reject(reason === undefined ? error : new StartupError(reason, { cause: error }))
    })
    server.listen(port, host, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })
}
