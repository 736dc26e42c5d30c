/** Views with chunks of their own. */
export const laterViews = {
  explorer: () => import('./explorer/ExplorerView.tsx').then((module) => module.ExplorerView),
  qr: () => import('./modal/QrView.tsx').then((module) => module.QrView),
  get: () => import('./explorer/GetView.tsx').then((module) => module.GetView),
  help: () => import('./explorer/HelpView.tsx').then((module) => module.HelpView),
  network: () => import('./account/NetworkView.tsx').then((module) => module.NetworkView),
}

/** Loads them early, when the first view is shown; a failure shows when one opens. */
export function fetchLaterViews(): void {
  for (const fetchView of Object.values(laterViews)) fetchView().catch(() => undefined)
}
