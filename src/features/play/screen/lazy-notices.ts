import { lazyOptional } from '#lib/lazy-optional.tsx'

export const AutoPlayStatus = lazyOptional(() =>
  import('#features/play/auto/AutoPlayStatus.tsx').then((module) => module.AutoPlayStatus),
)
/** Seldom there is anything to say. */
export const HealthBanner = lazyOptional(() =>
  import('./HealthBanner.tsx').then((module) => module.HealthBanner),
)
