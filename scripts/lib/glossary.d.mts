export interface Glossary {
  readonly terms: readonly {
    readonly english: readonly { readonly word: string; readonly pattern: RegExp }[]
    readonly words: readonly string[]
    readonly not: readonly string[]
  }[]
  readonly exceptions: ReadonlySet<string>
}
export function readGlossary(markdown: string, locale: string): Glossary
export function messageProblems(glossary: Glossary, message: string, translation: string): string[]
export function refusedWordings(glossary: Glossary, text: string): string[]
