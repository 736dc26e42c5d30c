import { expect, it } from 'vitest'
import { installWayOf } from '#features/install/install-way.ts'

const AGENTS = {
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  iphoneChrome:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0.7339.101 Mobile/15E148 Safari/604.1',
  macSafari:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
  macChrome:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
  androidFirefox: 'Mozilla/5.0 (Android 15; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0',
  androidChrome:
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
}

it.each([
  [AGENTS.iphone, 5, 'ios'],
  [AGENTS.iphoneChrome, 5, 'ios'],
  [AGENTS.macSafari, 5, 'ios'],
  [AGENTS.macSafari, 0, 'macos'],
  [AGENTS.macChrome, 0, 'menu'],
  [AGENTS.firefox, 0, 'none'],
  [AGENTS.androidFirefox, 5, 'android'],
  [AGENTS.androidChrome, 5, 'menu'],
])('the way to install for %s with %d touch points is %s', (userAgent, maxTouchPoints, way) => {
  expect(installWayOf({ userAgent, maxTouchPoints })).toBe(way)
})
