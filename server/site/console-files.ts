import { existsSync } from 'node:fs'
import { conditionalResponse } from '#server/http/conditional.ts'
import { IMMUTABLE, loadFiles, plainText, REVALIDATE, type StaticFile } from './static-file.ts'

export const CONSOLE_BASE = '/operator'
const NOT_BUILT = 'The console has not been built yet: run npm run build.\n'

/** Serves the built console from memory. Any address below its base without a file is a page of it. */
export function createConsoleFiles(dir: string | null): (request: Request) => Response {
  const files = dir !== null && existsSync(dir) ? loadFiles(dir) : new Map<string, StaticFile>()
  return (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return plainText(405, 'Method not allowed\n', { allow: 'GET, HEAD' })
    }
    const path = new URL(request.url).pathname.slice(CONSOLE_BASE.length)
    const isAsset = path.startsWith('/assets/')
    const file =
      files.get(path) ?? (isAsset || /\.[a-z0-9]{1,12}$/i.test(path) ? null : files.get('/index.html'))
    if (file === undefined) return plainText(503, NOT_BUILT)
    if (file === null) return plainText(404, 'Not found\n')
    return conditionalResponse(request, file.body, file.hash, {
      'content-type': file.type,
      'cache-control': isAsset ? IMMUTABLE : REVALIDATE,
    })
  }
}
