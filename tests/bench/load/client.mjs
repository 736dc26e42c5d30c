import { Agent, request } from 'node:http'

/** The app's own timeout. */
const TIMEOUT_MS = 6_000

/**
 * Calls a server over keep-alive connections. Without an answer the status is 0.
 * @param {string} origin
 */
export function openClient(origin) {
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity })
  const { hostname, port } = new URL(origin)

  /**
   * @param {string} method
   * @param {string} path
   * @param {{ token?: string, from: string, body?: unknown }} options
   * @returns {Promise<{ status: number, ms: number, text: string }>}
   */
  function call(method, path, { token, from, body }) {
    const startedAt = performance.now()
    return new Promise((resolve) => {
      const end = (status, text = '') => resolve({ status, ms: performance.now() - startedAt, text })
      const headers = { 'x-forwarded-for': from }
      if (token !== undefined) headers['access-token'] = token
      if (body !== undefined) headers['content-type'] = 'application/json'
      const options = { agent, hostname, port, method, path: `/api${path}`, headers, timeout: TIMEOUT_MS }
      const sent = request(options, (answer) => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', (chunk) => (text += chunk))
        answer.on('end', () => end(answer.statusCode, text))
        answer.on('error', () => end(0))
      })
      sent.on('timeout', () => sent.destroy())
      sent.on('error', () => end(0))
      sent.end(body === undefined ? undefined : JSON.stringify(body))
    })
  }
  return { call, close: () => agent.destroy() }
}
