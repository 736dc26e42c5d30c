import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'

export interface ReceivedMail {
  readonly from: string
  readonly to: string
  /** Headers and body as received. */
  readonly message: string
}

export interface TestSmtpServer {
  readonly url: string
  readonly mails: ReceivedMail[]
  /** The answer to the next recipients, such as `550 5.1.1 no such user`; null accepts them. */
  refuseWith(reply: string | null): void
  stop(): Promise<void>
}

/** A mail server with the part of SMTP (RFC 5321) that sending clients need, with AUTH PLAIN. */
export async function startSmtpServer(user = 'koi', password = 'hunter2'): Promise<TestSmtpServer> {
  const mails: ReceivedMail[] = []
  const sockets = new Set<Socket>()
  const credentials = Buffer.from(`\0${user}\0${password}`).toString('base64')
  let refusal: string | null = null

  const converse = async (socket: Socket): Promise<void> => {
    const say = (line: string) => socket.write(`${line}\r\n`)
    let isKnown = false
    let from = ''
    let to = ''
    let message: string[] | null = null
    say('220 mail.test ESMTP')
    for await (const line of createInterface({ input: socket, crlfDelay: Infinity })) {
      if (message) {
        if (line !== '.') {
          message.push(line.replace(/^\./, ''))
          continue
        }
        mails.push({ from, to, message: message.join('\n') })
        message = null
        say('250 2.0.0 queued')
        continue
      }
      const [verb = '', ...rest] = line.split(' ')
      switch (verb.toUpperCase()) {
        case 'EHLO':
          socket.write('250-mail.test\r\n250-AUTH PLAIN\r\n250 8BITMIME\r\n')
          break
        case 'AUTH':
          isKnown = rest[1] === credentials
          say(isKnown ? '235 2.7.0 welcome' : '535 5.7.8 wrong credentials')
          break
        case 'MAIL':
          from = addressIn(line)
          say(isKnown ? '250 2.1.0 ok' : '530 5.7.0 who are you?')
          break
        case 'RCPT':
          to = addressIn(line)
          say(refusal === null ? '250 2.1.5 ok' : `${refusal} <${to}>`)
          break
        case 'DATA':
          message = []
          say('354 go on')
          break
        case 'QUIT':
          say('221 2.0.0 bye')
          socket.end()
          break
        default:
          say('250 2.0.0 ok')
      }
    }
  }

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    converse(socket).catch(() => socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `smtp://${user}:${password}@127.0.0.1:${port}`,
    mails,
    refuseWith: (reply) => void (refusal = reply),
    async stop() {
      sockets.forEach((socket) => socket.destroy())
      server.close()
      await once(server, 'close')
    },
  }
}

const addressIn = (line: string) => /<([^>]*)>/.exec(line)?.[1] ?? ''
