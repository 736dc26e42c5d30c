import { FairnessError } from '#fair/fairness-error.ts'
import { parseJson } from '#fair/parse-json.ts'
import { ReceiptError, parseReceipt } from '#fair/receipt.ts'
import { flatBet } from './verify-bet.ts'

/** Lists of the file that can be verified. */
const LISTS = ['bets', 'receipts', 'seals', 'sealedReceipts', 'movements']
const EXPORTED_AT = /^ {2}"exportedAt": (".*"),?$/
/** Few entries, so the file writes each over several lines, one for each field. */
const SHORT_LIST = 'balances'
const LIST_BEGINS = /^ {2}"(\w+)": \[$/
const ENTRY = /^ {4}(\{.*\}),?$/

/**
 * Reads a player's data export line by line. In long lists each line has one entry. A bet is returned in the verifier's
 * form, and a receipt together with its bet, which comes earlier in the file.
 * @returns a function from a line to the object to verify in it, or undefined
 */
export function createAccountReader(): (line: string) => unknown {
  const bets = new Map<string, object>()
  let list: string | undefined
  let short = ''

  return (line) => {
    const at = EXPORTED_AT.exec(line)?.[1]
    if (at !== undefined && list === undefined) return { ofAccount: { exportedAt: jsonOf(at) } }
    const begins = LIST_BEGINS.exec(line)
    if (begins || line.startsWith('  ]')) {
      list = begins?.[1]
      // The export has everything the house stores about the player, so a receipt that is not in it is missing.
      return list === 'receipts' ? { allReceiptsOf: 'chain' } : undefined
    }
    if (list === SHORT_LIST) {
      short = /^ {4}\{/.test(line) ? line : short + line
      if (!/^ {4}\}/.test(line)) return undefined
      return { ofAccount: { balance: jsonOf(short.replace(/,$/, '')) } }
    }
    const [, text] = ENTRY.exec(line) ?? []
    if (text === undefined || list === undefined || !LISTS.includes(list)) return undefined
    const entry = jsonOf(text)
    // Return the text: the verifier reports it as unreadable.
    if (entry === undefined) return text
    if (list === 'bets') return betOf(entry, bets)
    if (list === 'movements') return { ofAccount: { movement: entry } }
    return list === 'receipts' ? { ...entry, bet: betOfReceipt(entry['receipt'], bets) } : entry
  }
}

function betOf(entry: Record<string, unknown>, bets: Map<string, object>): object {
  const bet = flatBet(entry)
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
    return parseJson(text, 'an entry') as Record<string, unknown>
  } catch (error) {
    if (error instanceof FairnessError) return undefined
    throw error
  }
}
