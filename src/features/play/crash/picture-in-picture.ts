/** TypeScript does not know Document Picture-in-Picture. */
interface DocumentPictureInPicture {
  requestWindow(options: {
    readonly width: number
    readonly height: number
  }): Promise<Window & typeof globalThis>
}

const WIDTH = 320
const HEIGHT = 220

const offered = (): DocumentPictureInPicture | undefined =>
  (globalThis as { documentPictureInPicture?: DocumentPictureInPicture }).documentPictureInPicture

/** Undefined where the browser refuses, as it does outside of a tap. */
export async function openSmallWindow(): Promise<Window | undefined> {
  try {
    const opened = await offered()?.requestWindow({ width: WIDTH, height: HEIGHT })
    if (!opened) return undefined
    opened.document.adoptedStyleSheets = [...document.styleSheets].map((sheet) => {
      // The page's policy forbids style elements.
      const copy = new opened.CSSStyleSheet({ baseURL: sheet.href ?? location.href })
      copy.replaceSync([...sheet.cssRules].map((rule) => rule.cssText).join('\n'))
      return copy
    })
    const { lang, dataset } = document.documentElement
    opened.document.documentElement.lang = lang
    Object.assign(opened.document.documentElement.dataset, dataset)
    return opened
  } catch {
    return undefined
  }
}
