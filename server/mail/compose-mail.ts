import type { MailKind } from '#server/db/mail-kind.ts'
import { brandOf, mailText } from './mail-texts.ts'
import type { MailText, MailValues } from './mail-values.ts'
import { DEFAULT_LOCALE, isLocale, type Locale } from '#contract/localized.ts'

export interface ComposedMail {
  readonly locale: Locale
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Colours of src/ui/tokens.css as plain values: mail programs support no variables. */
export const MAIL_COLORS = {
  light: {
    page: '#f6f3ee',
    card: '#ffffff',
    line: '#e3ddd2',
    text: '#14191f',
    soft: '#4d5763',
    code: '#efeae2',
  },
  dark: {
    page: '#0a0e13',
    card: '#111820',
    line: '#263341',
    text: '#f3f6f9',
    soft: '#a9b6c4',
    code: '#212c38',
  },
  brand: '#ff5a1f',
} as const

export function composeMail<Kind extends MailKind>(
  wanted: Locale,
  kind: Kind,
  values: MailValues[Kind],
): ComposedMail {
  // A queued row may be of a release with more languages.
  const locale = isLocale(wanted) ? wanted : DEFAULT_LOCALE
  const text = mailText(locale, kind, values)
  return { locale, subject: text.subject, text: plainOf(text, locale), html: htmlOf(text, locale) }
}

function plainOf({ lines, code }: MailText, locale: Locale): string {
  const [first = '', ...others] = lines
  return [first, ...(code === undefined ? [] : [`    ${code}`]), ...others, `— ${brandOf(locale)}`, ''].join(
    '\n\n',
  )
}

/** No tables, images or links: nothing to load, and nothing for a phishing mail to imitate. */
function htmlOf({ subject, lines, code }: MailText, locale: Locale): string {
  const [first = '', ...others] = lines.map((line) => `<p>${escapeHtml(line)}</p>`)
  const codeBlock = code === undefined ? '' : `<p class="code">${escapeHtml(code)}</p>`
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${STYLE}</style>
</head>
<body>
<div class="page">
<div class="card">
<p class="brand">${brandOf(locale)}</p>
<h1>${escapeHtml(subject)}</h1>
${[first, codeBlock, ...others].filter(Boolean).join('\n')}
</div>
</div>
</body>
</html>
`
}

const { light, dark, brand } = MAIL_COLORS
const STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; background: ${light.page}; color: ${light.text}; }
.page { padding: 24px 16px; background: ${light.page}; font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', 'PingFang SC', 'Microsoft YaHei', sans-serif; }
.card { max-width: 480px; margin: 0 auto; padding: 24px; background: ${light.card}; border: 1px solid ${light.line}; border-top: 4px solid ${brand}; border-radius: 16px; }
.brand { margin: 0 0 16px; font-weight: 700; }
h1 { margin: 0 0 16px; font-size: 20px; line-height: 1.3; }
p { margin: 0 0 16px; color: ${light.soft}; overflow-wrap: anywhere; }
p.brand { color: ${light.text}; }
p.code { padding: 16px; background: ${light.code}; border-radius: 12px; color: ${light.text}; font: 700 32px/1.2 ui-monospace, Menlo, Consolas, monospace; letter-spacing: 0.15em; text-align: center; }
p:last-child { margin-bottom: 0; }
@media (prefers-color-scheme: dark) {
body, .page { background: ${dark.page}; color: ${dark.text}; }
.card { background: ${dark.card}; border-color: ${dark.line}; border-top-color: ${brand}; }
h1, p.brand { color: ${dark.text}; }
p { color: ${dark.soft}; }
p.code { background: ${dark.code}; color: ${dark.text}; }
}
`

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}
