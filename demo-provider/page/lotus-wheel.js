import { addArt, art } from './art.js'
import {
  announce,
  chipRow,
  el,
  isCalm,
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

const COLOURS = {
  leaf: ['#1c6b47', '#eafff3'],
  lotus: ['#b83a70', '#fff0f6'],
  shell: ['#d39a4a', '#2b1a00'],
  koi: ['#f1662c', '#240c00'],
  moon: ['#f7e6a8', '#3a2c00'],
  dragonfly: ['#1d6f9c', '#f0faff'],
}
const SPIN_MS = isCalm ? 0 : 5_200
const RADIUS = 200
const KEPT_RESULTS = 9

addArt(say('wild'))
await start(show)

function show({ wheel, spots, chips, most }) {
  document.querySelector('#game').classList.add('wide')
  const { stage, panel } = layOut({ title: say('wheel'), rules: say('wheelRules') })
  if (!wheel) return
  const step = 360 / wheel.length
  const timesOf = Object.fromEntries(spots.map(({ spot, times }) => [spot, times]))

  const place = el('div', { class: 'wheel-place', html: drawWheel(wheel, step, timesOf) })
  const last = el('ul', { class: 'last', 'aria-label': say('last') })
  stage.append(place, last)
  const turning = place.querySelector('.turning')

  let bets = {}
  let before = {}
  let isSpinning = false
  let angle = 0
  const banner = el('p', { class: 'banner' })
  const row = chipRow(chips)
  const fields = new Map(
    spots.map(({ spot, times }) => {
      const staked = el('span', { class: 'staked' })
      const button = el(
        'button',
        { class: 'spot', onclick: () => put(spot) },
        el('span', { html: art(spot), class: 'picture' }).firstChild,
        el('b', {}, `${times}×`),
        el('span', {}, say(spot)),
        staked,
      )
      button.style.setProperty('--spot', COLOURS[spot][0])
      return [spot, { button, staked, times }]
    }),
  )
  const clear = el('button', { class: 'quiet start', onclick: () => setBets({}) }, say('clear'))
  const again = el('button', { class: 'quiet end', onclick: () => setBets(before) }, say('again'))
  const spin = el('button', { class: 'main', onclick: play }, say('spin'))
  panel.append(
    banner,
    el('div', { class: 'spots' }, ...[...fields.values()].map(({ button }) => button)),
    row.row,
    el('div', { class: 'actions' }, clear, spin, again),
  )
  setBets({})

  function sum(of) {
    return Object.values(of).reduce((total, each) => total + each, 0)
  }

  function put(spot) {
    if (isSpinning) return
    const next = { ...bets, [spot]: (bets[spot] ?? 0) + row.chosen() }
    if (sum(next) > most) return refuse('most')
    if (knownBalance() !== null && sum(next) > knownBalance()) return refuse('no_money')
    setBets(next)
  }

  function setBets(next) {
    bets = next
    for (const [spot, { button, staked, times }] of fields) {
      staked.textContent = bets[spot] ? money(bets[spot]) : ''
      button.classList.remove('hit')
      const values = { name: say(spot), times, amount: withCurrency(bets[spot] ?? 0) }
      button.setAttribute('aria-label', say('on', values))
    }
    const total = sum(bets)
    banner.className = 'banner'
    banner.textContent = total > 0 ? `${say('total')}: ${withCurrency(total)}` : say('placeFirst')
    update()
  }

  function update() {
    turnOff(spin, isSpinning || sum(bets) === 0)
    turnOff(clear, isSpinning || sum(bets) === 0)
    turnOff(again, isSpinning || sum(before) === 0 || sum(bets) > 0)
    spin.textContent = say(isSpinning ? 'spinning' : 'spin')
    for (const { button } of fields.values()) turnOff(button, isSpinning)
  }

  async function play() {
    refuse(null)
    isSpinning = true
    update()
    for (const { button } of fields.values()) button.classList.remove('hit')
    const answer = await send('/wheel', { bets })
    if (answer.code) {
      isSpinning = false
      showBalance(answer.balance)
      update()
      return refuse(answer.code)
    }
    const { result, staked, balance: after } = answer
    showBalance(after === null ? null : after - result.paid)
    await turnTo(result.segment)
    showBalance(after)
    before = bets
    bets = {}
    isSpinning = false
    setBets({})
    fields.get(result.spot).button.classList.add('hit')
    tellResult(result, staked)
    last.append(el('li', { html: art(result.spot), 'aria-label': say(result.spot) }))
    if (last.children.length > KEPT_RESULTS) last.firstChild.remove()
  }

  function tellResult({ spot, paid }, staked) {
    const where = say('landed', { name: say(spot), times: timesOf[spot] })
    const amount = withCurrency(paid)
    const text = paid > staked ? say('win', { amount }) : paid > 0 ? say('part', { amount }) : say('none')
    banner.className = paid > staked ? 'banner won' : 'banner'
    banner.textContent = `${where} · ${text}`
    announce(`${where}. ${text}`)
  }

  /** Stops somewhere inside the segment, after some whole turns. */
  async function turnTo(segment) {
    const inside = (Math.random() - 0.5) * step * 0.7
    const goal = -(segment * step) + inside
    const turns = Math.ceil((angle - goal) / 360) + (isCalm ? 0 : 5)
    const from = angle
    angle = goal + turns * 360
    if (SPIN_MS === 0) return void turning.setAttribute('transform', `rotate(${angle})`)
    const begun = performance.now()
    await new Promise((done) => {
      const turn = () => {
        const t = Math.min(1, (performance.now() - begun) / SPIN_MS)
        const eased = 1 - (1 - t) ** 3.2
        turning.setAttribute('transform', `rotate(${from + (angle - from) * eased})`)
        // A hidden page draws no frames.
        if (t < 1 && !document.hidden) requestAnimationFrame(turn)
        else {
          turning.setAttribute('transform', `rotate(${angle})`)
          done()
        }
      }
      turn()
    })
  }
}

function drawWheel(wheel, step, timesOf) {
  const at = (degrees, radius) => {
    const turn = ((degrees - 90) * Math.PI) / 180
    return `${(radius * Math.cos(turn)).toFixed(2)} ${(radius * Math.sin(turn)).toFixed(2)}`
  }
  const segments = wheel
    .map((spot, nth) => {
      const [fill, ink] = COLOURS[spot]
      const [from, to] = [(nth - 0.5) * step, (nth + 0.5) * step]
      const isRare = timesOf[spot] >= 12
      const mark = isRare
        ? `<svg x="-11" y="-${RADIUS - 30}" width="22" height="22" viewBox="0 0 100 100"><use href="#art-${spot}"/></svg>`
        : ''
      return `<path d="M0 0L${at(from, RADIUS)}A${RADIUS} ${RADIUS} 0 0 1 ${at(to, RADIUS)}Z" fill="${fill}" stroke="#06181e" stroke-opacity=".45"/>
<g transform="rotate(${nth * step})"><text class="segment-mark" y="-${RADIUS - 18}" fill="${ink}">${timesOf[spot]}</text>${mark}</g>`
    })
    .join('')
  const pegs = wheel
    .map(
      (_, nth) =>
        `<circle r="2.6" fill="#ffe6a3" transform="rotate(${(nth + 0.5) * step}) translate(0 -207)"/>`,
    )
    .join('')
  return `<svg viewBox="-222 -236 444 460" role="img" aria-label="${say('wheel')}">
<defs><radialGradient id="hub"><stop stop-color="#1b5a66"/><stop offset="1" stop-color="#0a2b34"/></radialGradient>
<linearGradient id="rim" x2="0" y2="1"><stop stop-color="#ffe19a"/><stop offset=".5" stop-color="#b87a1c"/><stop offset="1" stop-color="#f2c264"/></linearGradient></defs>
<circle r="217" fill="url(#rim)"/><circle r="208" fill="#5a3a0a"/>
<g class="turning">${segments}${pegs}</g>
<circle r="98" fill="url(#rim)"/><circle r="91" fill="url(#hub)"/>
<g fill="none" stroke="#8fd6dc" stroke-opacity=".28" stroke-width="2"><circle r="80"/><circle r="64"/><circle r="46"/></g>
<svg x="-74" y="-74" width="96" height="96" viewBox="0 0 100 100"><use href="#art-koi"/></svg>
<svg x="6" y="12" width="60" height="60" viewBox="0 0 100 100"><use href="#art-lotus"/></svg>
<path d="M0 -190L-13 -228A14 14 0 1 1 13 -228Z" fill="#fff4d8" stroke="#7a4a00" stroke-width="3"/><circle cy="-226" r="5" fill="#e2451c"/>
</svg>`
}
