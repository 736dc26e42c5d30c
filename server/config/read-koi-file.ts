import { HTTP, HTTP_ADDRESS, isAddress } from './environment.ts'
import { badFile, readJsonFile } from './json-file.ts'
import { KoiFileSchema, type FileChain, type FileNode, type KoiFile } from './koi-file.ts'

const VARIABLE = 'KOI_CONFIG'

/**
 * Without a file the defaults count.
 * @throws StartupError naming path and reason of every problem, never a value
 */
export function readKoiFile(path: string | undefined): KoiFile {
  return path ? readJsonFile(VARIABLE, path, KoiFileSchema) : {}
}

export const fileError = (...problems: readonly string[]) => badFile(VARIABLE, ...problems)

/** @throws StartupError for a variable that is not set or holds no address */
function nodeUrlOf(node: FileNode, path: string, env: Readonly<Record<string, string | undefined>>): string {
  if (typeof node === 'string') return node
  const url = env[node.env]?.replace(/\/+$/, '')
  if (!url) throw fileError(`${path}.env: names ${node.env}, which is not set`)
  if (isAddress(HTTP)(url)) return url
  throw fileError(`${path}.env: names ${node.env}, which ${HTTP_ADDRESS}`)
}

/**
 * Null for a chain without nodes.
 * @throws StartupError as `nodeUrlOf`, and for `otherNodes` without `node`
 */
export function nodeUrlsOf(
  { node, otherNodes = [] }: FileChain,
  path: string,
  env: Readonly<Record<string, string | undefined>>,
): { readonly nodeUrl: string | null; readonly otherNodeUrls: readonly string[] } {
  if (node === undefined && otherNodes.length > 0) throw fileError(`${path}.otherNodes: need ${path}.node`)
  return {
    nodeUrl: node === undefined ? null : nodeUrlOf(node, `${path}.node`, env),
    otherNodeUrls: otherNodes.map((each, at) => nodeUrlOf(each, `${path}.otherNodes[${at}]`, env)),
  }
}

export const variablesOf = ({ chains = [] }: KoiFile): string[] =>
  chains.flatMap(({ node, otherNodes = [] }) =>
    [node, ...otherNodes].flatMap((each) => (typeof each === 'object' ? [each.env] : [])),
  )
