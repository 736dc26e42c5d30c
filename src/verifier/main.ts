import { msg } from '@lingui/core/macro'
import { LANGUAGES } from '#contract/languages.ts'
import { chooseLocale, LOCALES } from '#contract/localized.ts'
import '#ui/verifier.css'
import type { ReceiptKey } from '#fair/receipt.ts'
import { receiptKeysOf } from '#verify/verify-receipts.ts'
import { element } from './element.ts'
import { reportView } from './report-view.ts'
import { speak } from './texts.ts'
import { verifyFile, type Report } from './verify-file.ts'
import { number, say } from './words.ts'

// The script of verify.html, a single file that runs from a disk without network.

type State =
  | { readonly is: 'waiting' }
  | { readonly is: 'reading' | 'following'; readonly percent: number }
  | { readonly is: 'done'; readonly name: string; readonly report: Report; readonly hasKeys: boolean }
  | { readonly is: 'failed'; readonly name: string }

let state: State = { is: 'waiting' }
let keys: readonly ReceiptKey[] | undefined
let keysNote = ''
/** Shorter work shows no progress. */
const SHOWN_AFTER_MS = 300
/** If another file is chosen while one is being read, only the last one counts. */
let turn = 0

const page = element('main', {})
const status = element('div', { role: 'status', class: 'status' })
document.body.append(page)
speak(chooseLocale(null, navigator.languages))
draw()

async function read(file: Blob, name: string): Promise<void> {
  const mine = ++turn
  const show = (next: State) => {
    if (mine !== turn) return
    state = next
    drawStatus()
  }
  show({ is: 'reading', percent: 0 })
  try {
    const trusted = keys
    let followedFrom: number | undefined
    const report = await verifyFile(file, {
      trusted,
      onBytes: (bytes) => show({ is: 'reading', percent: Math.floor((100 * bytes) / file.size) }),
      onCrashSteps: (done, all) => {
        followedFrom ??= performance.now()
        const percent = Math.floor((100 * done) / all)
        const isShown = state.is === 'following' && state.percent === percent
        if (performance.now() - followedFrom > SHOWN_AFTER_MS && !isShown) show({ is: 'following', percent })
      },
    })
    show({ is: 'done', name, report, hasKeys: trusted !== undefined })
  } catch {
    show({ is: 'failed', name })
  }
}

async function readKeys(file: File): Promise<void> {
  try {
    keys = receiptKeysOf(JSON.parse(await file.text()))
    keysNote = `${file.name}: ${number(keys.length)}`
  } catch {
    keys = undefined
    keysNote = say(msg`This file has no keys of Koi.`)
  }
  draw()
}

function draw(): void {
  const file = element('input', { type: 'file', id: 'file' })
  file.addEventListener('change', () => {
    const chosen = file.files?.[0]
    if (chosen) void read(chosen, chosen.name)
  })
  const keysFile = element('input', { type: 'file', id: 'keys', accept: '.json,application/json' })
  keysFile.addEventListener('change', () => {
    const chosen = keysFile.files?.[0]
    if (chosen) void readKeys(chosen)
  })
  const pasted = element('textarea', { id: 'pasted', rows: '4', spellcheck: 'false' })
  const go = element('button', { type: 'submit' }, [say(msg`Verify this text`)])
  const form = element('form', { class: 'card' }, [
    element('label', { for: 'pasted' }, [
      say(msg`Or paste bets, receipts or proofs, one JSON object a line`),
    ]),
    pasted,
    go,
  ])
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void read(new Blob([pasted.value]), say(msg`Pasted text`))
  })
  page.replaceChildren(
    element('header', {}, [element('h1', {}, [say(msg`Koi verifier`)]), languages()]),
    element('p', {}, [
      say(
        msg`This page is one file. It works without network: nothing that you open here leaves your device. It computes the results of bets again, and checks receipts, daily seals and proofs.`,
      ),
    ]),
    element('div', { class: 'card drop' }, [
      element('label', { for: 'file' }, [
        say(msg`A file of Koi: your data, an exported history, a receipt or a proof`),
      ]),
      file,
      element('p', { class: 'note' }, [say(msg`You can also drop it anywhere on this page.`)]),
    ]),
    element('div', { class: 'card' }, [
      element('label', { for: 'keys' }, [say(msg`Keys of Koi (optional): the answer of /api/config`)]),
      keysFile,
      element('p', { class: 'note', role: 'status' }, [keysNote]),
    ]),
    form,
    status,
  )
  drawStatus()
}

function languages(): HTMLElement {
  return element(
    'nav',
    { 'aria-label': say(msg`Language`) },
    LOCALES.map((locale) => {
      const isCurrent = document.documentElement.lang === locale
      const button = element('button', { type: 'button', lang: locale, 'aria-pressed': String(isCurrent) }, [
        LANGUAGES[locale],
      ])
      button.addEventListener('click', () => {
        speak(locale)
        draw()
        page.querySelector<HTMLElement>(`nav [lang="${locale}"]`)?.focus()
      })
      return button
    }),
  )
}

function drawStatus(): void {
  switch (state.is) {
    case 'waiting':
      status.replaceChildren()
      break
    case 'reading':
      status.replaceChildren(element('p', {}, [`${say(msg`Verifying…`)} ${state.percent}%`]))
      break
    case 'following':
      status.replaceChildren(
        element('p', {}, [`${say(msg`Following the hashes of Crash…`)} ${state.percent}%`]),
      )
      break
    case 'failed':
      status.replaceChildren(element('p', {}, [`${state.name}: ${say(msg`This file cannot be read.`)}`]))
      break
    case 'done':
      status.replaceChildren(
        element('p', { class: 'note' }, [state.name]),
        reportView(state.report, state.hasKeys),
      )
  }
}

document.addEventListener('dragover', (event) => event.preventDefault())
document.addEventListener('drop', (event) => {
  event.preventDefault()
  const dropped = event.dataTransfer?.files[0]
  if (dropped) void read(dropped, dropped.name)
})
