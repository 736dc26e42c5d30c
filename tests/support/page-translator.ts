import { expect, type Page } from '@playwright/test'

/** Time that a translation takes, in milliseconds. */
const ANSWER_MS = 60

/**
 * Changes every page as a translating browser does: it replaces text nodes by elements with the translation, some time
 * after the text appeared. The words stay the same, so that a journey can read them.
 * @param isCareless replaces a text even if it has changed meanwhile
 */
export async function translatePages(page: Page, isCareless = false): Promise<void> {
  const options = { answerMs: ANSWER_MS, isCareless }
  await page.addInitScript(({ answerMs, isCareless }) => {
    const KEPT = 'script, style, textarea, [translate="no"], font'
    const isWords = (node: Node): node is Text =>
      node instanceof Text && node.data.trim() !== '' && node.parentElement?.closest(KEPT) === null
    let asked = new Map<Text, string>()
    const answer = () => {
      const texts = asked
      asked = new Map()
      for (const [node, text] of texts) {
        if (!node.isConnected) continue
        if (node.data !== text && !isCareless) {
          ask(node)
          continue
        }
        const translation = document.createElement('font')
        translation.append(Object.assign(document.createElement('font'), { textContent: text }))
        node.replaceWith(translation)
      }
    }
    const ask = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      for (let node: Node | null = root; node; node = walker.nextNode()) {
        if (!isWords(node) || asked.has(node)) continue
        if (asked.size === 0) setTimeout(answer, answerMs)
        asked.set(node, node.data)
      }
    }
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes) {
        if (type === 'characterData') ask(target)
        else addedNodes.forEach(ask)
      }
    }).observe(document, { subtree: true, childList: true, characterData: true })
  }, options)
}

/** Fails for texts that differ from React's for more than a moment. */
export async function expectTrueTexts(page: Page, where: string): Promise<void> {
  await expect.poll(() => page.evaluate(falseTexts), { message: where }).toEqual([])
}

function falseTexts(): string[] {
  const own = (node: object, kind: string): unknown => {
    const key = Object.keys(node).find((name) => name.startsWith(kind))
    return key === undefined ? undefined : Reflect.get(node, key)
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found: string[] = []
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    if (node.textContent?.trim() && own(node, '__reactFiber$') !== undefined)
      found.push(`beside others: ${node.textContent} in ${node.parentElement?.outerHTML.slice(0, 160)}`)
  }
  for (const element of document.body.querySelectorAll('*')) {
    const props = own(element, '__reactProps$') as { children?: unknown } | undefined
    const children = props?.children
    if (typeof children !== 'string' && typeof children !== 'number') continue
    if (element.textContent !== String(children) && !element.matches('textarea, option, title'))
      found.push(`old: ${element.textContent} for ${children}`)
  }
  return found
}
