// The drawings of all games, each in a square of 100.

const petal = 'M50 80C35 64 35 38 50 18C65 38 65 64 50 80Z'

const ART = {
  koi: `<g transform="rotate(38 50 50)"><path fill="#ffb27a" d="M35 38C22 40 17 48 16 56C25 54 33 50 37 45ZM65 38C78 40 83 48 84 56C75 54 67 50 63 45Z"/>
<path fill="#fff6ea" d="M50 5C66 12 70 33 64 54C60 68 55 75 50 82C45 75 40 68 36 54C30 33 34 12 50 5Z"/>
<path fill="#ff6a2b" d="M50 5C60 9 65 20 66 30C58 36 42 34 35 28C36 17 42 8 50 5ZM41 46C50 41 62 45 65 50C62 60 58 66 54 66C46 62 40 54 41 46Z"/>
<path fill="#ff8f52" d="M50 78C60 82 68 90 71 99C62 94 55 93 50 97C45 93 38 94 29 99C32 90 40 82 50 78Z"/>
<path fill="none" stroke="#b83c08" stroke-opacity=".35" stroke-width="2" d="M50 34V74"/>
<circle cx="41" cy="18" r="3.2" fill="#20150f"/><circle cx="59" cy="18" r="3.2" fill="#20150f"/></g>`,
  lotus: `<g><path fill="#d9608f" transform="rotate(-62 50 78)" d="${petal}"/><path fill="#d9608f" transform="rotate(62 50 78)" d="${petal}"/>
<path fill="#ee84ad" transform="rotate(-36 50 78)" d="${petal}"/><path fill="#ee84ad" transform="rotate(36 50 78)" d="${petal}"/>
<path fill="#ffb3cf" d="M50 82C30 66 32 36 50 12C68 36 70 66 50 82Z"/><path fill="#ffd6e5" d="M50 78C40 64 41 42 50 26C59 42 60 64 50 78Z"/>
<path fill="#3f8f5c" d="M14 78C30 74 70 74 86 78C76 92 24 92 14 78Z"/></g>`,
  leaf: `<g><path fill="#2f9a63" d="M50 51L82 22A44 44 0 1 1 61 8Z"/><path fill="#58c083" d="M50 51L76 27A37 37 0 1 1 58 15Z"/>
<path stroke="#2a8556" stroke-width="2.6" stroke-linecap="round" d="M50 51L17 40M50 51L22 74M50 51L52 87M50 51L80 70M50 51L34 18M50 51L87 50"/><circle cx="37" cy="34" r="4.5" fill="#e9fff4" opacity=".9"/></g>`,
  shell: `<g><path fill="#f2c98d" d="M50 86L13 47C14 24 32 12 50 12C68 12 86 24 87 47Z"/>
<path fill="#ffe3b8" d="M50 86L27 27C34 18 42 14 50 13C58 14 66 18 73 27Z"/>
<path fill="none" stroke="#b9853f" stroke-width="2.6" stroke-linecap="round" d="M50 84L18 40M50 84L29 23M50 84L42 15M50 84L58 15M50 84L71 23M50 84L82 40"/>
<path fill="#d99f57" d="M34 84C40 78 60 78 66 84C62 93 38 93 34 84Z"/></g>`,
  moon: `<g><circle cx="50" cy="42" r="33" fill="#fff1c4"/><path fill="#f1d58a" d="M50 9A33 33 0 1 1 27 66A37 37 0 0 0 50 9Z" opacity=".75"/>
<circle cx="40" cy="34" r="5" fill="#e5c471" opacity=".7"/><circle cx="58" cy="50" r="7" fill="#e5c471" opacity=".6"/><circle cx="60" cy="27" r="3.5" fill="#e5c471" opacity=".6"/>
<path stroke="#bfe4ea" stroke-width="4" stroke-linecap="round" d="M26 84H74M36 93H64" opacity=".85"/></g>`,
  dragonfly: `<g transform="rotate(32 50 50)"><g fill="#a7ecf2" fill-opacity=".85" stroke="#3497a4" stroke-width="2"><ellipse cx="25" cy="33" rx="25" ry="9" transform="rotate(14 25 33)"/><ellipse cx="75" cy="33" rx="25" ry="9" transform="rotate(-14 75 33)"/><ellipse cx="29" cy="50" rx="20" ry="7.5" transform="rotate(-12 29 50)"/><ellipse cx="71" cy="50" rx="20" ry="7.5" transform="rotate(12 71 50)"/></g>
<rect x="46.5" y="30" width="7" height="66" rx="3.5" fill="#e04a3a"/><path stroke="#8f2419" stroke-width="2" d="M46.5 60H53.5M46.5 70H53.5M46.5 80H53.5"/><ellipse cx="50" cy="34" rx="7" ry="12" fill="#f26a4f"/><circle cx="44" cy="18" r="6" fill="#8f2419"/><circle cx="56" cy="18" r="6" fill="#8f2419"/></g>`,
  lantern: `<g><path stroke="#e5b04a" stroke-width="3" d="M50 4V16"/><rect x="34" y="14" width="32" height="8" rx="3" fill="#e5b04a"/>
<ellipse cx="50" cy="46" rx="35" ry="27" fill="#e23b2e"/><ellipse cx="50" cy="46" rx="22" ry="27" fill="#f4573f"/><ellipse cx="50" cy="46" rx="9" ry="27" fill="#ff8a5c"/>
<rect x="34" y="70" width="32" height="7" rx="3" fill="#e5b04a"/><path stroke="#ffcf63" stroke-width="3" stroke-linecap="round" d="M44 78V92M50 78V97M56 78V92"/></g>`,
  turtle: `<g transform="rotate(-28 50 50)"><ellipse cx="50" cy="13" rx="10" ry="12" fill="#7fbf6a"/><circle cx="46" cy="9" r="1.8" fill="#18311c"/><circle cx="54" cy="9" r="1.8" fill="#18311c"/>
<g fill="#7fbf6a"><ellipse cx="20" cy="30" rx="9" ry="13" transform="rotate(40 20 30)"/><ellipse cx="80" cy="30" rx="9" ry="13" transform="rotate(-40 80 30)"/><ellipse cx="23" cy="77" rx="8" ry="12" transform="rotate(-35 23 77)"/><ellipse cx="77" cy="77" rx="8" ry="12" transform="rotate(35 77 77)"/></g>
<ellipse cx="50" cy="53" rx="34" ry="36" fill="#2f7a54"/><path fill="#51a876" d="M50 28L67 39V61L50 73L33 61V39Z"/><path fill="none" stroke="#1f5a3c" stroke-width="3" d="M50 28V17M67 39L79 33M67 61L79 69M50 73V89M33 61L21 69M33 39L21 33"/></g>`,
  heron: `<g><path stroke="#d08a2c" stroke-width="3.5" stroke-linecap="round" d="M50 74V96M60 72V96"/><path fill="#f4f8fb" d="M26 60C34 44 62 42 84 66C70 80 40 82 26 60Z"/><path fill="#a9bccb" d="M46 56C60 54 74 60 90 76C72 76 54 74 46 56Z"/>
<path fill="none" stroke="#f4f8fb" stroke-width="9" stroke-linecap="round" d="M36 62C18 46 48 38 38 20"/><circle cx="38" cy="17" r="8.5" fill="#f4f8fb"/><path fill="#e9a23b" d="M32 14L6 20L32 21Z"/><path fill="#2d3f50" d="M36 8C48 6 56 12 64 22C54 18 46 16 36 14Z"/><circle cx="36" cy="16" r="1.9" fill="#1b2733"/></g>`,
  frog: `<g><circle cx="29" cy="27" r="15" fill="#5cb84f"/><circle cx="71" cy="27" r="15" fill="#5cb84f"/><ellipse cx="50" cy="56" rx="42" ry="33" fill="#6cc95c"/><circle cx="29" cy="25" r="9" fill="#fffbe6"/><circle cx="71" cy="25" r="9" fill="#fffbe6"/><circle cx="30" cy="26" r="4.5" fill="#1a2a17"/><circle cx="70" cy="26" r="4.5" fill="#1a2a17"/>
<path fill="#c9efaf" d="M22 66C36 82 64 82 78 66C72 90 28 90 22 66Z"/><path fill="none" stroke="#2c6b27" stroke-width="4" stroke-linecap="round" d="M20 60C34 74 66 74 80 60"/><circle cx="17" cy="56" r="5" fill="#ff9d8a" opacity=".7"/><circle cx="83" cy="56" r="5" fill="#ff9d8a" opacity=".7"/></g>`,
  reed: `<g><path fill="none" stroke="#5a9a45" stroke-width="4" stroke-linecap="round" d="M38 96C38 70 38 50 37 18M62 96C62 76 63 60 65 34"/><rect x="30" y="22" width="15" height="36" rx="7.5" fill="#9a5a2b"/><rect x="57" y="36" width="14" height="31" rx="7" fill="#b0703a"/><path fill="#6fb552" d="M48 97C44 74 30 62 10 56C24 72 34 82 42 97ZM54 97C56 78 70 66 92 64C76 76 66 86 62 97Z"/></g>`,
  pebble: `<g><ellipse cx="50" cy="80" rx="42" ry="15" fill="#5f7480"/><ellipse cx="50" cy="76" rx="40" ry="12" fill="#7f96a3"/><ellipse cx="47" cy="54" rx="30" ry="14" fill="#7b6f86"/><ellipse cx="47" cy="51" rx="28" ry="11" fill="#9c90a8"/><ellipse cx="53" cy="32" rx="20" ry="12" fill="#a8876a"/><ellipse cx="53" cy="29" rx="18" ry="9" fill="#c9a888"/></g>`,
  wild: `<g><circle cx="50" cy="50" r="46" fill="#7a4300"/><circle cx="50" cy="50" r="43" fill="#ffc73b"/><circle cx="50" cy="50" r="36" fill="#8c1f14"/>
<path fill="none" stroke="#ffd978" stroke-width="2.5" d="M18 40C26 32 34 32 42 40C50 32 58 32 66 40C72 34 78 33 82 36M18 66C26 58 34 58 42 66C50 58 58 58 66 66C72 60 78 59 82 62" opacity=".45"/></g>`,
}

/** @param {string} name */
export function art(name) {
  return `<svg class="art" viewBox="0 0 100 100" aria-hidden="true"><use href="#art-${name}"/></svg>`
}

/**
 * Puts the drawings into the page, to be used by name.
 * @param {string} wild the word on the wild
 */
export function addArt(wild) {
  const holder = document.createElement('div')
  holder.hidden = true
  const word = `<text x="50" y="${/[A-Za-z]/.test(wild) ? 60 : 62}" text-anchor="middle" font-size="${wild.length > 2 ? 22 : 30}" font-weight="800" fill="#ffe9a8" font-family="system-ui, sans-serif">${wild}</text>`
  holder.innerHTML = `<svg>${Object.entries(ART)
    .map(([name, drawing]) => {
      const more = name === 'wild' ? word : ''
      return `<symbol id="art-${name}" viewBox="0 0 100 100">${drawing}${more}</symbol>`
    })
    .join('')}</svg>`
  document.body.append(holder)
}

export const DRAWINGS = ART
