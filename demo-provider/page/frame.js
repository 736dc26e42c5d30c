// The parts of every game's page: money, words, what it says to the page around it, and its calls.

import { TEXTS } from './texts.js'

const { operator, play } = document.body.dataset
const language = document.documentElement.lang.startsWith('zh') ? 'zh' : 'en'
const base = location.pathname.replace(/\/+$/, '')

export const isPlayMoney = play === 'true'
export const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches

/** Fills `{name}` in. */
export function say(key, values = {}) {
  const [text] = [TEXTS[language][key] ?? key]
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name])
}

/** Tells the page around the frame. Nobody else hears it. */
export function tell(type) {
  if (parent !== window && operator) parent.postMessage({ type }, operator)
}

const UNIT = 100_000
const whole = new Intl.NumberFormat(language === 'zh' ? 'zh-CN' : 'en-US', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
})

/** Rounded down: a player never sees more than there is. */
export const money = (units) => whole.format(Math.floor(units / (UNIT / 100)) / 100)

/** Short, for chips: 0.1, 5, 25. */
export const chipText = (units) => String(units / UNIT)

let currency = ''
export const withCurrency = (units) => `${money(units)} ${currency}`.trim()

export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (name === 'html') element.innerHTML = value
    else if (name.startsWith('on')) element.addEventListener(name.slice(2), value)
    else if (typeof value === 'boolean') element.toggleAttribute(name, value)
    else element.setAttribute(name, value)
  }
  element.append(...children)
  return element
}

/** Unlike a disabled button it keeps the focus: who plays by keyboard goes on from there. */
export function turnOff(button, isOff) {
  button.setAttribute('aria-disabled', String(isOff))
}
document.addEventListener(
  'click',
  (event) => {
    if (event.target.closest('[aria-disabled="true"]')) event.stopImmediatePropagation()
  },
  true,
)

const live = el('p', { class: 'hidden-text', role: 'status', 'aria-live': 'polite' })
/** For those who do not see the result. */
export function announce(text) {
  live.textContent = ''
  setTimeout(() => (live.textContent = text), 60)
}

const balanceText = el('strong', {}, '–')
let balance = null
export const knownBalance = () => balance
export function showBalance(units) {
  if (units === null || units === undefined) return
  balance = units
  balanceText.textContent = money(units)
}

/** The frame of a page: bar above, stage, panel below. */
export function layOut({ title, rules }) {
  const dialog = el(
    'dialog',
    { 'aria-labelledby': 'rules-title' },
    el('h2', { id: 'rules-title' }, title),
    el('div', { class: 'rules', html: rules }),
    el('button', { class: 'quiet', onclick: () => dialog.close() }, say('close')),
  )
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close())
  const stage = el('section', { class: 'stage', 'aria-label': title })
  const panel = el('section', { class: 'panel', 'aria-label': say('controls') })
  const notice = el('div', { class: 'notice', hidden: true })
  const main = document.querySelector('#game')
  main.append(
    el(
      'header',
      { class: 'bar' },
      el('h1', {}, title),
      el(
        'p',
        { class: 'balance' },
        el('span', {}, isPlayMoney ? say('playMoney') : say('balance')),
        balanceText,
        el('span', { class: 'currency' }, isPlayMoney ? '' : currency),
      ),
      el('button', { class: 'round', 'aria-label': say('rules'), onclick: () => dialog.showModal() }, '?'),
    ),
    stage,
    panel,
    notice,
    dialog,
    live,
  )
  showNotice = (code) => {
    notice.replaceChildren()
    notice.hidden = code === null
    if (code === null) return
    const text = say(`error_${code}`)
    notice.append(el('p', {}, text))
    if (code === 'no_money' && !isPlayMoney) {
      notice.append(el('button', { class: 'quiet', onclick: () => tell('deposit') }, say('deposit')))
    }
    if (['blocked', 'expired', 'closed', 'unopened'].includes(code)) {
      notice.append(el('button', { class: 'quiet', onclick: () => tell('lobby') }, say('lobby')))
    } else {
      const close = { class: 'round', 'aria-label': say('close'), onclick: () => showNotice(null) }
      notice.append(el('button', close, '×'))
    }
    announce(text)
  }
  return { stage, panel }
}

let showNotice = () => {}
/** A refusal in words; null takes it away. */
export const refuse = (code) => showNotice(code)

const TRIES = 3

async function call(path, options) {
  const answer = await fetch(base + path, options)
  const value = await answer.json()
  if (!answer.ok && !value.code) throw new Error(`Status ${answer.status}`)
  return value
}

/** Asks again with the same key when the connection breaks: nothing is staked twice. */
export async function send(path, body) {
  const key =
    crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint32Array(4)), String).join('-')
  const options = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key, ...body }),
  }
  for (let nth = 1; ; nth += 1) {
    try {
      return await call(path, options)
    } catch {
      if (nth === TRIES) return { code: 'unavailable' }
      await new Promise((done) => setTimeout(done, 400 * nth))
    }
  }
}

const AGAIN_MS = 3_000

/** The wallet may be slow: the game is there before it answers. */
async function readBalance() {
  const { balance: units, code } = await call('/balance').catch(() => ({ balance: null, code: null }))
  if (code === 'expired') return refuse(code)
  if (balance !== null) return
  if (units === null) setTimeout(() => void readBalance(), AGAIN_MS)
  else showBalance(units)
}

/** Reads the session, and then shows the game. */
export async function start(show) {
  const state = await call('/state').catch(() => ({ code: 'unavailable' }))
  currency = state.currency ?? ''
  await show(state)
  if (state.code) refuse(state.code === 'expired' ? 'expired' : 'unopened')
  else void readBalance()
  tell('ready')
}

export const followTable = (onTable, onSeat) => {
  const stream = new EventSource(`${base}/table`)
  stream.addEventListener('table', ({ data }) => onTable(JSON.parse(data)))
  stream.addEventListener('seat', ({ data }) => onSeat(JSON.parse(data)))
  return stream
}

/** Chips to choose from, the second at first. */
export function chipRow(chips) {
  let chosen = chips[1]
  const buttons = chips.map((units, nth) =>
    el(
      'button',
      {
        class: `chip chip-${nth}`,
        'aria-pressed': String(units === chosen),
        'aria-label': say('chip', { amount: withCurrency(units) }),
        onclick() {
          chosen = units
          buttons.forEach((each, at) => each.setAttribute('aria-pressed', String(chips[at] === chosen)))
        },
      },
      chipText(units),
    ),
  )
  return {
    row: el('div', { class: 'chips', role: 'group', 'aria-label': say('chips') }, ...buttons),
    chosen: () => chosen,
  }
}
