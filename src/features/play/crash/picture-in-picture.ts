/** Of a browser that has Document Picture-in-Picture. */
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

/** Opens a small window that looks like the page; undefined where the browser refuses. Call it of a tap. */
export async function openSmallWindow(): Promise<Window | undefined> {
  try {
    const opened = await offered()?.requestWindow({ width: WIDTH, height: HEIGHT })
    if (!opened) return undefined
    opened.document.adoptedStyleSheets = [...document.styleSheets].map((sheet) => {
      // Made of rules: the page's policy lets no style in that is written into a document.
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
