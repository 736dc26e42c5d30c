import { FairnessError } from '#fair/fairness-error.ts'
import { parseJson } from '#fair/parse-json.ts'

/**
 * The columns of an exported bet history. `params` holds JSON; `outcome` is a `WireOutcome`, text as it is
 * and the rest as JSON; `serverSeed` is empty while the seed is not revealed.
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
] as const
export type HistoryColumn = (typeof HISTORY_COLUMNS)[number]

export const HISTORY_HEADER = HISTORY_COLUMNS.join(',')
/** Columns of files from before there was Crash, and of those from before bets named their coin. */
const EARLIER_LENGTHS = [HISTORY_COLUMNS.indexOf('round'), HISTORY_COLUMNS.indexOf('coin')]
/** They stay readable. */
export const EARLIER_HISTORY_HEADERS = EARLIER_LENGTHS.map((length) =>
  HISTORY_COLUMNS.slice(0, length).join(','),
)

/**
 * The cells of a row as RFC 4180 writes it; cells hold no line breaks. One leading apostrophe is taken away,
 * which the export puts before whatever a spreadsheet could run as a formula.
 * @throws {FairnessError} when its quotes do not match
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
 * The bet of one row of an exported history, as `verifyBet` takes it.
 * @throws {FairnessError} when a cell does not hold what its column says
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

/** What decides a bet of Crash, and what it was paid. Null is what is not known while its round goes on. */
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
    throw new FairnessError('the cell "params" holds no JSON')
  }
}

/** Outcomes that are text are made of letters, which is never JSON. */
function outcomeOf(cell: string): unknown {
  try {
    return cell === '' ? undefined : parseJson(cell, 'the cell')
  } catch {
    return cell
  }
}
