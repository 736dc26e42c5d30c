import { parseFields } from './parse-value.ts'
import { ReceiptError, parseReceipt } from './receipt.ts'

/** Lists of the file that can be verified. */
const LISTS = ['bets', 'receipts', 'seals', 'sealedReceipts']
const LIST_BEGINS = /^ {2}"(\w+)": \[$/
const ENTRY = /^ {4}(\{.*\}),?$/

/**
 * Reads the file of all that is held about a player, line by line: each entry of a long list has one. A bet comes as
 * the verifier takes bets; a receipt together with its bet, which comes first in the file.
 * @returns for each line what there is to verify in it; undefined when that is nothing
 */
export function createAccountReader(): (line: string) => unknown {
  const bets = new Map<string, object>()
  let list: string | undefined

  return (line) => {
    const begins = LIST_BEGINS.exec(line)
    if (begins || line.startsWith('  ]')) {
      list = begins?.[1]
      return undefined
    }
    const [, text] = ENTRY.exec(line) ?? []
    if (text === undefined || list === undefined || !LISTS.includes(list)) return undefined
    const entry = jsonOf(text)
    // It is told as what cannot be read.
    if (entry === undefined) return text
    if (list === 'bets') return betOf(entry, bets)
    return list === 'receipts' ? { ...entry, bet: betOfReceipt(entry['receipt'], bets) } : entry
  }
}

function betOf(entry: Record<string, unknown>, bets: Map<string, object>): object {
  const seeds = parseFields(entry['seeds'] ?? {}, 'seeds')
  const bet = { ...entry, ...seeds }
  if (typeof entry['id'] === 'string') bets.set(entry['id'], bet)
  return bet
}

function betOfReceipt(receipt: unknown, bets: ReadonlyMap<string, object>): object | undefined {
  if (typeof receipt !== 'string') return undefined
  try {
    return bets.get(parseReceipt(receipt).bet)
  } catch (error) {
    if (error instanceof ReceiptError) return undefined
    throw error
  }
}

function jsonOf(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return undefined
  }
}
