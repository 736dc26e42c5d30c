/**
 * Every language Koi speaks, in the order of its menus; the first is the default, and stands in for texts that
 * another lacks. Everything that lists languages follows from this; CONTRIBUTING.md says what a new one needs.
 */
export const LANGUAGES = {
  'en-US': { name: 'English', brand: 'Koi' },
  'zh-CN': { name: '简体中文', brand: '锦鲤' },
} as const
