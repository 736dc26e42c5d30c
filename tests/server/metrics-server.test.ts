import { describe, expect, it, onTestFinished } from 'vitest'
import { serveMetrics } from '#server/base/metrics-server.ts'
import { StartupError } from '#server/base/startup-error.ts'

const TOKEN = 'carp-in-the-quiet-pond'
const options = {
  host: '127.0.0.1',
  port: 0,
  variable: 'METRICS_PORT',
  token: null,
  scrape: async () => 'koi_bets_total 7',
}

describe('the port of the figures', () => {
  const open = async (more: Partial<Parameters<typeof serveMetrics>[0]> = {}) => {
    const served = await serveMetrics({ ...options, ...more })
    onTestFinished(served.close)
    return served
  }
  const status = async (port: number, path: string, headers: Record<string, string> = {}) =>
    (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).status

  it('has them and nothing else', async () => {
    const { port } = await open()
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
    expect(await answer.text()).toBe('koi_bets_total 7')
    expect(await status(port, '/api/health')).toBe(404)
    expect(await status(port, '/metrics/../api/health')).toBe(404)
  })

  it('asks for the token where there is one', async () => {
    const { port } = await open({ token: TOKEN })
    expect(await status(port, '/metrics')).toBe(401)
    expect(await status(port, '/metrics', { authorization: `Bearer ${TOKEN.slice(1)}` })).toBe(401)
    expect(await status(port, '/metrics', { authorization: TOKEN })).toBe(401)
    expect(await status(port, '/metrics', { authorization: `Bearer ${TOKEN}` })).toBe(200)
  })

  it('must be free, or the start says which variable to set', async () => {
    const { port } = await open()
    const start = open({ port, variable: 'SIGNER_METRICS_PORT' })
    await expect(start).rejects.toThrow(StartupError)
    await expect(start).rejects.toThrow(/SIGNER_METRICS_PORT/)
  })
})
