// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { createPageHistory } from '#app/start/page-history.ts'

it('continues its count after a jump within the page, which has no state', () => {
  const history = createPageHistory()
  history.push('/games')
  history.flush()
  // The browser does this for `href="#main"`.
  window.history.pushState(null, '', '#main')
  window.dispatchEvent(new PopStateEvent('popstate', { state: null }))
  expect(history.location.hash).toBe('#main')
  expect(history.location.state.__TSR_index).toBe(0)
  history.push('/promotions')
  expect(history.location.state.__TSR_index).toBe(1)
  history.flush()
  history.destroy()
})
