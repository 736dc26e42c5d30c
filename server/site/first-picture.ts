/** The picture of the lobby's first offer, hidden in the loading screen of index.html. */
const POND_HIDDEN = /(<div class="pond") hidden(>\s*<img\s[^>]*?)\s+loading="lazy"/

export const withPond = (html: string): string => html.replace(POND_HIDDEN, '$1$2')

/** For a first visit to a game: the cover shows before the code has loaded. `cover` must be a URL of this server. */
export const withCover = (html: string, cover: string): string =>
  html.replace(
    /<div class="pond" hidden>[\s\S]*?<\/div>/,
    `<img class="cover" src="${cover}" alt="" width="180" height="240" fetchpriority="high">`,
  )
