import * as v from 'valibot'
import { browserStorage } from '#lib/browser-storage.ts'
import { whenIdle } from './first-screen.ts'

/** Storage key; `src/boot.js` reads the same. */
export const LAST_SCREEN_KEY = 'last-screen'
const MAX_LENGTH = 300_000
/** Device pixels for a CSS pixel; more cannot be told from it in the moment a still is shown. */
const MAX_SCALE = 2
const PICTURE_QUALITY = 0.85

/** What `src/boot.js` shows in place of the loading screen, and when it may. Sizes in CSS pixels. */
export const LastScreenSchema = v.object({
  savedAt: v.number(),
  path: v.string(),
  lang: v.string(),
  width: v.number(),
  /** Address of the stylesheet whose class names the markup uses. */
  style: v.string(),
  /** Markup with `data-style` in place of `style`, which the content security policy would drop. */
  html: v.string(),
})

const coverSources = new Map<string, string>()

/**
 * Keeps a still of the lobby as the player last saw it. The next launch paints it at once and swaps it for
 * the real page within moments. Nothing of an account is in it: what is marked `data-private` is left out.
 * Call when the first screen is complete; returns the function that stops it.
 */
export function followLastScreen(): () => void {
  const onHide = () => {
    if (document.visibilityState === 'hidden') save()
  }
  void keepCovers().then(save)
  document.addEventListener('visibilitychange', onHide)
  return () => document.removeEventListener('visibilitychange', onHide)
}

/** Call when what is on screen stops being the player's, such as on log-out. */
export function forgetLastScreen(): void {
  browserStorage.remove(LAST_SCREEN_KEY)
}

const shownCovers = () =>
  Array.from(document.querySelectorAll<HTMLImageElement>('#root main img[src^="/covers/"]')).filter(
    isOnScreen,
  )

/**
 * The covers are part of the still: as files they would have to wait for the worker to start. As pictures of
 * the size they are shown in, they are decoded beside the page's own work. One in each idle moment.
 */
async function keepCovers(): Promise<void> {
  for (const image of isLobby() ? shownCovers() : []) {
    const address = image.getAttribute('src') ?? ''
    if (coverSources.has(address)) continue
    await new Promise<void>(whenIdle)
    const picture = await pictureOf(image)
    if (picture !== undefined) coverSources.set(address, picture)
  }
}

/** The image as it lies on the screen, as a data address; undefined when it is not there or not ours to read. */
async function pictureOf(image: HTMLImageElement): Promise<string | undefined> {
  const scale = Math.min(window.devicePixelRatio, MAX_SCALE)
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(image.clientWidth * scale)
  canvas.height = Math.round(image.clientHeight * scale)
  const context = canvas.getContext('2d')
  if (!context || image.naturalWidth === 0 || canvas.width * canvas.height === 0) return undefined
  try {
    context.drawImage(image, 0, 0, canvas.width, canvas.height)
    const blob = await new Promise<Blob | null>((resolve) =>
      canvas.toBlob(resolve, 'image/webp', PICTURE_QUALITY),
    )
    return blob ? await dataAddressOf(blob) : undefined
  } catch {
    return undefined
  }
}

function dataAddressOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    // As an address it is read as text.
    reader.onload = () => resolve(reader.result as string)
    reader.onerror = () => reject(reader.error ?? new Error('The picture cannot be read'))
    reader.readAsDataURL(blob)
  })
}

function save(): void {
  const root = document.getElementById('root')
  const style = document.querySelector('link[rel="stylesheet"]')?.getAttribute('href')
  if (!root || !style || !isLobbyAtRest(root)) return
  const html = markupOf(root)
  if (html.length > MAX_LENGTH) return
  const record: v.InferOutput<typeof LastScreenSchema> = {
    savedAt: Date.now(),
    path: window.location.pathname,
    lang: document.documentElement.lang,
    width: window.innerWidth,
    style,
    html,
  }
  browserStorage.set(LAST_SCREEN_KEY, JSON.stringify(record))
}

const isLobby = () => window.location.pathname === '/'

/** Only the lobby, seen from its top, with nothing over it and nothing missing. */
function isLobbyAtRest(root: HTMLElement): boolean {
  return (
    isLobby() &&
    window.scrollY === 0 &&
    !document.querySelector('dialog[open]') &&
    !root.querySelector('[aria-busy="true"]') &&
    root.querySelector('main a[href^="/games/"] img') !== null
  )
}

function isOnScreen(element: Element): boolean {
  const { top, bottom, left, right, width } = element.getBoundingClientRect()
  return width > 0 && bottom > 0 && top < window.innerHeight && right > 0 && left < window.innerWidth
}

/** The markup of what is on screen; what lies below or beside it is left out. */
function markupOf(root: HTMLElement): string {
  const originals = root.querySelectorAll('*')
  // In a document of its own nothing of the copy is fetched.
  const copy = document.implementation.createHTMLDocument().importNode(root, true)
  const copies = Array.from(copy.querySelectorAll<HTMLElement>('*'))
  copies.forEach((element, index) => {
    const original = originals[index]
    if (!original) return
    if (element.matches('dialog, script, [data-private]') || !original.checkVisibility())
      element.replaceChildren()
    else if (element.matches('a, section') && !isOnScreen(original)) {
      element.replaceChildren()
      // What was around it stays where it is.
      const { width, height } = original.getBoundingClientRect()
      element.style.cssText += `;box-sizing:border-box;width:${width}px;height:${height}px`
    }
    const cover = coverSources.get(element.getAttribute('src') ?? '')
    if (cover !== undefined) element.setAttribute('src', cover)
    const style = element.getAttribute('style')
    if (style === null) return
    element.removeAttribute('style')
    element.dataset['style'] = style
  })
  // A form is more than the still takes: its place is.
  for (const form of copy.querySelectorAll('form')) {
    const box = document.createElement('div')
    for (const { name, value } of form.attributes) box.setAttribute(name, value)
    box.append(...form.childNodes)
    form.replaceWith(box)
  }
  return copy.innerHTML
}
