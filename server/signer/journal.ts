import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { makeDirectory } from '#server/db/make-directory.ts'
import { StartupError } from '#server/base/startup-error.ts'

/** The signer's own record of signed payments: a writer of the database cannot reset the daily limit. */
export interface SignerJournal {
  signedSince(since: number): readonly { readonly coin: string; readonly paid: bigint }[]
  /** The newest payment of a wallet, whatever the database says. */
  lastOf(wallet: { readonly chain: string; readonly address: string }): JournalLine | null
  add(line: JournalLine): void
  forget(txIds: readonly string[]): void
}

export interface JournalLine {
  readonly chain: string
  readonly sender: string
  readonly coin: string
  /** In the smallest unit. */
  readonly paid: bigint
  readonly txId: string
  readonly nonce: number | null
  /** Milliseconds since the epoch. */
  readonly at: number
}

const FILE = 'signer-journal.jsonl'
/** Longer than the period of any limit. */
const KEPT_MS = 48 * 60 * 60_000

export function memoryJournal(lines: readonly JournalLine[] = []): SignerJournal {
  let kept = [...lines]
  return {
    signedSince: (since) => kept.filter(({ at }) => at > since),
    lastOf: ({ chain, address }) =>
      kept.findLast((each) => each.chain === chain && each.sender === address) ?? null,
    add(line) {
      kept = [...kept.filter(({ at }) => at > line.at - KEPT_MS), line]
    },
    forget: (txIds) => void (kept = kept.filter(({ txId }) => !txIds.includes(txId))),
  }
}

/**
 * Kept in a file, one line per payment. Lines older than two days are dropped when it is opened.
 * @throws StartupError when the file is not writable
 */
export function openJournal(directory: string, now: number): SignerJournal {
  const file = join(directory, FILE)
  try {
    makeDirectory(directory)
    const kept = readLines(file).filter(({ at }) => at > now - KEPT_MS)
    writeFileSync(`${file}.new`, kept.map(textOf).join(''), { mode: 0o600, flush: true })
    renameSync(`${file}.new`, file)
    const memory = memoryJournal(kept)
    return {
      ...memory,
      add(line) {
        memory.add(line)
        // Starts a new line, because a full disk may have cut off the last one.
        appendFileSync(file, `\n${textOf(line)}`, { flush: true })
      },
      forget(txIds) {
        memory.forget(txIds)
        appendFileSync(file, `\n${JSON.stringify({ forget: txIds })}\n`, { flush: true })
      },
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unreadable'
    throw new StartupError(`The signer’s journal ${file} cannot be kept (${code}): correct DATA_DIR.`)
  }
}

const textOf = (line: JournalLine) => `${JSON.stringify({ ...line, paid: `${line.paid}` })}\n`

const LineSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.union([
    v.object({ forget: v.array(v.string()) }),
    v.object({
      chain: v.string(),
      sender: v.string(),
      coin: v.string(),
      txId: v.string(),
      at: v.number(),
      paid: v.pipe(
        v.string(),
        v.regex(/^\d{1,30}$/),
        v.transform((text) => BigInt(text)),
      ),
      nonce: v.nullable(v.number()),
    }),
  ]),
)

/** A line that a crash has cut off is skipped: the database has its payment. */
function readLines(file: string): JournalLine[] {
  if (!existsSync(file)) return []
  let lines: JournalLine[] = []
  for (const text of readFileSync(file, 'utf8').split('\n')) {
    const parsed = v.safeParse(LineSchema, text)
    if (!parsed.success) continue
    const line = parsed.output
    if ('forget' in line) lines = lines.filter(({ txId }) => !line.forget.includes(txId))
    else lines.push(line)
  }
  return lines
}
