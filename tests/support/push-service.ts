import { createDecipheriv, createECDH, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SentSubscription } from '#contract/notifications.ts'

interface Device extends SentSubscription {
  readonly privateKey: string
}

interface Received {
  readonly endpoint: string
  readonly headers: IncomingHttpHeaders
  /** As the device reads it. */
  readonly text: string
}

type Answering = (response: ServerResponse, endpoint: string) => void

const accept: Answering = (response) => response.writeHead(201).end()

/** A push service on loopback, with the devices that it delivers to. */
export async function startPushService() {
  const devices = new Map<string, Device>()
  const received: Received[] = []
  let answering = accept
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => void chunks.push(chunk))
    request.on('end', () => {
      const endpoint = origin + (request.url ?? '')
      const device = devices.get(endpoint)
      if (!device) return void response.writeHead(404).end()
      received.push({ endpoint, headers: request.headers, text: decryptPush(device, Buffer.concat(chunks)) })
      answering(response, endpoint)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    received,
    newDevice(): SentSubscription {
      const ecdh = createECDH('prime256v1')
      const p256dh = ecdh.generateKeys('base64url')
      const auth = randomBytes(16).toString('base64url')
      const endpoint = `${origin}/${randomUUID()}`
      const sent = { endpoint, keys: { p256dh, auth } }
      devices.set(endpoint, { ...sent, privateKey: ecdh.getPrivateKey('base64url') })
      return sent
    },
    /** Until it is called without anything, which accepts again. */
    answer: (next: Answering = accept) => void (answering = next),
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
export type PushService = Awaited<ReturnType<typeof startPushService>>

/** RFC 8291 from the side of the browser. @throws when it was not encrypted for the device */
export function decryptPush({ keys, privateKey }: Pick<Device, 'keys' | 'privateKey'>, body: Buffer): string {
  const [salt, rest] = [body.subarray(0, 16), body.subarray(20)]
  const idLength = rest.readUInt8(0)
  const serverKey = rest.subarray(1, 1 + idLength)
  const sealed = rest.subarray(1 + idLength)
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(privateKey, 'base64url')
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), serverKey])
  const auth = Buffer.from(keys.auth, 'base64url')
  const secret = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(serverKey), auth, info, 32))
  const derive = (use: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${use}\0`, bytes))
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  decipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  const end = padded.lastIndexOf(2)
  if (padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('Bad padding')
  return padded.subarray(0, end).toString()
}
