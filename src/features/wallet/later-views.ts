/** The views that come with chunks of their own, and how each is fetched. */
export const laterViews = {
  explorer: () =>
    import('./explorer/ExplorerView.tsx').then(({ ExplorerView }) => ({ default: ExplorerView })),
  qr: () => import('./modal/QrView.tsx').then(({ QrView }) => ({ default: QrView })),
  get: () => import('./explorer/GetView.tsx').then(({ GetView }) => ({ default: GetView })),
  help: () => import('./explorer/HelpView.tsx').then(({ HelpView }) => ({ default: HelpView })),
  network: () => import('./account/NetworkView.tsx').then(({ NetworkView }) => ({ default: NetworkView })),
}

/** Fetches them ahead of their opening, when the first view is in place; a failure shows when one opens. */
export function fetchLaterViews(): void {
  for (const fetchView of Object.values(laterViews)) fetchView().catch(() => undefined)
}
