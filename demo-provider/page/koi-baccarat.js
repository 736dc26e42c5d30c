import { addArt } from './art.js'
import {
  announce,
  chipRow,
  el,
  followTable,
  knownBalance,
  layOut,
  money,
  refuse,
  say,
  send,
  showBalance,
  start,
  turnOff,
  withCurrency,
} from './frame.js'

const RANKS = ['A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K']
const SUITS = ['♠', '♥', '♦', '♣']
const SPOTS = ['player', 'tie', 'banker']
const BETTING_MS = 12_000
const SHOWN_ROAD = 60

addArt(say('wild'))
await start(show)

function show({ chips, most }) {
  const { stage, panel } = layOut({ title: say('baccarat'), rules: say('baccaratRules') })
  if (!chips) return
  document.querySelector('#game').classList.add('low')

  let table = null
  let open = {}
  let placed = {}
  let before = {}
  let closesAt = 0
  let isSending = false
  let outcome = null
  const text = el('span', {}, say('reconnecting'))
  const clock = el('span', { class: 'clock idle', 'aria-hidden': 'true' })
  const watching = el('span', { class: 'watching' })
  const hands = Object.fromEntries(['player', 'banker'].map((side) => [side, drawHand(side)]))
  const tie = el('p', { class: 'tie-mark' })
  const road = el('ul', { class: 'road', 'aria-label': say('road') })
  stage.append(
    el('div', { class: 'state' }, clock, text, watching),
    el('div', { class: 'felt' }, hands.player.box, hands.banker.box, tie),
    road,
  )

  const banner = el('p', { class: 'banner' })
  const row = chipRow(chips)
  const fields = Object.fromEntries(
    SPOTS.map((spot) => {
      const [on, staked] = [el('span', { class: 'open' }), el('span', { class: 'staked' })]
      const name = [el('b', {}, say(spot)), el('small', {}, say(`pays_${spot}`))]
      const button = el('button', { class: `spot ${spot}`, onclick: () => put(spot) }, ...name, on, staked)
      return [spot, { button, on, staked }]
    }),
  )
  const clear = el('button', { class: 'quiet start', onclick: () => setOpen({}) }, say('clear'))
  const again = el('button', { class: 'quiet end', onclick: () => setOpen(before) }, say('again'))
  const place = el('button', { class: 'main', onclick: sendBets }, '')
  panel.append(
    banner,
    el('div', { class: 'spots' }, ...SPOTS.map((spot) => fields[spot].button)),
    row.row,
    el('div', { class: 'actions' }, clear, place, again),
  )
  update()
  setInterval(tick, 200)

  const stream = followTable(onTable, onSeat)
  stream.addEventListener('error', () => {
    if (table === null || stream.readyState !== EventSource.OPEN) text.textContent = say('reconnecting')
  })

  function onTable(next) {
    const isNewHand = table?.hand !== next.hand
    const wasResult = table?.phase === 'result'
    table = next
    closesAt = performance.now() + next.leftMs
    if (isNewHand) {
      if (sum(placed) > 0) before = placed
      placed = {}
      outcome = null
    }
    if (next.phase !== 'betting' && sum(open) > 0 && !isSending) open = {}
    for (const side of ['player', 'banker']) {
      hands[side].show(next[side], next[`${side}Total`], next.winner === side)
    }
    tie.textContent = next.winner === 'tie' ? say('tie') : ''
    road.replaceChildren(
      ...next.road.slice(-SHOWN_ROAD).map((winner) => {
        const [letter] = say(winner)
        return el('li', { class: winner, 'aria-label': say(winner) }, letter)
      }),
    )
    watching.textContent = say('watching', { n: next.watching })
    const result = next.winner && say(`won_${next.winner}`, { p: next.playerTotal, b: next.bankerTotal })
    text.textContent =
      result ?? say(next.phase !== 'betting' ? 'dealing' : next.isNewShoe ? 'newShoe' : 'bettingOpen')
    if (next.phase === 'result' && !wasResult) announce(result)
    if (isNewHand && next.phase === 'betting') announce(say('bettingOpen'))
    update()
  }

  function onSeat(seat) {
    placed = Object.fromEntries(Object.entries(seat.bets).filter(([, amount]) => amount > 0))
    showBalance(seat.balance)
    if (seat.paid !== null) {
      const staked = sum(placed)
      const amount = withCurrency(seat.paid)
      const isWin = seat.paid > staked
      const words = isWin ? say('win', { amount }) : seat.paid > 0 ? say('part', { amount }) : say('none')
      outcome = { words, isWin }
      announce(words)
    }
    update()
  }

  function sum(of) {
    return Object.values(of).reduce((total, each) => total + each, 0)
  }

  function isOpen() {
    return table?.phase === 'betting' && performance.now() < closesAt
  }

  function put(spot) {
    if (!isOpen() || isSending) return
    const next = { ...open, [spot]: (open[spot] ?? 0) + row.chosen() }
    if (sum(next) > most) return refuse('most')
    if (knownBalance() !== null && sum(next) > knownBalance()) return refuse('no_money')
    setOpen(next)
  }

  function setOpen(next) {
    open = next
    update()
  }

  async function sendBets() {
    const { hand } = table
    refuse(null)
    isSending = true
    update()
    const answer = await send('/bets', { hand, bets: open })
    isSending = false
    if (answer.code) {
      if (answer.code === 'late') open = {}
      update()
      return refuse(answer.code)
    }
    open = {}
    if (table.hand === hand && table.phase !== 'result') onSeat(answer)
    update()
  }

  function update() {
    for (const [spot, { button, on, staked }] of Object.entries(fields)) {
      on.textContent = open[spot] ? `+${money(open[spot])}` : ''
      staked.textContent = placed[spot] ? money(placed[spot]) : ''
      const values = { name: say(spot), pays: say(`pays_${spot}`) }
      const amount = withCurrency((open[spot] ?? 0) + (placed[spot] ?? 0))
      button.setAttribute('aria-label', say('spot', { ...values, amount }))
      turnOff(button, !isOpen())
      button.classList.toggle('hit', table?.winner === spot)
    }
    const total = sum(open)
    turnOff(place, !isOpen() || total === 0 || isSending)
    const isPlaced = total === 0 && sum(placed) > 0
    place.textContent = say(isPlaced ? 'placed' : 'place', { amount: total > 0 ? money(total) : '' }).trim()
    turnOff(clear, total === 0 || isSending)
    turnOff(again, !isOpen() || sum(before) === 0 || total > 0 || sum(placed) > 0)
    banner.className = outcome?.isWin ? 'banner won' : 'banner'
    banner.textContent =
      outcome?.words ?? (sum(placed) > 0 ? `${say('placed')}: ${withCurrency(sum(placed))}` : '')
  }

  function tick() {
    const left = Math.max(0, closesAt - performance.now())
    const isCounting = table?.phase === 'betting' && left > 0
    clock.classList.toggle('idle', !isCounting)
    clock.textContent = String(Math.ceil(left / 1_000))
    clock.style.setProperty('--part', String(left / BETTING_MS))
    if (table?.phase === 'betting' && left === 0 && place.ariaDisabled !== 'true') update()
  }
}

function drawHand(side) {
  const points = el('span', { class: 'points' })
  const cards = el('ul', { class: 'cards' })
  const box = el('div', { class: 'hand' }, el('h2', {}, say(side), points), cards)
  let shown = []
  const show = (next, total, isWinner) => {
    box.classList.toggle('won', isWinner)
    points.textContent = next.length > 0 ? String(total) : ''
    points.hidden = next.length === 0
    if (next.length < shown.length || next.length === 0) {
      cards.replaceChildren(...[0, 1].map(() => el('li', { class: 'card place', 'aria-hidden': 'true' })))
      shown = []
    }
    for (const [at, card] of next.entries()) {
      if (at < shown.length) continue
      const drawn = drawCard(card)
      const empty = cards.querySelector('.place')
      if (empty) empty.replaceWith(drawn)
      else cards.append(drawn)
    }
    shown = next
  }
  show([], 0, false)
  return { box, show }
}

function drawCard(card) {
  const rank = RANKS[card % 13]
  const suit = Math.floor(card / 13)
  const mark = SUITS[suit]
  const isRed = suit === 1 || suit === 2
  const name = say('card', { rank, suit: say(`suit_${suit}`) })
  return el('li', {
    class: isRed ? 'card red' : 'card',
    'aria-label': name,
    html: `<svg viewBox="0 0 100 140" aria-hidden="true"><g fill="currentColor" font-family="Georgia, 'Times New Roman', serif" font-weight="700"><text x="9" y="38" font-size="38" ${rank === '10' ? 'textLength="36" lengthAdjust="spacingAndGlyphs"' : ''}>${rank}</text><text x="10" y="66" font-size="28">${mark}&#xFE0E;</text><text x="56" y="122" font-size="66" text-anchor="middle">${mark}&#xFE0E;</text></g></svg>`,
  })
}
