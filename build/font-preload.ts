import type { Plugin } from 'vite'

/**
 * Has the page fetch the interface font at once. Found only when the first text is laid out, it would come
 * after it, and everything would be shaped and laid out twice.
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
