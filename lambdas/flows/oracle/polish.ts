import type { LanguageModel } from '@signet/language-model'
import type { ScaffoldFile } from '@signet/scaffolds/files'
import { askEditor } from './ask-editor.ts'
import { editedByRules } from './edit-by-rules.ts'
import { passagesOf } from './passages.ts'
import { rewordPassages } from './prose-guard.ts'

type Outcome = 'late' | 'failed' | 'unusable'

export interface PolishResult {
  /** Files with changed content; the others are unchanged. */
  readonly files: readonly ScaffoldFile[]
  readonly summary: string
  readonly method: 'rules' | 'model'
  readonly model?: string
  readonly model_outcome?: Outcome
}

export class EditorUnavailable extends Error {
  override readonly name = 'EditorUnavailable'
}

interface EditedFile {
  readonly file: ScaffoldFile
  readonly passages: number
  readonly outcome?: Outcome
}

/** Maximum characters of all edited files together; they are stored in one row. */
const CHARACTERS_MAX = 160_000

/** Returns true for documents for people: never code, data, configuration or tests. */
export const isProse = ({ path, role }: Pick<ScaffoldFile, 'path' | 'role'>): boolean =>
  path.endsWith('.md') && (role === 'governance' || role === 'doc')

const proseOf = (files: readonly ScaffoldFile[]): readonly ScaffoldFile[] => {
  let characters = 0
  return files.filter((file) => {
    if (!isProse(file)) return false
    characters += file.content.length
    return characters <= CHARACTERS_MAX
  })
}

type Edit = (file: ScaffoldFile, intention: string) => Promise<EditedFile>

const withTexts = (file: ScaffoldFile, texts: ReadonlyMap<number, string>, intention: string): EditedFile => {
  const edited = rewordPassages(file.content, texts, intention)
  if ('rule' in edited) return { file, passages: 0, outcome: 'unusable' }
  return { file: { ...file, content: edited.content }, passages: edited.passages }
}

const editByRules: Edit = async (file, intention) => {
  const texts = passagesOf(file.content).map((passage, number) => [number, editedByRules(passage)] as const)
  return withTexts(file, new Map(texts), intention)
}

const editByModel =
  (model: LanguageModel, signal: AbortSignal): Edit =>
  async (file, intention) => {
    const passages = passagesOf(file.content)
    if (passages.length === 0) return { file, passages: 0 }
    const answer = await askEditor(model, passages, signal)
    if ('outcome' in answer) return { file, passages: 0, outcome: answer.outcome }
    return answer.texts ? withTexts(file, answer.texts, intention) : { file, passages: 0, outcome: 'unusable' }
  }

const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

const OUTCOME_REASONS: Readonly<Record<Outcome, string>> = {
  late: 'the answer was late',
  failed: 'the model failed',
  unusable: 'its text changed more than prose',
}

const summaryOf = (edited: readonly EditedFile[], editor: string): string => {
  const changed = edited.filter(({ passages }) => passages > 0)
  const passages = changed.reduce((sum, each) => sum + each.passages, 0)
  const unchanged = edited.flatMap(({ file, outcome }) =>
    outcome ? [`${file.path} (${OUTCOME_REASONS[outcome]})`] : [],
  )
  return [
    `${countOf(passages, 'passage')} in ${countOf(changed.length, 'file')} edited by ${editor}.`,
    ...(unchanged.length === 0 ? [] : [`Unchanged: ${unchanged.join(', ')}.`]),
  ].join(' ')
}

const RULES_EDITOR = 'rules for plain wording, articles and periods; no language model is configured'

/**
 * Edits the prose of a scaffold and nothing else (docs/adr/0015), by the configured model, or else by rules. A model's
 * text is rejected if it changes more than prose.
 * @throws EditorUnavailable if the model answered for no file
 */
export const polisher =
  (model: LanguageModel | undefined) =>
  async (files: readonly ScaffoldFile[], intention: string, signal: AbortSignal): Promise<PolishResult> => {
    const edit = model ? editByModel(model, signal) : editByRules
    const edited = await Promise.all(proseOf(files).map((file) => edit(file, intention)))
    const outcomes = edited.flatMap(({ outcome }) => (outcome ? [outcome] : []))
    const isUnavailable = outcomes.length > 0 && outcomes.length === edited.length && !outcomes.includes('unusable')
    if (isUnavailable)
      throw new EditorUnavailable(`The language model did not answer for any file: ${outcomes.join(', ')}`)
    const changed = edited.filter(({ passages }) => passages > 0).map(({ file }) => file)
    if (model === undefined) return { files: changed, summary: summaryOf(edited, RULES_EDITOR), method: 'rules' }
    const [firstOutcome] = outcomes
    const result = {
      files: changed,
      summary: summaryOf(edited, model.name),
      method: 'model' as const,
      model: model.name,
    }
    return firstOutcome === undefined ? result : { ...result, model_outcome: firstOutcome }
  }

export type Polish = ReturnType<typeof polisher>
