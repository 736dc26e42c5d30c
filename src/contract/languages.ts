/**
 * All languages of Koi in the order of its menus, each in its own words. The first is the default and replaces
 * missing texts. CONTRIBUTING.md says what a new language needs.
 */
export const LANGUAGES = { 'en-US': 'English', 'zh-CN': '简体中文' } as const

/** Languages without a space between two sentences. */
export const WITHOUT_SPACES: readonly string[] = ['zh-CN'] satisfies (keyof typeof LANGUAGES)[]
