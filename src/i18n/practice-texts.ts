import type { Catalogs } from './i18n.ts'

/** Of practice mode alone, so that the first load need not know of them. */
export const PRACTICE_TEXTS: Catalogs = {
  'en-US': () => import('./en-US/practice.po'),
  'zh-CN': () => import('./zh-CN/practice.po'),
}
