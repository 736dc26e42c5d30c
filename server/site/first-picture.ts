/** The picture of the lobby's first offer in the loading screen of index.html: there, but not shown. */
const POND_HIDDEN = /(<div class="pond") hidden(>\s*<img\s[^>]*?)\s+loading="lazy"/

/** The loading screen with the lobby's first offer in it, on its first visit. */
export const withPond = (html: string): string => html.replace(POND_HIDDEN, '$1$2')

/**
 * The loading screen with the cover of the game that is about to be played, on a first visit: it is there before the
 * code is. `cover` is an address of the server's own.
 */
export const withCover = (html: string, cover: string): string =>
  html.replace(
    /<div class="pond" hidden>[\s\S]*?<\/div>/,
    `<img class="cover" src="${cover}" alt="" width="180" height="240" fetchpriority="high">`,
  )
