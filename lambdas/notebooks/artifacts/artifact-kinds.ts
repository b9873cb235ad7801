import type { ArtifactKind } from '../contract/artifacts.ts'

export type SectionMethod =
  | 'statements'
  | 'open_questions'
  | 'answered_questions'
  | 'terms'
  | 'names'
  | 'dated'
  | 'contradictions'

export interface SectionDefinition {
  readonly key: string
  readonly heading: string
  readonly method: SectionMethod
  /** Search terms for the passages of the section; if empty, the newest conversations are used. */
  readonly cues: string
  /** Pattern that each sentence of the section must match. */
  readonly mustMatch?: RegExp
}

const phrasePattern = (...words: readonly string[]): RegExp => new RegExp(`\\b(?:${words.join('|')})\\b`, 'i')

const DECISIONS = phrasePattern(
  'decid\\w+',
  'agreed',
  'we will',
  'chose\\w*',
  'settled on',
  'going with',
  "let's go with",
  'final\\w*',
)
const GOALS = phrasePattern(
  'goals?',
  'aims?',
  'want(?:s|ed)? to',
  'objectives?',
  'so that',
  'in order to',
  'target\\w*',
  'must achieve',
)
const STEPS = phrasePattern(
  'first',
  'then',
  'next',
  'step',
  'after that',
  'finally',
  'start by',
  'begin',
  'implement',
  'create',
  'add',
  'build',
  'deploy',
  'migrate',
  'test',
)
const RISKS = phrasePattern(
  'risks?',
  'risky',
  'concern\\w*',
  'might fail',
  'could fail',
  'danger\\w*',
  'careful',
  'problem\\w*',
  'worr\\w+',
  'break\\w*',
  'drawback\\w*',
  'however',
)
const NEEDS = phrasePattern(
  'depends? on',
  'dependenc\\w+',
  'requires?',
  'needs?',
  'relies on',
  'rely on',
  'based on',
  'waiting for',
  'blocked by',
  'prerequisite\\w*',
)
const RULES = phrasePattern(
  'must',
  'always',
  'never',
  'cannot',
  'only',
  'every',
  'no one',
  'nobody',
  'forbidden',
  'law',
  'rule\\w*',
)
const PLACES = phrasePattern(
  'in',
  'at',
  'near',
  'from',
  'to',
  'city',
  'town',
  'village',
  'island',
  'mountain\\w*',
  'river',
  'forest',
  'castle',
  'harbou?r',
  'lake',
  'sea',
  'valley',
  'street',
  'region',
  'country',
  'north',
  'south',
  'east',
  'west',
)

/** Sections by kind of artifact (spec supporting-services 2.2). */
export const SECTIONS: Readonly<Record<ArtifactKind, readonly SectionDefinition[]>> = {
  briefing_doc: [
    { key: 'summary', heading: 'Summary', method: 'statements', cues: '' },
    { key: 'key_points', heading: 'Key points', method: 'statements', cues: 'important main key point result because' },
    {
      key: 'decisions',
      heading: 'Decisions',
      method: 'statements',
      cues: 'decided decision agreed chose settled',
      mustMatch: DECISIONS,
    },
    {
      key: 'open_questions',
      heading: 'Open questions',
      method: 'open_questions',
      cues: 'question unclear unknown open decide',
    },
  ],
  faq_glossary: [
    {
      key: 'questions',
      heading: 'Questions and answers',
      method: 'answered_questions',
      cues: 'what how why question explain',
    },
    { key: 'terms', heading: 'Terms', method: 'terms', cues: 'means called defined definition term refers' },
  ],
  implementation_plan: [
    { key: 'goals', heading: 'Goals', method: 'statements', cues: 'goal aim want objective target', mustMatch: GOALS },
    {
      key: 'steps',
      heading: 'Steps',
      method: 'statements',
      cues: 'first then next step implement create build deploy',
      mustMatch: STEPS,
    },
    {
      key: 'risks',
      heading: 'Risks',
      method: 'statements',
      cues: 'risk concern problem fail careful',
      mustMatch: RISKS,
    },
    {
      key: 'dependencies',
      heading: 'Dependencies',
      method: 'statements',
      cues: 'depends requires needs relies prerequisite',
      mustMatch: NEEDS,
    },
  ],
  world_bible: [
    { key: 'entities', heading: 'Entities', method: 'names', cues: '' },
    {
      key: 'places',
      heading: 'Places',
      method: 'names',
      cues: 'city town island river mountain place lives north',
      mustMatch: PLACES,
    },
    {
      key: 'rules',
      heading: 'Rules',
      method: 'statements',
      cues: 'must always never rule law cannot',
      mustMatch: RULES,
    },
    { key: 'timeline', heading: 'Timeline', method: 'dated', cues: 'year date before after began ended' },
    { key: 'contradictions', heading: 'Contradictions', method: 'contradictions', cues: '' },
  ],
}

/** Default titles of artifacts, before the title of the notebook. */
export const ARTIFACT_NAMES: Readonly<Record<ArtifactKind, string>> = {
  briefing_doc: 'Briefing',
  faq_glossary: 'FAQ and glossary',
  implementation_plan: 'Implementation plan',
  world_bible: 'Worldbuilding guide',
}
