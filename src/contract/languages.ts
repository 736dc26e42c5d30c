/**
 * Every language Koi speaks, in its own words and the order of its menus; the first is the default, and stands in for
 * texts that another lacks. Everything that lists languages follows from this; CONTRIBUTING.md says what a new one
 * needs besides.
 */
export const LANGUAGES = { 'en-US': 'English', 'zh-CN': '简体中文' } as const

/** Those that put no space between two sentences. */
export const WITHOUT_SPACES: readonly string[] = ['zh-CN'] satisfies (keyof typeof LANGUAGES)[]
