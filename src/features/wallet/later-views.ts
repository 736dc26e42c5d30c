/** The views that come with chunks of their own, and how each is fetched. */
export const laterViews = {
  explorer: () => import('./ExplorerView.tsx').then(({ ExplorerView }) => ({ default: ExplorerView })),
  qr: () => import('./QrView.tsx').then(({ QrView }) => ({ default: QrView })),
  get: () => import('./GetView.tsx').then(({ GetView }) => ({ default: GetView })),
  help: () => import('./HelpView.tsx').then(({ HelpView }) => ({ default: HelpView })),
  network: () => import('./NetworkView.tsx').then(({ NetworkView }) => ({ default: NetworkView })),
}

/** Fetches them ahead of their opening, when the first view is in place; a failure shows when one opens. */
export function fetchLaterViews(): void {
  for (const fetchView of Object.values(laterViews)) fetchView().catch(() => undefined)
}
