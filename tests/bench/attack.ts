// Attacks the built product as a stranger would, over HTTP, with two server processes on one PostgreSQL, and prints how
// many attempts succeeded. Exits with 1 when they exceed the limits, or when the time of an answer tells if an address
// is known.
import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { hashPassword } from '#server/accounts/passwords.ts'
import { ensureBuild } from '../../scripts/lib/ensure-build.mjs'
import { startKoi } from '../../scripts/lib/koi-process.mjs'
import { readOptions } from '../../scripts/lib/options.mjs'
import { startPostgres } from '../support/postgres.ts'
import { mannWhitney } from './mann-whitney.ts'

const { values } = readOptions({
  usage: `npm run attack -- [--guesses 10000] [--tries 500]

  --guesses  passwords tried against one account, and accounts tried from one address
  --tries    answers timed for known addresses, and as many for unknown ones`,
  options: {
    guesses: { type: 'string', default: '10000' },
    tries: { type: 'string', default: '500' },
  },
})
const GUESSES = Number(values.guesses)
const TRIES = Number(values.tries)
const PASSWORD = 'the right password of everyone'
const AT_ONCE = 20
/** From `server/identity/rate-limits.ts`, in one window. */
const PER_ACCOUNT = 10
const PER_ADDRESS = 60

interface Answer {
  readonly status: number
  readonly code: string
  readonly ms: number
}

ensureBuild()
const postgres = await startPostgres()
const env = { DATABASE_URL: postgres.url, TRUST_PROXY: '1', LOG_LEVEL: 'silent' }
const servers = [await startKoi({ env }), await startKoi({ env })]
const db = new pg.Pool({ connectionString: postgres.url })
let failures = 0
let calls = 0
try {
  await openAccounts()
  await guessOneAccount()
  await guessManyAccounts()
  await compareTimes()
} finally {
  await db.end()
  for (const server of servers) await server.stop()
  await postgres.stop()
}
process.exit(failures > 0 ? 1 : 0)

/** Known players, all with the same password, so that one hash serves them all. */
async function openAccounts(): Promise<void> {
  const hash = await hashPassword(PASSWORD)
  await db.query(
    `insert into account (email, password_hash, password_changed_at, locale, referral_code, adult_confirmed_at, created_at)
     select prefix || 'known-' || n || '@example.test', $1, now(), 'en-US',
       lpad((row_number() over ())::text, 8, '0'), now(), now()
     from generate_series(0, $2) n, (values (''), ('2-')) prefixes (prefix)`,
    [hash, TRIES],
  )
}

async function guessOneAccount(): Promise<void> {
  const answers = await all(GUESSES, (n) =>
    logIn(`known-${TRIES}@example.test`, `guess number ${n}`, address(n)),
  )
  report(`${GUESSES} guesses against one account, each from another address`, answers, PER_ACCOUNT)
  const right = await logIn(`known-${TRIES}@example.test`, PASSWORD, '172.16.0.1')
  if (right.status !== 429) fail(`The right password in the middle of the attack answered ${right.status}.`)
}

async function guessManyAccounts(): Promise<void> {
  const answers = await all(GUESSES, (n) => logIn(`victim-${n}@example.test`, PASSWORD, '192.0.2.7'))
  report(`${GUESSES} accounts from one address`, answers, PER_ADDRESS)
}

function report(what: string, answers: readonly Answer[], limit: number): void {
  const through = answers.filter(({ status }) => status !== 429).length
  const broken = answers.filter(({ status }) => status >= 500).length
  process.stdout.write(
    `${what}: ${through} were looked at (limit ${limit}), ${broken} failed on the server\n`,
  )
  process.stdout.write(`Measured: ${through} of ${what}\n`)
  if (through > limit) fail(`More than ${limit} got through.`)
  if (broken > 0) fail(`${broken} answers were 5xx.`)
}

/** Shuffles known and unknown addresses, so that work after an answer delays both alike. */
async function compareTimes(): Promise<void> {
  const kinds = {
    'log-in': (email: string, n: number) => logIn(email, 'a wrong password', address(n)),
    'code to reset': (email: string, n: number) => askCode('reset', email, address(n)),
    // Other players, because one address gets a code a minute.
    'code to register': (email: string, n: number) => askCode('register', `2-${email}`, address(n)),
    reset: (email: string, n: number) =>
      call(
        'POST',
        '/user/reset-password',
        { email, emailCode: '000000', password: 'another long one' },
        address(n),
      ),
  }
  let round = 0
  for (const [name, ask] of Object.entries(kinds)) {
    round += 1
    const known: number[] = []
    const unknown: number[] = []
    const answers = new Set<string>()
    const asked = Array.from({ length: 2 * TRIES }, (_, n) => ({
      n,
      isKnown: n % 2 === 0,
      order: Math.random(),
    }))
    for (const { n, isKnown } of asked.sort((a, b) => a.order - b.order)) {
      const email = `${isKnown ? 'known' : 'other'}-${n >> 1}@example.test`
      const { ms, status, code } = await ask(email, round * 100_000 + n)
      ;(isKnown ? known : unknown).push(ms)
      answers.add(`${status} ${code}`)
    }
    const p = mannWhitney(known, unknown)
    const middles = [known, unknown].map((times) => `${median(times).toFixed(2)} ms`).join(' and ')
    process.stdout.write(
      `${name}: known and unknown take ${middles}, p = ${p.toFixed(3)}; answers ${[...answers].join(', ')}\n`,
    )
    process.stdout.write(`Measured: ${name} p = ${p.toFixed(3)}\n`)
    if (p <= 0.01) fail('Time tells who has an account.')
    if (answers.size !== 1) fail('The answers differ.')
  }
}

function askCode(purpose: string, email: string, from: string): Promise<Answer> {
  return call('GET', `/user/email-code?${new URLSearchParams({ purpose, email })}`, undefined, from)
}

function address(n: number): string {
  return `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`
}

function logIn(email: string, password: string, from: string): Promise<Answer> {
  return call('POST', '/auth/login', { email, password }, from)
}

async function call(method: string, path: string, body: unknown, from: string): Promise<Answer> {
  const server = servers[calls++ % servers.length]
  const startedAt = performance.now()
  const response = await fetch(`${server?.origin}/api${path}`, {
    method,
    headers: { 'x-forwarded-for': from, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const answer = (await response.json()) as { code?: string }
  return { status: response.status, code: answer.code ?? 'ok', ms: performance.now() - startedAt }
}

async function all(count: number, ask: (n: number) => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = []
  let next = 0
  const work = async () => {
    while (next < count) answers.push(await ask(next++))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return answers
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

function fail(reason: string): void {
  failures += 1
  process.stdout.write(`  NOT GOOD: ${reason}\n`)
}
