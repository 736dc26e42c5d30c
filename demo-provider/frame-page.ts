import { findGame } from './catalogue.ts'
import type { Session } from './sessions.ts'

const GONE = {
  en: 'This game was closed. Go back and open it again.',
  zh: '这个游戏已经关闭，请返回后重新打开。',
}

/** The page of a session. It may be framed by the operator's pages only, and has no script in itself. */
export function framePage(session: Session | undefined) {
  const operator = session ? new URL(session.lobbyUrl).origin : null
  const headers = {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data:",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      // Nobody is told that a session is over but who frames it: it has nothing to click on.
      `frame-ancestors ${operator ?? '*'}`,
    ].join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  }
  const game = session && findGame(session.game)
  const language = session?.language ?? 'en'
  const data = session && { game: session.game, operator: operator ?? '', play: session.purse === null }
  const attributes = Object.entries(data ?? {})
    .map(([name, value]) => ` data-${name}="${escapeHtml(`${value}`)}"`)
    .join('')
  const theme = session?.theme ? ` data-theme="${session.theme}"` : ''
  const body = game
    ? `<main id="game"></main><script type="module" src="/page/${game.code}.js"></script>`
    : `<main id="game" class="gone"><p>${GONE.en}</p><p lang="zh-CN">${GONE.zh}</p></main>`
  const sheet = game ? `<link rel="stylesheet" href="/page/${game.code}.css">` : ''
  const html = `<!doctype html>
<html lang="${language === 'zh' ? 'zh-CN' : 'en'}"${theme}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${game ? game.names[language] : 'Demo Studio'}</title>
<link rel="stylesheet" href="/page/frame.css">${sheet}
</head>
<body${attributes}>${body}</body>
</html>
`
  return { html, headers }
}

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
