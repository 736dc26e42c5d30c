import type { Plugin } from 'vite'

/**
 * Preloads the interface font. Otherwise the browser finds it at the layout of the first text, and lays everything out
 * twice.
 */
export function fontPreload(): Plugin {
  return {
    name: 'koi-font-preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((fileName) => fileName.endsWith('.woff2'))
          .map((fileName) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${fileName}` },
            injectTo: 'head' as const,
          })),
    },
  }
}
