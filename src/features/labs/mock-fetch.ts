import type { ApiClientOptions } from '#api/api-client.ts'
import { FIXTURES } from './mock-fixtures.ts'

type Fetch = NonNullable<ApiClientOptions['fetch']>

export const MOCK_SCENARIOS = [
  'ok',
  'slow',
  'forbidden',
  'dead-token',
  'internal',
  'malformed',
  'offline',
] as const
export type MockScenario = (typeof MOCK_SCENARIOS)[number]

/** Longer than the client's timeout. */
const SLOW_MS = 7_000

const failure = (status: number, message: string, code: string, isLogin?: true) =>
  Response.json({ message, code, ...(isLogin && { result: { isLogin } }) }, { status })

/** A `fetch` that answers from fixtures; nothing leaves the page. */
export function createMockFetch(scenario: MockScenario): Fetch {
  return async (input, init) => {
    const path = input instanceof Request ? input.url : input.toString()
    switch (scenario) {
      case 'offline':
        throw new TypeError('Failed to fetch')
      case 'forbidden':
        return failure(403, 'This account may not do that', 'forbidden')
      case 'dead-token':
        return failure(401, 'The token has expired', 'unauthorized', true)
      case 'internal':
        return failure(500, 'Something broke', 'internal')
      case 'malformed':
        return Response.json({ data: { surprise: path } })
      case 'slow':
        await waitUnlessAborted(SLOW_MS, init?.signal)
        return answer(path)
      case 'ok':
        return answer(path)
    }
  }
}

function answer(path: string): Response {
  const data = FIXTURES[path]
  return data === undefined ? failure(404, 'Not found', 'not_found') : Response.json({ data })
}

function waitUnlessAborted(ms: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(new DOMException('The call was aborted', 'AbortError'))
    })
  })
}
