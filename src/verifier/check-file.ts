import { msg } from '@lingui/core/macro'
import type { ReceiptKey } from '#fair/receipt.ts'
import { reportRows } from './report-rows.ts'
import { verifyFile } from './verify-file.ts'
import { FINDINGS, number, say } from './words.ts'

/** A report in the words of the language, for the page of the app. */
interface CheckedFile {
  readonly verdict: string
  readonly tone: 'right' | 'wrong' | 'unsure'
  readonly rows: readonly (readonly [term: string, value: string])[]
  readonly findings: readonly { readonly what: string; readonly detail: string }[]
  /** Number of findings beyond those in `findings`. */
  readonly more: number
}

interface CheckOptions {
  /** Koi's; without them those in the file count. */
  readonly trusted: readonly ReceiptKey[] | undefined
  readonly onPercent: (percent: number) => void
}

const HEAD_BYTES = 64 * 1024

/** Null for a file that Koi has not written: a picture, for example, or another app's text. */
export async function checkFile(
  file: Blob,
  { trusted, onPercent }: CheckOptions,
): Promise<CheckedFile | null> {
  if (!(await isText(file))) return null
  const report = await verifyFile(file, {
    trusted,
    onBytes: (bytes) => onPercent(Math.floor((100 * bytes) / file.size)),
  })
  const { verdict, tone, rows } = reportRows(report)
  const isForeign = rows.length === 0 && report.findings.every(({ kind }) => kind === 'unreadable')
  if (isForeign) return null
  return {
    verdict: say(verdict),
    tone,
    rows,
    findings: report.findings.map(({ line, kind, detail }) => ({
      what: (line === undefined ? '' : `${say(msg`Line`)} ${number(line)}: `) + say(FINDINGS[kind]),
      detail,
    })),
    more: report.more,
  }
}

async function isText(file: Blob): Promise<boolean> {
  const head = await file.slice(0, HEAD_BYTES).text()
  // The last character may be cut.
  return !/[\0\uFFFD]/.test(head.slice(0, -1))
}
