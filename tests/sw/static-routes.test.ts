import { describe, expect, it, vi } from 'vitest'
import { SHELL_ADDRESSES } from '../../sw/shell-addresses.ts'
import { addStaticRoutes, staticRules, type StaticRoutingEvent } from '../../sw/static-routes.ts'

const rules = staticRules('https://koi.test', { shell: 'koi-shell-r2', precache: 'koi-precache' })

describe('the static routes', () => {
  it('send the API to the network and hashed files to the precache', () => {
    expect(rules[1]).toMatchObject({ condition: { urlPattern: { pathname: '/api/*' } }, source: 'network' })
    expect(rules[2]).toMatchObject({
      condition: { urlPattern: { pathname: '/assets/*' } },
      source: { cacheName: 'koi-precache' },
    })
  })

  it('leave wallet logos to the worker, before the rule for the API', () => {
    expect(rules[0]).toEqual({
      condition: { urlPattern: { baseURL: 'https://koi.test', pathname: '/api/wallet-images/*' } },
      source: 'fetch-event',
    })
  })

  it('answer only navigations to exact addresses, with the shell of their own release', () => {
    const shells = rules.slice(3)
    expect(shells).toHaveLength(SHELL_ADDRESSES.length)
    for (const { condition, source } of shells) {
      expect(condition.requestMode).toBe('navigate')
      expect(condition.urlPattern.search).toBeDefined()
      expect(condition.urlPattern.pathname).not.toMatch(/[*:]|^\/(?:api|assets|r)\//)
      expect(source).toEqual({ cacheName: 'koi-shell-r2' })
    }
    expect(shells.map(({ condition }) => condition.urlPattern.search)).toContain('panel=deposit')
  })

  it('are omitted when the browser does not support them, or in another form', async () => {
    await addStaticRoutes({} as StaticRoutingEvent, rules)
    const addRoutes = vi.fn().mockRejectedValue(new TypeError())
    await addStaticRoutes({ addRoutes } as unknown as StaticRoutingEvent, rules)
    expect(addRoutes).toHaveBeenCalledWith(rules)
  })
})
