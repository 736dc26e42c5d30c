import { expect } from '@playwright/test'
import { OFFLINE_NOISE, test } from '../support/fixtures.ts'

// Chromium asks for a favicon when a test opens an answer of the API as a page.
const ICON = /favicon\.ico/

test.describe('the harness itself', () => {
  test.beforeEach(({ allowConsole }) => allowConsole(ICON))

  test('fails a test that writes to the console', async ({ page, server }) => {
    test.fail()
    await page.goto(`${server.origin}/api/health`)
    await page.evaluate(() => console.warn('unexpected'))
  })

  test('fails a test that requests another host', async ({ page, allowConsole }) => {
    test.fail()
    allowConsole(/./)
    // Not a page of Koi: its content security policy would block the request first.
    await page.goto('about:blank')
    await page.evaluate(() => fetch('https://example.com/').catch(() => undefined))
  })

  test('passes console output that the test allows', async ({ page, server, allowConsole }) => {
    allowConsole(/expected trouble/)
    await page.goto(`${server.origin}/api/health`)
    await page.evaluate(() => console.error('expected trouble'))
  })

  test('kills the server and starts it again on the same address', async ({ page, server, allowConsole }) => {
    allowConsole(OFFLINE_NOISE)
    await server.kill()
    await expect(page.goto(`${server.origin}/api/health`)).rejects.toThrow(/ERR_CONNECTION_REFUSED/)
    await server.restart()
    expect((await page.goto(`${server.origin}/api/health`))?.status()).toBe(200)
  })

  test('keeps a profile between two launches of the browser', async ({ profile, server }) => {
    const first = await (await profile.launch()).newPage()
    await first.goto(`${server.origin}/api/health`)
    await first.evaluate(() => localStorage.setItem('left', 'behind'))
    const second = await (await profile.launch()).newPage()
    await second.goto(`${server.origin}/api/health`)
    expect(await second.evaluate(() => localStorage.getItem('left'))).toBe('behind')
  })

  test('puts a misbehaving proxy in front of the server', async ({ page, faultProxy }) => {
    faultProxy.fail('/api/health', { kind: 'malformed', body: 'nonsense' })
    await page.goto(`${faultProxy.origin}/api/health`)
    expect(await page.textContent('body')).toBe('nonsense')
  })
})
