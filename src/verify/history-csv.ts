import { FairnessError } from '#fair/fairness-error.ts'
import { parseJson } from '#fair/parse-json.ts'

/**
 * Columns of an exported bet history. `params` holds JSON. `outcome` is a `WireOutcome`: text as it is, anything else
 * as JSON. `serverSeed` is empty until the seed is revealed.
 */
export const HISTORY_COLUMNS = [
  'id',
  'time',
  'game',
  'serverSeed',
  'serverSeedHash',
  'clientSeed',
  'nonce',
  'params',
  'stake',
  'multiplier',
  'payout',
  'outcome',
  'coin',
  'round',
  'gameHash',
  'salt',
  'free',
] as const
export type HistoryColumn = (typeof HISTORY_COLUMNS)[number]

export const HISTORY_HEADER = HISTORY_COLUMNS.join(',')
/** Exports had fewer columns before free bets, before Crash was added, and before bets named their coin. */
const EARLIER_LENGTHS = (['free', 'round', 'coin'] as const).map((column) => HISTORY_COLUMNS.indexOf(column))
/** Old exports stay readable. */
export const EARLIER_HISTORY_HEADERS = EARLIER_LENGTHS.map((length) =>
  HISTORY_COLUMNS.slice(0, length).join(','),
)

/**
 * Reads a row of CSV (RFC 4180) whose cells hold no line breaks. Removes one leading apostrophe: the export adds it to
 * cells that a spreadsheet could run as a formula.
 * @throws {FairnessError} if the quotes do not match
 */
export function parseCsvRow(row: string): string[] {
  const cells: string[] = []
  const cell = /(?:"((?:[^"]|"")*)"|([^",]*))(,|$)/y
  for (;;) {
    const match = cell.exec(row)
    if (!match) throw new FairnessError('the quotes of this CSV row do not match')
    const [, quoted, bare = '', end] = match
    const text = quoted === undefined ? bare : quoted.replaceAll('""', '"')
    cells.push(text.replace(/^'/, ''))
    if (end === '') return cells
  }
}

/**
 * Returns the row in the form that `verifyBet` reads.
 * @throws {FairnessError} if a cell does not fit its column
 */
export function betOfCsvRow(row: string): Record<string, unknown> {
  const cells = parseCsvRow(row)
  if (![HISTORY_COLUMNS.length, ...EARLIER_LENGTHS].includes(cells.length)) {
    throw new FairnessError(`a row of the history has ${HISTORY_COLUMNS.length} cells, not ${cells.length}`)
  }
  const cellOf = (column: HistoryColumn) => cells[HISTORY_COLUMNS.indexOf(column)] ?? ''
  const nonce = cellOf('nonce')
  const game = cellOf('game')
  if (game === 'crash') return { game, ...crashOf(cellOf) }
  return {
    game,
    serverSeed: cellOf('serverSeed'),
    serverSeedHash: cellOf('serverSeedHash'),
    clientSeed: cellOf('clientSeed'),
    nonce: /^\d+$/.test(nonce) ? Number(nonce) : nonce,
    params: paramsOf(cellOf('params')),
    outcome: outcomeOf(cellOf('outcome')),
    multiplier: outcomeOf(cellOf('multiplier')),
    stake: cellOf('stake') || null,
    payout: cellOf('payout') || null,
    coin: cellOf('coin'),
  }
}

/** Fields of a Crash bet. A field is null while its value is unknown because the round is running. */
function crashOf(cellOf: (column: HistoryColumn) => string): Record<string, unknown> {
  return {
    gameHash: cellOf('gameHash') || null,
    salt: cellOf('salt') || null,
    params: paramsOf(cellOf('params')),
    multiplier: outcomeOf(cellOf('multiplier')),
    stake: cellOf('stake') || null,
    payout: cellOf('payout') || null,
    coin: cellOf('coin'),
    outcome: outcomeOf(cellOf('outcome')) ?? null,
  }
}

function paramsOf(cell: string): unknown {
  try {
    return cell === '' ? undefined : parseJson(cell, 'the cell "params"')
  } catch {
    throw new FairnessError('the cell "params" is not JSON')
  }
}

/** A text outcome consists of letters and is never JSON. */
function outcomeOf(cell: string): unknown {
  try {
    return cell === '' ? undefined : parseJson(cell, 'the cell')
  } catch {
    return cell
  }
}
