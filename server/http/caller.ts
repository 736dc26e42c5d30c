import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { DEVICE_HEADER, DEVICE_KEY } from '#contract/device.ts'
import type { Logger } from '#server/base/logger.ts'
import type { Caller } from '#server/identity/caller.ts'

const MAX_USER_AGENT = 300

/**
 * Behind a trusted proxy the address is the last one in `x-forwarded-for`, which the proxy itself wrote; a client can
 * forge the earlier ones.
 */
export function callerOf(c: Context, logger: Logger, trustProxy: boolean): Caller {
  const forwarded = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
  const userAgent = (c.req.header('user-agent') ?? '').slice(0, MAX_USER_AGENT)
  const address = subscriberOf(forwarded || socketAddress(c))
  const practiceBrowser = c.get('practiceBrowser') as string | undefined
  return {
    address,
    userAgent,
    device: deviceOf(c),
    origin: originOf(c, trustProxy),
    logger,
    practiceBrowser,
    receivedAt: c.get('receivedAt') as number | undefined,
  }
}

function deviceOf(c: Context): Buffer | null {
  const key = c.req.header(DEVICE_HEADER) ?? ''
  return DEVICE_KEY.test(key) ? createHash('sha256').update(key).digest() : null
}

function originOf(c: Context, trustProxy: boolean): string {
  const { protocol, host } = new URL(c.req.url)
  const forwarded = trustProxy ? c.req.header('x-forwarded-proto') : undefined
  return `${forwarded === 'https' ? 'https:' : protocol}//${host}`
}

function socketAddress(c: Context): string {
  const env = c.env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined
  return env?.incoming?.socket?.remoteAddress ?? 'unknown'
}

function subscriberOf(address: string): string {
  const v4 = /^(?:::ffff:)?(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(address)?.[1]
  if (v4 !== undefined) return v4
  if (!/^[0-9a-f:]{2,39}$/i.test(address)) return 'unknown'
  const [head = '', tail] = address.toLowerCase().split('::')
  const groups = head.split(':').filter(Boolean)
  const last = tail?.split(':').filter(Boolean) ?? []
  const zeros = Array<string>(Math.max(0, 8 - groups.length - last.length)).fill('0')
  return `${[...groups, ...zeros, ...last].slice(0, 4).join(':')}::/64`
}
