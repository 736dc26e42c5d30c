/** Of a browser that has Document Picture-in-Picture. */
interface DocumentPictureInPicture {
  requestWindow(options: { readonly width: number; readonly height: number }): Promise<Window>
}

const WIDTH = 320
const HEIGHT = 220

const offered = (): DocumentPictureInPicture | undefined =>
  (globalThis as { documentPictureInPicture?: DocumentPictureInPicture }).documentPictureInPicture

/** Whether this browser can keep a small window above all others. */
export const hasSmallWindow = (): boolean => offered() !== undefined

/** Opens a small window that looks like the page; undefined where the browser refuses. Call it of a tap. */
export async function openSmallWindow(): Promise<Window | undefined> {
  try {
    const opened = await offered()?.requestWindow({ width: WIDTH, height: HEIGHT })
    if (!opened) return undefined
    for (const sheet of document.styleSheets) {
      const style = opened.document.createElement('style')
      style.textContent = [...sheet.cssRules].map((rule) => rule.cssText).join('\n')
      opened.document.head.append(style)
    }
    const { lang, dataset } = document.documentElement
    opened.document.documentElement.lang = lang
    Object.assign(opened.document.documentElement.dataset, dataset)
    return opened
  } catch {
    return undefined
  }
}
