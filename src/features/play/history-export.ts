import { HISTORY_COLUMNS, HISTORY_HEADER, type HistoryColumn } from '#verify/history-csv.ts'
import type { ReceiptKey, SignedReceipt } from '#fair/receipt.ts'
import type { AllReceiptsOf } from '#fair/receipt-chain.ts'
import { MULTIPLIER_SCALE } from '#fair/multiplier.ts'
import {
  isCrashBet,
  type ExportFormat,
  type PastBet,
  type SettledBet,
  type SettledCrashBet,
  type SignedBet,
} from './play-engine.ts'
import type { ReceiptReport } from './play-receipts.ts'
import { formatDecimal } from '#lib/decimal.ts'
import { rulesOf } from '#rules/games.ts'

type ExportedBet = Partial<Record<HistoryColumn, unknown>>

interface FileShape {
  readonly type: string
  readonly head: string
  readonly between: string
  readonly foot: string
  line(bet: ExportedBet, receipts: readonly SignedReceipt[]): string
  /** A line that is not a bet; undefined if the file has no place for it. */
  lineOf?(value: object): string
}

/** JSON has one bet a line, so that a reader of lines can take it too. */
const SHAPES: Record<ExportFormat, FileShape> = {
  json: {
    type: 'application/json',
    head: '[\n',
    between: ',\n',
    foot: '\n]\n',
    line: (bet, receipts) =>
      JSON.stringify(receipts.length > 0 ? { ...bet, receipts: receipts.map(signedOf) } : bet),
    lineOf: (value) => JSON.stringify(value),
  },
  csv: {
    type: 'text/csv',
    head: `${HISTORY_HEADER}\r\n`,
    between: '\r\n',
    foot: '\r\n',
    line: (bet) => HISTORY_COLUMNS.map((column) => csvCell(bet[column] ?? null)).join(','),
  },
}

/**
 * Writes bets into a file batch by batch, so that a long history holds nothing up. JSON holds their receipts and the
 * keys of the house, too.
 */
export function createExport(format: ExportFormat) {
  const shape = SHAPES[format]
  const parts: BlobPart[] = [shape.head]
  let isEmpty = true
  const write = (lines: readonly string[]) => {
    if (lines.length === 0) return
    const text = lines.join(shape.between)
    // A blob of its own takes the text out of the script's memory.
    parts.push(new Blob([isEmpty ? text : shape.between + text]))
    isEmpty = false
  }
  const writeOthers = (values: readonly object[]) => {
    const { lineOf } = shape
    if (lineOf) write(values.map((value) => lineOf(value)))
  }
  return {
    add: (bets: readonly PastBet[]): void => write(bets.map((bet) => shape.line(exportedBet(bet), []))),
    addSigned: (bets: readonly SignedBet<PastBet>[]): void =>
      write(bets.map(({ bet, receipts }) => shape.line(exportedBet(bet), receipts))),
    /** Call it before the receipts that the keys are for. */
    addKeys: (receiptKeys: readonly ReceiptKey[]): void => writeOthers([{ receiptKeys }]),
    /** Receipts of bets that are not in the file, so that the chain is whole. */
    addReceipts: (receipts: readonly SignedReceipt[]): void => writeOthers(receipts.map(signedOf)),
    /** The file has all receipts of this: one that is not in it is missing then. */
    addScope: (allReceiptsOf: AllReceiptsOf): void => writeOthers([{ allReceiptsOf }]),
    /** Daily seals, and proofs for them, as the server hands them out. */
    addProofs: (proofs: readonly object[]): void => writeOthers(proofs),
    finish(): Blob {
      // Between head and foot of an empty list there is only one line end.
      return new Blob([...parts, isEmpty ? shape.foot.trimStart() : shape.foot], { type: shape.type })
    },
  }
}

export const signedOf = ({ receipt, kid, signature }: SignedReceipt): SignedReceipt => ({
  receipt,
  kid,
  signature,
})

/**
 * A bet with all that its receipts are checked with, in lines of JSON that `npm run verify` reads: the keys of the
 * house, the receipts that they are compared with, and the bet.
 */
export function proofText({ bet, receipts, keys, neighbours }: ReceiptReport): string {
  const lines = [
    { receiptKeys: keys },
    ...neighbours.filter((each) => !receipts.some(({ receipt }) => receipt === each.receipt)).map(signedOf),
    { ...exportedBet(bet), receipts: receipts.map(signedOf) },
  ]
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}

/** A bet in the words of `npm run verify`: outcomes as games show them, amounts as decimal strings. */
export function exportedBet(bet: PastBet): ExportedBet {
  return isCrashBet(bet) ? exportedCrashBet(bet) : exportedSeededBet(bet)
}

function exportedSeededBet(bet: SettledBet): ExportedBet {
  const {
    id,
    time,
    game,
    params,
    stake,
    multiplier,
    payout,
    outcome,
    seeds,
    coin,
    decimals,
    symbol: _symbol,
    isDemo: _isDemo,
    isFree,
    ...seen
  } = bet
  return {
    id,
    time: new Date(time).toISOString(),
    game,
    serverSeed: seeds.serverSeed,
    serverSeedHash: seeds.serverSeedHash,
    clientSeed: seeds.clientSeed,
    nonce: seeds.nonce,
    params: rulesOf(game as string).wireParams(params, outcome),
    stake: formatDecimal({ units: stake, scale: decimals }),
    multiplier: multiplier / MULTIPLIER_SCALE,
    payout: formatDecimal({ units: payout, scale: decimals }),
    outcome: rulesOf(game as string).wireOutcome(outcome),
    coin,
    ...(isFree && { free: true }),
    ...seen,
  }
}

function exportedCrashBet(bet: SettledCrashBet): ExportedBet & Pick<SettledCrashBet, 'steps' | 'endedBy'> {
  const { id, time, game, params, stake, multiplier, payout, outcome, seeds, coin, decimals } = bet
  return {
    id,
    time: new Date(time).toISOString(),
    game,
    ...seeds,
    params,
    stake: formatDecimal({ units: stake, scale: decimals }),
    multiplier: multiplier / MULTIPLIER_SCALE,
    payout: formatDecimal({ units: payout, scale: decimals }),
    outcome: outcome === null ? null : outcome / 100,
    coin,
    steps: bet.steps,
    endedBy: bet.endedBy,
  }
}

/** Signs that a spreadsheet takes for the start of a formula, in both widths, and the sign that disarms them. */
const DISARMED_FIRST = /^[=+\-@＝＋－＠'\t\r\n]/

/**
 * One cell of RFC 4180: text as it is, anything else as JSON, null as nothing. A cell that a spreadsheet
 * could run as a formula gets an apostrophe in front, and so does one that begins with an apostrophe:
 * `parseCsvRow` takes exactly one away.
 */
export function csvCell(value: unknown): string {
  const text = value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)
  const safe = DISARMED_FIRST.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
