import { addArt, art } from './art.js'
import {
  announce,
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

const ROWS = 3
const TURN_MS = 900
const STAGGER_MS = 260
const PER_TURN = 14
const LINE_MS = 1_500

addArt(say('wild'))
await start(show)

function show({ reels, lines, pays, moonPays, stakes, rtp }) {
  const rules = reels ? drawRules({ pays, moonPays, rtp }) : ''
  const { stage, panel } = layOut({ title: say('slot'), rules })
  if (!reels) return
  document.querySelector('#game').classList.add('low')

  let stops = reels.map((reel) => Math.floor(Math.random() * reel.length))
  let isSpinning = false
  let chosen = stakes.findIndex((stake) => stake === 100_000)
  let toldLine = 0
  const columns = reels.map(() => {
    const strip = el('div', { class: 'strip' })
    return { strip, reel: el('div', { class: 'reel' }, strip) }
  })
  const paths = el('div', {
    html: '<svg class="paths" viewBox="0 0 500 300" preserveAspectRatio="none"></svg>',
  }).firstChild
  const seen = el(
    'div',
    { class: 'window', 'aria-hidden': 'true' },
    ...columns.map(({ reel }) => reel),
    paths,
  )
  const banner = el('p', { class: 'banner' })
  const detail = el('p', { class: 'detail' })
  stage.append(drawScene(), seen, banner, detail)

  const amount = el('b', {})
  const less = el(
    'button',
    { class: 'round', 'aria-label': say('less'), onclick: () => choose(chosen - 1) },
    '−',
  )
  const more = el(
    'button',
    { class: 'round', 'aria-label': say('more'), onclick: () => choose(chosen + 1) },
    '+',
  )
  const spin = el('button', { class: 'main', onclick: play }, say('spin'))
  panel.append(
    el(
      'div',
      { class: 'actions' },
      el(
        'div',
        { class: 'stake' },
        less,
        el('p', { 'aria-live': 'polite' }, el('span', {}, say('stake')), amount),
        more,
      ),
      spin,
    ),
  )
  document.addEventListener('keydown', (event) => {
    const isFree = event.target === document.body && !document.querySelector('dialog[open]')
    if (event.code !== 'Space' || !isFree || event.repeat) return
    event.preventDefault()
    void play()
  })
  columns.forEach((_, reel) => fill(reel, windowAt(reel, stops[reel])))
  choose(chosen)

  function windowAt(reel, stop) {
    return Array.from({ length: ROWS }, (_, row) => reels[reel][(stop + row) % reels[reel].length])
  }

  function fill(reel, symbols) {
    columns[reel].strip.innerHTML = symbols.map((symbol) => `<div class="cell">${art(symbol)}</div>`).join('')
  }

  function choose(next) {
    chosen = Math.max(0, Math.min(stakes.length - 1, next))
    amount.textContent = money(stakes[chosen])
    turnOff(less, isSpinning || chosen === 0)
    turnOff(more, isSpinning || chosen === stakes.length - 1)
    turnOff(spin, isSpinning)
    spin.textContent = say(isSpinning ? 'spinning' : 'spin')
  }

  async function play() {
    if (isSpinning) return
    const stake = stakes[chosen]
    if (knownBalance() !== null && stake > knownBalance()) return refuse('no_money')
    refuse(null)
    clearResult()
    isSpinning = true
    choose(chosen)
    const answer = await send('/reels', { stake })
    if (answer.code) {
      isSpinning = false
      showBalance(answer.balance)
      choose(chosen)
      return refuse(answer.code)
    }
    const { result, balance: after } = answer
    showBalance(after === null ? null : after - result.paid)
    await Promise.all(columns.map((_, reel) => turn(reel, result.stops[reel])))
    stops = result.stops
    showBalance(after)
    isSpinning = false
    choose(chosen)
    tellResult(result, stake)
  }

  /** The new pictures come from above, over those of before. */
  async function turn(reel, stop) {
    const { strip } = columns[reel]
    const next = windowAt(reel, stop)
    if (isCalm) return fill(reel, next)
    const size = reels[reel].length
    const count = PER_TURN + reel * 4
    const between = Array.from({ length: count }, (_, n) => reels[reel][(stop + ROWS + n) % size])
    fill(reel, [...next, ...between, ...windowAt(reel, stops[reel])])
    const cells = next.length + count
    const way = (cells / (cells + ROWS)) * 100
    const turned = strip.animate([{ transform: `translateY(-${way}%)` }, { transform: 'none' }], {
      duration: TURN_MS + reel * STAGGER_MS,
      easing: 'cubic-bezier(0.25, 0.6, 0.25, 1.04)',
    })
    await turned.finished
    fill(reel, next)
  }

  function clearResult() {
    clearInterval(toldLine)
    seen.classList.remove('told')
    paths.innerHTML = ''
    banner.textContent = ''
    banner.className = 'banner'
    detail.textContent = ''
    for (const cell of seen.querySelectorAll('.hit')) cell.classList.remove('hit')
  }

  function tellResult({ wins, moons, moonPaid, paid }, stake) {
    const sum = withCurrency(paid)
    const text =
      paid > stake ? say('win', { amount: sum }) : paid > 0 ? say('part', { amount: sum }) : say('none')
    banner.textContent = text
    banner.className = paid > stake ? 'banner won' : 'banner'
    const parts = wins.map(({ line, symbol, count, paid: won }) => ({
      text: `${say('lineWin', { line: line + 1, count, name: say(symbol) })} · ${withCurrency(won)}`,
      cells: lines[line].slice(0, count).map((row, reel) => [reel, row]),
      path: lines[line],
    }))
    if (moonPaid > 0) {
      const cells = reels.flatMap((_, reel) =>
        windowAt(reel, stops[reel]).flatMap((symbol, row) => (symbol === 'moon' ? [[reel, row]] : [])),
      )
      parts.push({
        text: `${say('moonWin', { count: moons })} · ${withCurrency(moonPaid)}`,
        cells,
        path: null,
      })
    }
    announce([text, ...parts.map((part) => part.text)].join('. '))
    if (parts.length === 0) return
    let nth = 0
    const showPart = () => {
      const part = parts[nth % parts.length]
      nth += 1
      seen.classList.add('told')
      for (const cell of seen.querySelectorAll('.hit')) cell.classList.remove('hit')
      for (const [reel, row] of part.cells) columns[reel].strip.children[row].classList.add('hit')
      const points = part.path
        ?.slice(0, part.cells.length)
        .map((row, reel) => `${reel * 100 + 50},${row * 100 + 50}`)
        .join(' ')
      paths.innerHTML = points ? `<polyline points="${points}"/>` : ''
      detail.textContent = part.text
    }
    showPart()
    if (parts.length > 1) toldLine = setInterval(showPart, LINE_MS)
  }
}

/** Lanterns over the reels and lotuses below, where a tall screen has room. */
function drawScene() {
  const things = [
    ['moon', '84%', '5%', '64px'],
    ['lantern', '14%', '4%', '72px'],
    ['lantern', '38%', '11%', '46px'],
    ['lantern', '64%', '8%', '54px'],
    ['lotus', '16%', '3%', '68px'],
    ['koi', '48%', '5%', '60px'],
    ['leaf', '82%', '4%', '58px'],
  ]
  const scene = el('div', {
    class: 'scene',
    'aria-hidden': 'true',
    html: things.map(([name]) => art(name)).join(''),
  })
  for (const [nth, [, x, y, size]] of things.entries()) {
    const { style } = scene.children[nth]
    for (const [name, value] of Object.entries({ x, y, size })) style.setProperty(`--${name}`, value)
  }
  return scene
}

function drawRules({ pays, moonPays, rtp }) {
  const [m3, m4, m5] = moonPays
  const rows = Object.entries(pays)
    .map(
      ([symbol, [three, four, five]]) =>
        `<tr><th scope="row"><span class="name">${art(symbol)}${say(symbol)}</span></th><td>${three}</td><td>${four}</td><td>${five}</td></tr>`,
    )
    .join('')
  return `${say('slotRules', { m3, m4, m5, rtp })}<table><caption>${say('paysOfLine')}</caption><thead><tr><td></td><th scope="col">3</th><th scope="col">4</th><th scope="col">5</th></tr></thead><tbody>${rows}</tbody></table>`
}
