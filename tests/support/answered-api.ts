import { vi } from 'vitest'
import { ApiError } from '#api/api-error.ts'
import { api } from '#session/api.ts'

/** Answers each path, with its parameters and query, from this table; all others with `not_found`. */
export function answerApi(answers: Readonly<Record<string, object | (() => object)>>): void {
  vi.spyOn(api, 'call').mockImplementation(async (endpoint, { params = {}, query = {} } = {}) => {
    let asked: string = endpoint.path
    for (const [name, value] of Object.entries<string>(params)) asked = asked.replace(`:${name}`, value)
    const search = String(new URLSearchParams(query))
    const answer = answers[search === '' ? asked : `${asked}?${search}`]
    if (!answer) throw new ApiError('http', 'Not found', { status: 404, code: 'not_found' })
    return typeof answer === 'function' ? (answer as () => object)() : answer
  })
}
