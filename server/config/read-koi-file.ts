import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { HTTP, HTTP_ADDRESS, isAddress } from './environment.ts'
import { StartupError } from '#server/base/startup-error.ts'
import { KoiFileSchema, type FileChain, type KoiFile } from './koi-file.ts'

const MOST_TOLD = 20

/**
 * Reads the file that KOI_CONFIG names; without one everything is as Koi ships it.
 * @throws StartupError naming path and reason of everything that is wrong; values are never repeated
 */
export function readKoiFile(path: string | undefined): KoiFile {
  if (!path) return {}
  const result = v.safeParse(KoiFileSchema, parseJson(path))
  if (result.success) return result.output
  const problems = result.issues.map((issue) => `${pathOf(issue)}: ${issue.message}`)
  throw fileError(...new Set(problems.slice(0, MOST_TOLD)))
}

/** What is wrong in the file, each beginning with a path: `chains[2].coins[0].decimals: must be …` */
export const fileError = (...problems: readonly string[]) =>
  new StartupError(`Bad configuration in KOI_CONFIG: ${problems.join('; ')}.`)

/** Address of a chain's node; null for none. @throws StartupError for a variable that is not set, or is no address */
export function nodeUrlOf(
  { node }: FileChain,
  path: string,
  env: Readonly<Record<string, string | undefined>>,
): string | null {
  if (node === undefined) return null
  if (typeof node === 'string') return node
  const url = env[node.env]?.replace(/\/+$/, '')
  if (!url) throw fileError(`${path}.node.env: names ${node.env}, which is not set`)
  if (isAddress(HTTP)(url)) return url
  throw fileError(`${path}.node.env: names ${node.env}, which ${HTTP_ADDRESS}`)
}

/** Variables that hold what the file leaves out. */
export const variablesOf = ({ chains = [] }: KoiFile): string[] =>
  chains.flatMap(({ node }) => (typeof node === 'object' ? [node.env] : []))

function parseJson(path: string): unknown {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unreadable'
    throw new StartupError(`KOI_CONFIG names ${path}, which cannot be read (${code}).`)
  }
  const json = text.replace(/^\uFEFF/, '')
  try {
    const content: unknown = JSON.parse(json)
    if (!Array.isArray(content)) return content
  } catch {
    throw new StartupError(`KOI_CONFIG names ${path}, which is no JSON: ${placeOf(json)}.`)
  }
  throw fileError('the file: must be an object in braces')
}

/** Line and column; the parser's own words repeat some of the text, and do not always say where. */
function placeOf(text: string): string {
  const messageOf = (length: number): string => {
    try {
      JSON.parse(text.slice(0, length))
      return ''
    } catch (error) {
      return error instanceof Error ? error.message : ''
    }
  }
  const message = messageOf(text.length)
  let [good, bad] = [-1, text.length]
  if (/^Unexpected token/.test(message)) {
    // The first character with which the text is not only cut off but wrong.
    while (bad - good > 1) {
      const middle = (good + bad) >> 1
      if (/^Unexpected token/.test(messageOf(middle + 1))) bad = middle
      else good = middle
    }
  } else bad = Number(/position (\d+)/.exec(message)?.[1] ?? text.length)
  const lines = text.slice(0, bad).split('\n')
  return `look at line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`
}

function pathOf({ path }: v.BaseIssue<unknown>): string {
  const parts = (path ?? []).map(({ key }) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
  return parts.join('').replace(/^\./, '') || 'the file'
}
