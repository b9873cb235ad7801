import type { LanguageModel } from '@signet/language-model'

/** Passages sent to a model, by number. */
export type Passages = Readonly<Record<string, string>>

/** A model that answers with the result of `edit` for the passages of a document. */
export const modelOf = (
  edit: (passages: Passages, call: number) => unknown,
): LanguageModel & { readonly calls: number } => {
  let calls = 0
  return {
    name: 'maker.editor-v1',
    get calls() {
      return calls
    },
    async complete({ messages }) {
      const [, json = '{}'] = String(messages[0]?.text).split('\n')
      const editedTexts = await edit(JSON.parse(json) as Passages, calls++)
      return {
        text: typeof editedTexts === 'string' ? editedTexts : JSON.stringify(editedTexts),
        stopReason: 'end_turn',
      }
    },
  }
}
