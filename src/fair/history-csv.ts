import { FairnessError } from './fairness-error.ts'

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
] as const
export type HistoryColumn = (typeof HISTORY_COLUMNS)[number]

export const HISTORY_HEADER = HISTORY_COLUMNS.join(',')
/** Of files from before bets named their coin; they stay readable. */
export const EARLIER_HISTORY_HEADER = HISTORY_COLUMNS.slice(0, -1).join(',')

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
  if (cells.length !== HISTORY_COLUMNS.length && cells.length !== HISTORY_COLUMNS.length - 1) {
    throw new FairnessError(`a row of the history has ${HISTORY_COLUMNS.length} cells, not ${cells.length}`)
  }
  const cellOf = (column: HistoryColumn) => cells[HISTORY_COLUMNS.indexOf(column)] ?? ''
  const nonce = cellOf('nonce')
  return {
    game: cellOf('game'),
    serverSeed: cellOf('serverSeed'),
    serverSeedHash: cellOf('serverSeedHash'),
    clientSeed: cellOf('clientSeed'),
    nonce: /^\d+$/.test(nonce) ? Number(nonce) : nonce,
    params: paramsOf(cellOf('params')),
    outcome: outcomeOf(cellOf('outcome')),
  }
}

function paramsOf(cell: string): unknown {
  try {
    return cell === '' ? undefined : JSON.parse(cell)
  } catch {
    throw new FairnessError('the cell "params" holds no JSON')
  }
}

/** Outcomes that are text are made of letters, which is never JSON. */
function outcomeOf(cell: string): unknown {
  try {
    return cell === '' ? undefined : JSON.parse(cell)
  } catch {
    return cell
  }
}
