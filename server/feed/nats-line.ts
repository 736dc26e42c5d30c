import type { NatsConnection } from '@nats-io/transport-node'
import type { Logger } from '#server/base/logger.ts'
import type { FeedLine } from './feed.ts'

interface NatsLineOptions {
  /** `nats://` or `tls://`, with or without credentials. */
  readonly url: string
  /** Tells the feed of one database from those of others on the same NATS. */
  readonly subject: string
  readonly logger: Logger
}

const RECONNECT_MS = 500
const CONNECT_MS = 5_000
/** A server that has vanished is noticed after twice this time. */
const PING_MS = 10_000

export async function natsLine({ url, subject, logger }: NatsLineOptions): Promise<FeedLine> {
  const { connect } = await import('@nats-io/transport-node')
  const connection = await connect({
    ...optionsOf(url),
    name: 'koi',
    timeout: CONNECT_MS,
    maxReconnectAttempts: -1,
    // Or the client would give up for good after the second refusal, such as while credentials are changed.
    ignoreAuthErrorAbort: true,
    reconnectTimeWait: RECONNECT_MS,
    pingInterval: PING_MS,
  })

  return {
    async send(messages) {
      for (const message of messages) connection.publish(subject, message)
      await connection.flush()
    },

    async listen(onMessage, onBreak) {
      connection.subscribe(subject, {
        callback: (error, message) => (error ? onBreak() : onMessage(message.string())),
      })
      await connection.flush()
      void noteStatus(connection, onBreak)
    },

    advice: 'Look whether NATS at NATS_URL can be reached, and whether this user may publish and subscribe.',

    close: () => connection.close(),
  }

  async function noteStatus({ status }: NatsConnection, onBreak: () => void): Promise<void> {
    for await (const { type } of status.call(connection)) {
      if (type === 'disconnect') logger.warn('the connection to NATS is lost')
      if (type !== 'reconnect') continue
      logger.info('NATS is connected again')
      onBreak()
    }
  }
}

/** The client takes address and credentials separately. */
function optionsOf(address: string) {
  const url = new URL(address)
  const [user, pass] = [url.username, url.password].map(decodeURIComponent)
  return {
    servers: url.host,
    ...(url.protocol === 'tls:' && { tls: {} }),
    ...(user && pass && { user, pass }),
    ...(user && !pass && { token: user }),
  }
}
