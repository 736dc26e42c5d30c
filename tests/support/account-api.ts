import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { API_BASE } from '../../src/contract/api-base.ts'
import type { KoiServer } from './koi-server.ts'

const MAIL_WITHIN_MS = 15_000

export interface JourneyPlayer {
  readonly email: string
  readonly password: string
  readonly uid: number
  readonly token: string
}

/** Environment variable with the player that the global set-up has registered on every server. */
export const EARLY_PLAYER_VARIABLE = 'KOI_E2E_PLAYER'

export const PASSWORD = 'nine orange koi in a pond'

type Server = Pick<KoiServer, 'origin' | 'dataDir'>

/** Calls the API as another device would. */
export async function callApi<T>(
  server: Server,
  path: string,
  {
    method = 'POST',
    body,
    token,
    address,
  }: { method?: string; body?: unknown; token?: string; address?: string } = {},
): Promise<T> {
  const response = await fetch(server.origin + API_BASE + path, {
    method,
    headers: {
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(token !== undefined && { 'Access-Token': token }),
      ...(address !== undefined && { 'X-Forwarded-For': address }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const answer = (await response.json()) as { data: T; code?: string }
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${answer.code}`)
  return answer.data
}

/** Gives each player their own network address, because an address has limits. The server must trust its proxy. */
export async function registerPlayer(server: Server, email: string): Promise<JourneyPlayer> {
  const address = [10, ...randomBytes(3)].join('.')
  await callApi(server, `/user/email-code?email=${encodeURIComponent(email)}&purpose=register`, {
    method: 'GET',
    address,
  })
  const { token } = await callApi<{ token: string }>(server, '/user/register', {
    address,
    body: { email, password: PASSWORD, emailCode: await codeFor(server, email), isAdult: true },
  })
  const { uid } = await callApi<{ uid: number }>(server, '/user/me', { method: 'GET', token })
  return { email, password: PASSWORD, uid, token }
}

/** The player of the global set-up. */
export function earlyPlayer(): JourneyPlayer {
  return JSON.parse(process.env[EARLY_PLAYER_VARIABLE] ?? 'null') as JourneyPlayer
}

/** Waits until `mails` mails with a code were sent to the address, and returns the latest code from the outbox. */
export async function codeFor({ dataDir }: Server, email: string, { mails = 1 } = {}): Promise<string> {
  const outbox = join(dataDir, 'outbox')
  const deadline = Date.now() + MAIL_WITHIN_MS
  for (;;) {
    const files = await readdir(outbox).catch((): string[] => [])
    const texts = await Promise.all(files.toSorted().map((file) => readFile(join(outbox, file), 'utf8')))
    const codes = texts
      .filter((text) => text.includes(`To: ${email}`))
      .flatMap((text) => /^Subject: (\d{6})\b/m.exec(text)?.[1] ?? [])
    const latest = codes.at(-1)
    if (latest !== undefined && codes.length >= mails) return latest
    if (Date.now() > deadline) throw new Error(`${codes.length} codes were sent to ${email}, not ${mails}`)
    await sleep(50)
  }
}
